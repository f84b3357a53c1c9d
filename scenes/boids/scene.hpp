#pragma once
// Boids: actors that keep apart, fly along with their neighbours and stay near them. Reynolds 1987 and 1999, and FLAME
// GPU 2's variant as coded; README.md explains the interpretations.
#include "scenes/boids/obstacles.hpp"
#include "scenes/boids/rule.hpp"

#include "params/settings.hpp"
#include "sim/dimensions.hpp"
#include "sim/uniform_box.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace boids {
enum class Rules { textbook, flamegpu };
enum class Interaction { metric, topological };
enum class Bounds { walls, wrapped };
enum class Mouse { attracts, frightens };
}  // namespace boids

struct Boids {
    struct Params {
        int actors = 10000;
        Dimensions dimensions = Dimensions::three;
        float neighbours = 8;
        float side = 0;
        float aspect = 1.6f;
        boids::Rules rules = boids::Rules::textbook;
        boids::Interaction interaction = boids::Interaction::metric;
        int nearest_count = 7;
        float radius = 1;
        float separation_radius = 0.7f;
        float separation = 1;
        float alignment = 1.5f;
        float cohesion = 0.1f;
        float scale = 0.15f;
        float view = 280;
        float min_speed = 2;
        float max_speed = 3;
        float max_force = 6;
        float time_step = 0.02f;
        boids::Bounds bounds = boids::Bounds::walls;
        float wall_band = 2;
        float wall = 3;
        int obstacles = 0;
        float obstacle_size = 1.2f;
        boids::Mouse mouse = boids::Mouse::attracts;
        float mouse_force = 3;
        float mouse_radius = 4;
    };

