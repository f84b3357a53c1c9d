#pragma once
// A minimal scene: every actor steps away from the mean position of its neighbours. To write your own, copy this folder
// to scenes/<name>, rename the struct and its key, and build. No other file changes.
#include "base/random.hpp"
#include "params/settings.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace spread {

/// x += speed * (x - mean of the neighbours' positions), confined to the box.
template <int D> struct Rule {
    Environment<D> box;
    float speed;
    Packed<D>* next;
    u32* neighbours;

    struct Result {
        vec<D> position;
        u32 neighbours;
    };
    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        vec<D> sum(0.f);
        u32 count = 0;
        near.each(i, [&](u32, const vec<D>& towards, float) {
            sum += towards;
            ++count;
        });
        const vec<D> away = count ? sum * (-speed / float(count)) : vec<D>(0.f);
        return {box.confine(near.position(i) + away), count};
    }
    NF_HD void write(u32 i, const Result& result) const {
        next[i] = pack<D>(result.position);
        neighbours[i] = result.neighbours;
    }
};

template <int D> struct Spawn {
    Environment<D> box;
    Random random;
    Packed<D>* position;
    u32* id;
    NF_HD void operator()(u32 i) const {
        position[i] = pack<D>(random.uniform<D>(i, box.lo, box.hi));
        id[i] = i;
    }
};

struct CountOf {
    const u32* neighbours;
    NF_HD double operator()(u32 i) const { return neighbours[i]; }
};

}  // namespace spread

struct Spread {
    struct Params {
        int actors = 5000;
        float radius = 1;
        float speed = 0.1f;
        SearchSettings search;
    };
    struct Metrics {
        double mean_neighbours = 0;
    };

    static const char* key() { return "spread"; }
    static const char* title() { return "Spread"; }
    static const char* elements() { return "actors"; }
    static const char* summary() { return "Actors step away from the mean position of their neighbours."; }
    static std::vector<ParamSpec> describe() {
        using P = Params;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 0, 100e6, "Number of actors.").log().does(Effect::respawn),
            real(&P::radius, "radius", "Radius R", "", 0.01, 100, "Search radius.").log().does(Effect::regrid),
            real(&P::speed, "speed", "Speed", "", 0, 1,
                 "Fraction of the distance to the mean position moved per step."),
        });
    }
    static std::vector<MetricSpec> metrics() {
        using M = Metrics;
        return metric_list<M>({
            metric(&M::mean_neighbours, "mean_neighbours", "mean neighbours", "",
                   "Neighbours within the radius, averaged over actors."),
        });
    }
    static std::vector<Quantity> attributes() {
        return {{"neighbours", "neighbours", "", "Actors within the search radius."}};
    }
    static constexpr Facets facets = Facets::none;
    static constexpr Depth depth = Depth::flat;

    /// Derived once from the parameters.
    struct Setup {
        int dimensions = 2;
        u32 actors = 0;
        Environment<3> box;
    };
    static Setup prepare(const Params& p, u32) {
        const float side = std::max(2 * p.radius, std::sqrt(float(p.actors) / 10));
        return {.actors = u32(p.actors), .box = {.lo = vec<3>(0.f), .hi = {side, side, 0.f}}};
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec&, const Setup& setup)
            : space_(setup.box, setup.actors),
              neighbours_(space_.actors().template derive<u32>("neighbour counts")) {}

        auto& space() { return space_; }
        void configure(Exec&, const Params& p) {
            constexpr bool wrapped = true;
            space_.configure(p.search, p.radius, wrapped);
            radius_ = p.radius;
        }
        void reset(Exec& exec, const Params&, u32 seed) {
            auto& actors = space_.actors();
            for_each(exec, actors.size(),
                     spread::Spawn<D>{space_.box(), {seed}, actors.position.writable(), actors.id.writable()});
            fill_zero(exec, neighbours_.data(), actors.size());
        }
        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            step.construct();
            step.move("query", spread::Rule<D>{space_.box(), p.speed, step.actors.position.next(), neighbours_.data()});
        }
        Metrics metrics(Exec& exec) {
            return {.mean_neighbours = reduce<double>(exec, space_.count(), spread::CountOf{neighbours_.data()}) /
                                       std::max(1u, space_.count())};
        }
        AttributeView attribute(int) const { return {.whole = neighbours_.data()}; }

        void picture(Canvas<Exec>& canvas) { canvas.actors().size = 0.1f * radius_; }
        std::size_t bytes() const { return space_.bytes(); }

      private:
        ByDistance<Exec, D> space_;
        float radius_ = 1;
        Array<Exec, u32>& neighbours_;
    };
};

using SceneHere = Spread;

}  // namespace nearfield
