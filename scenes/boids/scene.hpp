#pragma once
// Boids: separation, alignment and cohesion. Reynolds 1987 and 1999, and FLAME GPU 2's variant as coded; README.md
// explains the interpretations.
#include "scenes/boids/obstacles.hpp"
#include "scenes/boids/params.hpp"
#include "scenes/boids/rule.hpp"

#include "params/settings.hpp"
#include "sim/dimensions.hpp"
#include "sim/uniform_box.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

struct Boids {
    using Params = boids::Params;

    static const char* key() { return "boids"; }
    static const char* title() { return "Boids"; }
    static const char* elements() { return "actors"; }
    static const char* summary() {
        return "Keep apart, fly along, stay near: three rules for neighbours make a flock.";
    }

    static std::vector<ParamSpec> describe() { return boids::describe_params(); }
    struct Metrics {
        double order = 0, mean_neighbours = 0, nearest = 0, mean_speed = 0, population = 0;
    };
    static std::vector<MetricSpec> metrics() {
        using M = Metrics;
        return metric_list<M>({
            metric(&M::order, "order", "order", "",
                   "Length of the mean of all headings: 0 for random headings, 1 if all boids fly in one direction."),
            metric(&M::mean_neighbours, "mean_neighbours", "mean neighbours", "",
                   "Neighbours in sight, within the radius or among the nearest, averaged over boids.")
                .after_a_step(),
            metric(&M::nearest, "nearest", "nearest neighbour", "",
                   "Distance to the nearest neighbour in sight, averaged over boids that have one.")
                .after_a_step(),
            metric(&M::mean_speed, "mean_speed", "mean speed", "/s", "Speed averaged over boids."),
            metric(&M::population, "population", "population", "", "Number of boids."),
        });
    }
    static std::vector<Quantity> attributes() {
        return {{"density", "flock density", "",
                 "Boids in sight, weighted by 1 - d²/R², relative to the mean density. topological: "
                 "from the distance of the farthest neighbour.",
                 Known::after_a_step},
                {"heading", "heading", "°",
                 "Direction of flight from the x axis, counter-clockwise; in 3D as seen from above."},
                {"speed", "speed", "/s", "Speed after the last step."},
                {"neighbours", "neighbours", "", "Boids with which it interacts.", Known::after_a_step}};
    }

    static constexpr auto tools() {
        return std::array{Tool{.key = "point",
                               .label = "Attract or frighten",
                               .help = "Hold the key to attract or frighten the boids around the mouse.",
                               .gesture = Gesture::hold,
                               .letter = 'a',
                               .while_on = "the mouse acts on the boids"}};
    }
    static constexpr Facets facets = Facets::velocity | Facets::held;
    static constexpr Depth depth = Depth::flat_or_deep;

    struct Setup : UniformSetup {
        std::vector<boids::Obstacle> obstacles;
        std::shared_ptr<const std::vector<glm::vec3>> middles;  ///< centres of the obstacles
        float obstacle_size = 0;
    };
    static Setup prepare(const Params& p, u32 seed) {
        Setup setup{uniform_setup(p), {}, {}, p.obstacle_size};
        setup.obstacles = setup.dimensions == 2
                              ? boids::place_obstacles<2>(in<2>(setup.box), p.obstacles, p.obstacle_size, seed)
                              : boids::place_obstacles<3>(setup.box, p.obstacles, p.obstacle_size, seed);
        std::vector<glm::vec3> middles;
        for (const auto& o : setup.obstacles) middles.push_back({o.at[0], o.at[1], o.at[2]});
        setup.middles = std::make_shared<const std::vector<glm::vec3>>(std::move(middles));
        return setup;
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
        void configure(Exec&, const Params& p) {
            if (p.min_speed > p.max_speed)
                throw UsageError("min_speed: " + format_number(p.min_speed) + " is above max_speed, " +
                                 format_number(p.max_speed) + "; lower it or raise max_speed");
            space_.configure(p.search, search_radius(p), p.bounds == boids::Bounds::wrapped);
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

        Metrics metrics(Exec& exec) {
            const double n = std::max(1u, space_.count());
            const auto t =
                reduce<boids::Totals<D>>(exec, space_.count(), boids::TotalsOf<D>{velocity_.current(), shown()});
            double order2 = 0;
            for (double h : t.heading) order2 += h * h;
            return {.order = std::sqrt(order2) / n,
                    .mean_neighbours = t.neighbours / n,
                    .nearest = t.with_nearest > 0 ? t.nearest / t.with_nearest : 0,
                    .mean_speed = t.speed / n,
                    .population = double(space_.count())};
        }
        AttributeView attribute(int index) const {
            const Array<Exec, float>* const values[] = {&density_, &heading_, &speed_, &neighbours_};
            return {.real = values[index]->data()};
        }
        Column<Exec, Packed<D>>& velocity() { return velocity_; }
        void use(const Stroke& stroke) { pointer_ = only_place(stroke); }
        std::optional<glm::vec3>& held() { return pointer_; }
        void picture(Canvas<Exec>& canvas) {
            canvas.actors().size = 0.11f * radius_;
            canvas.actors().direction = velocity_.current();
            canvas.points({.name = "obstacles", .position = setup_.middles, .size = setup_.obstacle_size});
        }
        std::size_t bytes() const { return space_.bytes() + obstacles_.bytes() + readable_.bytes(); }

      private:
        /// Search radius; for topological boids the expected distance of their farthest neighbour.
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
            constexpr double mean_weight = D == 2 ? 1. / 2 : 2. / 5;  // mean of 1 - (d/R)^2 over the ball
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
            if (pointer_) {
                s.pointed = true;
                s.pointer = vec<D>(*pointer_);
                s.reach = p.mouse_radius;
                s.pull = p.mouse == boids::Mouse::attracts ? p.mouse_force : -p.mouse_force;
            }
            return s;
        }
        boids::ActorValues shown() {
            return {speed_.data(), heading_.data(), neighbours_.data(), density_.data(), nearest_.data()};
        }

        const Setup& setup_;
        Space space_;
        float radius_ = 1;
        std::optional<glm::vec3> pointer_;  ///< position of the mouse
        Column<Exec, Packed<D>>& velocity_;
        Array<Exec, float>&speed_, &heading_, &neighbours_, &density_, &nearest_;
        ReadableColumn<Exec, D> readable_;
        Array<Exec, boids::Obstacle> obstacles_;
    };
};

using SceneHere = Boids;

}  // namespace nearfield