    static const char* key() { return "boids"; }
    static const char* title() { return "Boids"; }
    static const char* elements() { return "actors"; }
    static const char* summary() {
        return "Keep apart, fly along, stay near: three rules for neighbours make a flock.";
    }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn, regrid = Effect::regrid;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 0, 200e6, "Number of boids.").log().does(respawn),
            choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"}, "A plane or a volume.").does(respawn),
            choice(&P::rules, "rules", "Rules", {"textbook", "flamegpu"},
                   "textbook: Reynolds' three rules as steering forces. flamegpu: as coded in FLAME GPU 2, where "
                   "alignment also brakes; its own constants are in the preset flamegpu-bounded."),
            choice(&P::interaction, "interaction", "Interaction", {"metric", "topological"},
                   "Who a boid's neighbours are. metric: all within the radius. topological: its nearest, however far, "
                   "as in flocks of starlings (Ballerini et al. 2008).")
                .does(regrid),
            integer(
                &P::nearest_count, "nearest_count", "Nearest", "boids", 1, boids::most_nearest,
                "How many of the nearest a boid interacts with; those of them out of sight do not count. Starlings: "
                "6 to 7.")
                .does(regrid)
                .when("interaction", {"topological"}),
            real(&P::radius, "radius", "Radius R", "", 0.001, 100,
                 "Interaction radius: how far a metric boid sees its neighbours. Obstacles are seen from twice as far.")
                .log()
                .does(regrid),
            real(&P::separation, "separation", "Separation", "", 0, 20, "Weight of keeping away from those too near."),
            real(&P::alignment, "alignment", "Alignment", "", 0, 5,
                 "Weight of flying the way the neighbours fly. In flamegpu the share of their mean velocity that is "
                 "taken."),
            real(&P::cohesion, "cohesion", "Cohesion", "", 0, 5, "Weight of flying to the middle of the neighbours."),
            choice(&P::bounds, "bounds", "Bounds", {"walls", "wrapped"},
                   "walls: soft ones, from which boids turn away in a band before them. wrapped: boids that leave on "
                   "one side enter on the other.")
                .does(regrid),
            neighbours_at_start<P>("As flocks form, neighbours grow."),
            side_of_box<P>(),
            aspect_of_box<P>(),
            real(&P::separation_radius, "separation_radius", "Separation radius", "", 0.0001, 100,
                 "Boids keep away from neighbours nearer than this; beyond the interaction radius it has no further "
                 "effect.")
                .log()
                .in("Sight and speed"),
            real(&P::view, "view", "Field of view", "°", 10, 360,
                 "Whole angle of the cone of sight round the heading. Neighbours outside it are ignored; 360 "
                 "sees all round.")
                .in("Sight and speed"),
            real(&P::min_speed, "min_speed", "Least speed", "/s", 0.0001, 1000, "Lowest speed of a boid.")
                .log()
                .in("Sight and speed"),
            real(&P::max_speed, "max_speed", "Greatest speed", "/s", 0.0001, 1000,
                 "Highest speed of a boid (but in flamegpu a wall may push one beyond).")
                .log()
                .in("Sight and speed"),
            real(&P::max_force, "max_force", "Greatest force", "/s²", 0.0001, 1e6,
                 "Each behaviour's steering force is clipped to this; small: wide turns.")
                .log()
                .in("Sight and speed"),
            real(&P::scale, "scale", "Scale", "", 0, 1, "Share of the change wanted by the rules that one step makes.")
                .in("Sight and speed")
                .when("rules", {"flamegpu"}),
            real(&P::time_step, "time_step", "Time step", "s", 0.00001, 1,
                 "Time per step. The distance flown in it should be well below the separation radius.")
                .log()
                .in("Sight and speed"),
            real(&P::wall_band, "wall_band", "Wall band", "", 0, 1000,
                 "Distance from a wall at which turning away begins.")
                .log()
                .in("Walls and obstacles")
                .when("bounds", {"walls"}),
            real(&P::wall, "wall", "Wall", "", 0, 20,
                 "textbook: force at the wall over the greatest steering force, falling to zero across the band. "
                 "flamegpu: speed added per step within the band.")
                .in("Walls and obstacles")
                .when("bounds", {"walls"}),
            integer(&P::obstacles, "obstacles", "Obstacles", "", 0, 64,
                    "Balls (2D: discs) that boids fly round and never enter.")
                .does(respawn)
                .in("Walls and obstacles"),
            real(&P::obstacle_size, "obstacle_size", "Obstacle radius", "", 0.001, 1000, "Radius of each obstacle.")
                .log()
                .does(respawn)
                .in("Walls and obstacles")
                .when_set("obstacles"),
            choice(&P::mouse, "mouse", "Mouse", {"attracts", "frightens"},
                   "What boids do about the mouse while the key A is held over the picture: come to it, or flee it "
                   "like a predator.")
                .in("Mouse"),
            real(&P::mouse_force, "mouse_force", "Mouse force", "", 0, 20,
                 "Force at the mouse over the greatest steering force, falling to zero at its radius.")
                .in("Mouse"),
            real(&P::mouse_radius, "mouse_radius", "Mouse radius", "", 0.001, 1000, "How far the mouse acts.")
                .log()
                .in("Mouse"),
        });
    }
    static std::vector<Quantity> metrics() {
        return {{"order", "order", "",
                 "Length of the mean of all headings: 0 when boids fly every way, 1 when all fly one way."},
                {"mean_neighbours", "mean neighbours", "",
                 "Neighbours in sight, within the radius or among the nearest, averaged over boids.",
                 Known::after_a_step},
                {"nearest", "nearest neighbour", "",
                 "Distance to the nearest neighbour in sight, averaged over boids that have one.", Known::after_a_step},
                {"mean_speed", "mean speed", "/s", "Speed averaged over boids."},
                {"population", "population", "", "Number of boids."}};
    }
    static std::vector<Quantity> attributes() {
        return {{"density", "flock density", "",
                 "Boids in sight, near ones weighing more (1 - d²/R²), over what the mean density gives. topological: "
                 "from the distance of the last of the nearest.",
                 Known::after_a_step},
                {"heading", "heading", "°",
                 "Direction of flight from the x axis, counter-clockwise; in 3D as seen from above."},
                {"speed", "speed", "/s", "Speed after the last step."},
                {"neighbours", "neighbours", "", "Boids that it interacts with.", Known::after_a_step}};
    }

    static constexpr auto tools() {
        return std::array{Tool{.key = "point",
                               .label = "Attract or frighten",
                               .help = "While the key is held, the mouse attracts or frightens the actors around it.",
                               .gesture = Gesture::hold,
                               .letter = 'a',
                               .while_on = "the mouse acts on the actors"}};
    }
    static constexpr Facets facets = Facets::velocity | Facets::held;
    static constexpr Depth depth = Depth::flat_or_deep;

    struct Setup : UniformSetup {
        std::vector<boids::Obstacle> obstacles;
        std::shared_ptr<const std::vector<glm::vec3>> middles;  ///< centres of the obstacles
        float obstacle_size = 0;
    };
    static Setup prepare(const Params& p, u32 seed) {
        require_speeds(p);
        Setup setup{uniform_setup(p), {}, {}, 0};
        setup.obstacles = setup.dimensions == 2
                              ? boids::place_obstacles<2>(in<2>(setup.box), p.obstacles, p.obstacle_size, seed)
                              : boids::place_obstacles<3>(setup.box, p.obstacles, p.obstacle_size, seed);
        std::vector<glm::vec3> middles;
        for (const auto& o : setup.obstacles) middles.push_back({o.at[0], o.at[1], o.at[2]});
        setup.middles = std::make_shared<const std::vector<glm::vec3>>(std::move(middles));
        setup.obstacle_size = p.obstacle_size;
        return setup;
    }
    /// Throws UsageError if the least speed is above the greatest.
    static void require_speeds(const Params& p) {
        if (p.min_speed > p.max_speed)
            throw UsageError("min_speed: " + format_number(p.min_speed) + " is above max_speed, " +
                             format_number(p.max_speed) + "; lower it or raise max_speed");
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup)
            : setup_(setup),
              space_(setup.box, setup.actors),
              velocity_(space_.actors().template add<Packed<D>>("velocities")),
              speed_(space_.actors().template derive<float>("speeds")),
              heading_(space_.actors().template derive<float>("headings")),
              neighbours_(space_.actors().template derive<float>("neighbour counts")),
              density_(space_.actors().template derive<float>("densities")),
              nearest_(space_.actors().template derive<float>("nearest distances")) {
            obstacles_.upload(exec, setup.obstacles);
        }

        auto& space() { return space_; }
        void configure(Exec&, const Params& p, const Settings& settings) {
            require_speeds(p);
            space_.configure(settings, search_radius(p), p.bounds == boids::Bounds::wrapped);
            space_.look_along(velocity_, p.interaction == boids::Interaction::metric ? p.view : 360);
            radius_ = p.radius;
        }

        void reset(Exec& exec, const Params& p, u32 seed) {
            pointer_.reset();
            auto& actors = space_.actors();
            for_each(exec, actors.size(),
                     boids::Spawn<D>{surroundings(p),
                                     {seed},
                                     p.max_speed,
                                     actors.position.writable(),
                                     velocity_.writable(),
                                     actors.id.writable()});
            for_each(exec, actors.size(), boids::ShowStart<D>{velocity_.current(), shown()});
        }

        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            step.construct();
            const boids::Steering steering{p.min_speed, p.max_speed, p.max_force};
            const boids::Weights weights{p.separation, p.alignment, p.cohesion, p.wall};
            const boids::Walls<D> walls{space_.box(), p.wall_band};
            if (p.rules == boids::Rules::textbook)
                query(step, p,
                      boids::Textbook<D>{steering, weights, walls, p.separation_radius * p.separation_radius,
                                         p.time_step});
            else
                query(step, p,
                      boids::Flame<D>{steering, weights, walls, 1 / p.separation_radius, p.scale, p.time_step});
            velocity_.swap();
        }

        std::vector<double> metrics(Exec& exec) {
            const double n = std::max(1u, space_.count());
            const auto t =
                reduce<boids::Totals<D>>(exec, space_.count(), boids::TotalsOf<D>{velocity_.current(), shown()});
            double order2 = 0;
            for (double h : t.heading) order2 += h * h;
            return {std::sqrt(order2) / n, t.neighbours / n, t.with_nearest > 0 ? t.nearest / t.with_nearest : 0,
                    t.speed / n, double(space_.count())};
        }
        AttributeView attribute(int index) const {
            const Array<Exec, float>* const values[] = {&density_, &heading_, &speed_, &neighbours_};
            return {.real = values[index]->data()};
        }
        Column<Exec, Packed<D>>& velocity() { return velocity_; }
        void use(const Stroke& stroke) { pointer_ = only_place(stroke); }
        std::optional<glm::vec3>& held() { return pointer_; }
        void picture(Canvas<Exec>& canvas) {
            canvas.actors().size = 0.11f * radius_, canvas.actors().direction = velocity_.current();
            canvas.points({.name = "obstacles", .position = setup_.middles, .size = setup_.obstacle_size});
        }
        std::size_t bytes() const { return space_.bytes() + obstacles_.bytes() + readable_.bytes(); }

      private:
        /// Topological boids are searched for in bins that suit their density.
        float search_radius(const Params& p) const {
            if (p.interaction == boids::Interaction::metric) return p.radius;
            return float(expected_reach<D>(dvec<D>(space_.box().size()), p.bounds == boids::Bounds::wrapped,
                                           space_.count(), u32(p.nearest_count)));
        }

        using Space = ByDistance<Exec, D, Presence::always, Queries::once, Looks::ahead>;
        using Step = typename Space::Step;

        template <class Law> void query(Step& step, const Params& p, const Law& law) {
            const u32 n = step.actors.size();
            const vec<D> size = space_.box().size();
            double per_volume = n;
            for (int a = 0; a < D; ++a) per_volume /= size[a];
            const bool metric = p.interaction == boids::Interaction::metric;
            const auto sight = Sight::of(p.view);
            constexpr double mean_weight = D == 2 ? 1. / 2 : 2. / 5;  // of 1 - (d/R)^2 over the ball
            const double mean_density =
                metric ? mean_weight * ball<D>(p.radius) * sight.share(D) * per_volume : per_volume;
            const auto velocities =
                metric ? readable_.of(step.exec, velocity_.current(), n) : ReadByOthers<D>{velocity_.current()};
            const boids::Rule<D, Law> rule{.law = law,
                                           .sight = sight,
                                           .surroundings = surroundings(p),
                                           .per_radius2 = 1 / (p.radius * p.radius),
                                           .mean_density = float(mean_density),
                                           .velocity = velocity_.current(),
                                           .velocities = velocities,
                                           .next = step.actors.position.next(),
                                           .next_velocity = velocity_.next(),
                                           .shown = shown()};
            if (metric) return step.move("query", rule);
            step.each("query", boids::NearestRule<D, Law>{rule, step.search.storage(), step.actors.id.current(),
                                                          u32(p.nearest_count)});
            step.actors.position.swap();
        }

        boids::Surroundings<D> surroundings(const Params& p) const {
            boids::Surroundings<D> s{.box = space_.box(),
                                     .obstacles = obstacles_.data(),
                                     .count = int(obstacles_.size()),
                                     .look_ahead = 2 * p.radius,
                                     .berth = 0.5f * p.separation_radius};
            if (pointer_)
                s.pointed = true, s.pointer = vec<D>(*pointer_), s.reach = p.mouse_radius,
                s.pull = p.mouse == boids::Mouse::attracts ? p.mouse_force : -p.mouse_force;
            return s;
        }
        boids::Shown shown() {
            return {speed_.data(), heading_.data(), neighbours_.data(), density_.data(), nearest_.data()};
        }

        const Setup& setup_;
        Space space_;
        float radius_ = 1;
        std::optional<glm::vec3> pointer_;  ///< where the mouse acts
        Column<Exec, Packed<D>>& velocity_;
        Array<Exec, float>&speed_, &heading_, &neighbours_, &density_, &nearest_;
        ReadableColumn<Exec, D> readable_;
        Array<Exec, boids::Obstacle> obstacles_;
    };
};

using SceneHere = Boids;

}  // namespace nearfield
