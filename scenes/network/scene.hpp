#pragma once
// Network: actors travel along the edges of a directed graph and choose the emptiest edge ahead. Chisholm 2020, ch.
// 3.2; README.md explains the interpretation.
#include "scenes/network/graph.hpp"
#include "scenes/network/rule.hpp"

#include "params/settings.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace network {
enum class CountBy { walking, boundaries };
}

struct Network {
    struct Params {
        int actors = 4000;
        int vertices = 240;
        int edges = 3;
        int capacity = 0;
        float speed = 0.02f;
        float speed_spread = 0.5f;
        float length_spread = 1;
        network::Wiring wiring = network::Wiring::near;
        network::Start start = network::Start::anywhere;
        network::First first = network::First::random;
        network::CountBy survey = network::CountBy::walking;
        float aspect = 1.5f;
        SearchSettings search;
    };
    struct Metrics {
        double unevenness = 0, fullest = 0, waiting = 0, population = 0;
    };

    static const char* key() { return "network"; }
    static const char* title() { return "Network"; }
    static const char* elements() { return "actors"; }
    static const char* summary() {
        return "Actors travel along the edges of a graph; at each vertex they take the emptiest edge. A multi-map "
               "from edges to actors, no distances.";
    }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors a", "", 0, 200e6, "Number of actors.").log().does(respawn),
            integer(&P::vertices, "vertices", "Vertices v", "", 1, 1e6, "Number of vertices.").log().does(respawn),
            integer(&P::edges, "edges", "Edges per vertex e", "", 1, 1024,
                    "Out-degree and in-degree of every vertex. A query reads this many runs of actors.")
                .log()
                .does(respawn),
            integer(&P::capacity, "capacity", "Capacity c", "actors", 0, 200e6,
                    "Number of actors at which an edge is full. Soft: several may enter at once. 0: twice the mean "
                    "number of actors per edge; the mean is the smallest useful value, at which nobody moves.")
                .log(),
            real(&P::speed, "speed", "Speed", "per step", 0, 2,
                 "Mean distance of an actor per step; edges have lengths of 1 or more.")
                .log()
                .does(respawn),
            choice(&P::wiring, "wiring", "Wiring", {"near", "shuffled"},
                   "near: edges connect nearby vertices, mostly both ways. shuffled: destinations are a "
                   "uniform shuffle, as in the published benchmark.")
                .does(respawn)
                .in("Start"),
            choice(&P::start, "start", "Start", {"anywhere", "in order", "one place"},
                   "anywhere: a random place of a random edge. in order: the first actors at the start of edge 0, the "
                   "next of edge 1 and so on. one place: on the first eighth of the edges.")
                .does(respawn)
                .in("Start"),
            real(&P::speed_spread, "speed_spread", "Spread of speeds", "", 0, 1,
                 "Speeds are uniform within the mean plus or minus this share of it; 0: all equal.")
                .does(respawn)
                .in("Start"),
            real(&P::length_spread, "length_spread", "Spread of lengths", "", 0, 10,
                 "Lengths of edges are uniform between 1 and 1 plus this; 0: all 1. Lengths determine travel "
                 "times, not the drawing.")
                .does(respawn)
                .in("Start"),
            real(&P::aspect, "aspect", "Aspect", "", 0.1, 10, "Width of the drawing over its height.")
                .log()
                .does(respawn)
                .in("Start"),
            choice(&P::first, "first", "First edge tested", {"random", "place", "0"},
                   "Tie-break among edges with equal room: the first one tested wins. random: new for every actor and "
                   "step. "
                   "place: storage index (on a GPU the thread) modulo e; repeatable with the "
                   "deterministic sort. 0: always the first edge, so all actors follow each other.")
                .in("Choice and count"),
            choice(&P::survey, "survey", "Count by", {"walking", "boundaries"},
                   "Method of counting actors on an edge. walking: reads each actor, as in the published benchmark, "
                   "wasteful on purpose. boundaries: difference of two offsets. The results are the same.")
                .in("Choice and count"),
        });
    }
    static std::vector<MetricSpec> metrics() {
        using M = Metrics;
        return metric_list<M>({
            metric(&M::unevenness, "unevenness", "unevenness", "",
                   "Standard deviation of the number of actors per edge over its mean."),
            metric(&M::fullest, "fullest", "fullest edge", "", "Actors on the fullest edge over the capacity."),
            metric(&M::waiting, "waiting", "waiting", "", "Share of actors waiting at a vertex for room."),
            metric(&M::population, "population", "population", "", "Actors, summed over the edges."),
        });
    }
    static std::vector<Quantity> attributes() {
        return {{"load", "load of the edge", "", "Actors on the edge at the start of the step over the capacity."},
                {"speed", "speed", "per step", "Distance of the actor per step without waiting."},
                {"waited", "waited", "steps", "Steps since the actor reached the end of its edge; 0 before that."},
                {"progress", "progress", "", "Distance since the start of the edge, including time spent waiting."},
                {"edge", "edge", "", "Number of the edge."}};
    }

    static constexpr Facets facets = Facets::none;
    static constexpr Depth depth = Depth::flat;
    struct Setup {
        int dimensions = 2;
        u32 actors = 0;
        Environment<3> box;
        network::Graph graph;
        std::shared_ptr<const std::vector<Segment>> streets;
    };
    static Setup prepare(const Params& p, u32 seed) {
        keys(p);
        const glm::vec2 size = network::area(u32(p.vertices), p.aspect);
        Setup setup{.actors = u32(p.actors),
                    .box = in_space<2>({.lo = vec<2>(-margin), .hi = vec<2>(margin) + size}),
                    .graph = network::Graph::make({.vertices = u32(p.vertices),
                                                   .fan = u32(p.edges),
                                                   .wiring = p.wiring,
                                                   .spread = p.length_spread,
                                                   .aspect = p.aspect,
                                                   .seed = seed})};
        setup.streets = std::make_shared<const std::vector<Segment>>(streets(setup.graph));
        return setup;
    }

    /// Number of edges. Throws UsageError for too many, and for a capacity that cannot hold the actors.
    static u32 keys(const Params& p) {
        const u64 edges = u64(p.vertices) * u64(p.edges);
        if (edges > most_edges)
            throw UsageError("edges: " + std::to_string(p.edges) + " at each of " + std::to_string(p.vertices) +
                             " vertices make " + std::to_string(edges) + " edges; at most " +
                             std::to_string(most_edges) + " are possible. Use fewer of either");
        const u64 least = (u64(p.actors) + edges - 1) / edges;
        if (p.capacity != 0 && u64(p.capacity) < least)
            throw UsageError("capacity: " + std::to_string(p.capacity) + " is too low for " + std::to_string(p.actors) +
                             " actors on " + std::to_string(edges) + " edges; use at least " + std::to_string(least) +
                             ", or 0 for twice the mean");
        return u32(edges);
    }
    static int capacity(const Params& p) {
        const u64 edges = keys(p);
        return p.capacity ? p.capacity : int(std::max<u64>(1, (2 * u64(p.actors) + edges - 1) / edges));
    }
    static std::vector<Segment> streets(const network::Graph& g) {
        std::vector<Segment> lines;
        if (g.destination.size() > most_drawn) return lines;
        for (u32 e = 0; e < g.destination.size(); ++e) {
            const glm::vec2 a = g.vertex[e / g.key.fan], b = g.vertex[g.destination[e]];
            if (a == b) continue;
            const glm::vec2 side = glm::normalize(glm::vec2(b.y - a.y, a.x - b.x)) * lane;
            lines.push_back({glm::vec3(a + side, 0), glm::vec3(b + side, 0)});
        }
        return lines;
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup)
            : space_(setup.box, setup.actors),
              setup_(setup),
              graph_(setup.graph),
              edge_(space_.actors().template add<u32>("edges")),
              progress_(space_.actors().template add<float>("progress")),
              speed_(space_.actors().template add<float>("speeds")),
              load_(space_.actors().template derive<float>("loads")),
              waited_(space_.actors().template derive<float>("waiting times")) {
            destination_.upload(exec, graph_.destination);
            length_.upload(exec, graph_.length);
            std::vector<Packed<2>> packed;
            for (const auto& p : graph_.vertex) packed.push_back(pack<2>(p));
            vertex_.upload(exec, packed);
            count_.resize(graph_.key.edges(), "actors per edge");
        }

        auto& space() { return space_; }
        void configure(Exec&, const Params& p) { space_.configure(p.search, keys(p)); }

        void reset(Exec& exec, const Params& p, u32 seed) {
            auto& actors = space_.actors();
            seed_ = seed;
            capacity_ = capacity(p);
            const float slow = p.speed * (1 - p.speed_spread), fast = p.speed * (1 + p.speed_spread);
            for_each(exec, actors.size(),
                     network::Spawn{.random = {seed, 0},
                                    .actors = actors.size(),
                                    .edge_count = keys(p),
                                    .length = length_.data(),
                                    .start = p.start,
                                    .slowest = slow,
                                    .fastest = fast,
                                    .edge = edge_.writable(),
                                    .id = actors.id.writable(),
                                    .progress = progress_.writable(),
                                    .speed = speed_.writable()});
            recount(exec, actors.size());
            for_each(exec, actors.size(), show(network::CountByEdge{count_.data()}));
        }

        void step(StepContext<Exec>& context, const Params& p) {
            constexpr u32 streams_before = 16;  // random streams of graph and spawn
            auto step = space_.begin(context);
            step.construct(key());
            capacity_ = capacity(p);
            const u32* start = step.search.start();
            step.each("survey", network::Travel{.edges = edges(),
                                                .start = start,
                                                .edge = edge_.current(),
                                                .id = step.actors.id.current(),
                                                .speed = speed_.current(),
                                                .progress = progress_.writable(),
                                                .next = edge_.next(),
                                                .capacity = capacity_,
                                                .random = {seed_, streams_before + u32(step.number)},
                                                .first = p.first,
                                                .walk = p.survey == network::CountBy::walking});
            edge_.swap();
            step.each("positions", show(network::CountByRun{start}));
        }

        network::EdgeOf key() const { return network::EdgeOf{edge_.current()}; }
        network::Survey reads() const { return network::Survey{edges(), edge_.current()}; }
        void picture(Canvas<Exec>& canvas) {
            canvas.actors().size = 0.035f;
            canvas.lines({.name = "streets", .ends = setup_.streets});
        }
        std::size_t bytes() const {
            return space_.bytes() + destination_.bytes() + length_.bytes() + vertex_.bytes() + count_.bytes();
        }

        Metrics metrics(Exec& exec) {
            const auto& actors = space_.actors();
            recount(exec, actors.size());
            const double edges = graph_.key.edges();
            const auto t = reduce<network::Totals>(exec, u32(edges), network::TotalsOf{count_.data()});
            const double mean = t.actors / edges, deviation = std::sqrt(std::max(0.0, t.squares / edges - mean * mean));
            const double waiting = reduce<u32>(exec, actors.size(), network::Waits{waited_.data()});
            return {.unevenness = mean > 0 ? deviation / mean : 0,
                    .fullest = double(t.fullest) / capacity_,
                    .waiting = waiting / std::max(1u, actors.size()),
                    .population = double(t.actors)};
        }
        AttributeView attribute(int index) const {
            switch (index) {
            case 0: return {.real = load_.data()};
            case 1: return {.real = speed_.current()};
            case 2: return {.real = waited_.data()};
            case 3: return {.real = progress_.current()};
            default: return {.whole = edge_.current()};
            }
        }

      private:
        void recount(Exec& exec, u32 actors) {
            fill_zero(exec, count_.data(), graph_.key.edges());
            for_each(exec, actors, network::CountActors{edge_.current(), count_.data()});
        }

        network::Edges edges() const { return {destination_.data(), length_.data(), graph_.key.fan}; }
        template <class Count> network::Show<D, Count> show(Count count) {
            return {.edges = edges(),
                    .vertex = vertex_.data(),
                    .box = space_.box(),
                    .edge = edge_.current(),
                    .progress = progress_.current(),
                    .speed = speed_.current(),
                    .count = count,
                    .lane = lane,
                    .capacity = capacity_,
                    .position = space_.actors().position.writable(),
                    .load = load_.data(),
                    .waited = waited_.data()};
        }

        ByKey<Exec, D> space_;
        const Setup& setup_;
        const network::Graph& graph_;
        u32 seed_ = 0;
        int capacity_ = 1;
        Array<Exec, u32> destination_, count_;
        Array<Exec, float> length_;
        Array<Exec, Packed<2>> vertex_;
        Column<Exec, u32>& edge_;
        Column<Exec, float>&progress_, &speed_;
        Array<Exec, float>&load_, &waited_;
    };

  private:
    static constexpr u64 most_edges = 1u << 24;  // attributes are floats, which hold edge numbers exactly up to this
    static constexpr u64 most_drawn = 1u << 20;  // more streets would blur and cost more than the actors
    static constexpr float margin = 0.5f;        // between the outermost vertices and the border, in spacings
    static constexpr float lane = 0.05f;         // from the middle of a street to its right-hand lane, in spacings
};

using SceneHere = Network;

}  // namespace nearfield
