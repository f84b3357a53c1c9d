#pragma once
// Boids: actors that keep apart, fly along with their neighbours and stay near them. Reynolds 1987 and 1999, and FLAME GPU 2's
// variant as coded; the readings taken are explained in README.md.
#include "scenes/boids/obstacles.hpp"
#include "scenes/boids/rule.hpp"

#include "params/settings.hpp"
#include "sim/uniform_box.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

struct Boids {
    struct Params {
        int actors = 10000;
        int dimensions = 1;
        float neighbours = 8;
        float side = 0;
        float aspect = 1.6f;
        int rules = 0;
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
        int bounds = 0;
        float wall_band = 2;
        float wall = 3;
        int obstacles = 0;
        float obstacle_size = 1.2f;
        int mouse = 0;
        float mouse_force = 3;
        float mouse_radius = 4;
    };

    static const char* key() { return "boids"; }
    static const char* title() { return "Boids"; }
    static const char* summary() { return "Keep apart, fly along, stay near: out of three rules for neighbours comes a flock."; }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn, regrid = Effect::regrid;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 0, 200e6, "Number of boids.").log().does(respawn),
            choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"}, "A plane or a volume.").does(respawn),
            real(&P::neighbours, "neighbours", "Neighbours at start", "", 0.1, 1000, "Mean number of neighbours of a uniform start; with the number of actors it gives the size of the environment. As flocks form, neighbours grow.").log().does(respawn),
            real(&P::side, "side", "Side", "", 0, 1e6, "Height (and depth) of the environment; 0 takes it from the neighbours at start.").log().does(respawn),
            real(&P::aspect, "aspect", "Aspect", "", 0.1, 10, "Width of the environment over its height.").log().does(respawn),
            choice(&P::rules, "rules", "Rules", {"textbook", "flamegpu"}, "textbook: Reynolds' three rules as steering forces. flamegpu: as coded in FLAME GPU 2, where alignment also brakes; its own constants are in the preset flamegpu-bounded."),
            real(&P::radius, "radius", "Radius R", "", 0.001, 100, "Interaction radius: how far a boid sees its neighbours.").log().does(regrid),
            real(&P::separation_radius, "separation_radius", "Separation radius", "", 0.0001, 100, "Nearer neighbours are kept away from; beyond the interaction radius it has no further effect.").log(),
            real(&P::separation, "separation", "Separation", "", 0, 20, "Weight of keeping away from those too near."),
            real(&P::alignment, "alignment", "Alignment", "", 0, 5, "Weight of flying the way the neighbours fly. In flamegpu the share of their mean velocity that is taken."),
            real(&P::cohesion, "cohesion", "Cohesion", "", 0, 5, "Weight of flying to the middle of the neighbours."),
            real(&P::scale, "scale", "Scale", "", 0, 1, "flamegpu only: share of the change that the rules want which a step makes."),
            real(&P::view, "view", "Field of view", "°", 10, 360, "Whole angle of the cone of sight round the heading. Neighbours outside of it are not minded; 360 sees all round."),
            real(&P::min_speed, "min_speed", "Least speed", "/s", 0.0001, 1000, "Nobody flies slower.").log(),
            real(&P::max_speed, "max_speed", "Greatest speed", "/s", 0.0001, 1000, "Nobody flies faster (but in flamegpu for a push by a wall).").log(),
            real(&P::max_force, "max_force", "Greatest force", "/s²", 0.0001, 1e6, "Each behaviour's steering force is clipped to this; small: wide turns.").log(),
            real(&P::time_step, "time_step", "Time step", "s", 0.00001, 1, "Time per step. The distance flown in it should be well below the separation radius.").log(),
            choice(&P::bounds, "bounds", "Bounds", {"walls", "wrapped"}, "walls: soft ones, from which boids turn away in a band before them. wrapped: who leaves on one side enters on the other.").does(regrid),
            real(&P::wall_band, "wall_band", "Wall band", "", 0, 1000, "Distance from a wall at which turning away begins.").log(),
            real(&P::wall, "wall", "Wall", "", 0, 20, "textbook: force at the wall over the greatest steering force, falling to zero across the band. flamegpu: speed added per step within the band."),
            integer(&P::obstacles, "obstacles", "Obstacles", "", 0, 64, "Balls (2D: discs) that boids fly round and never enter.").does(respawn),
            real(&P::obstacle_size, "obstacle_size", "Obstacle radius", "", 0.001, 1000, "Radius of each obstacle.").log().does(respawn),
            choice(&P::mouse, "mouse", "Mouse", {"attracts", "frightens"}, "What boids do about the mouse while the key A is held over the picture: come to it, or flee it like a predator."),
            real(&P::mouse_force, "mouse_force", "Mouse force", "", 0, 20, "Force at the mouse over the greatest steering force, falling to zero at its radius."),
            real(&P::mouse_radius, "mouse_radius", "Mouse radius", "", 0.001, 1000, "How far the mouse acts.").log(),
        });
    }
    static std::vector<Quantity> metrics() {
        return {{"order", "order", "", "Length of the mean of all headings: 0 when boids fly every way, 1 when all fly one way."},
                {"mean_neighbours", "mean neighbours", "", "Neighbours within the radius and in sight, averaged over boids."},
                {"nearest", "nearest neighbour", "", "Distance to the nearest neighbour, averaged over boids that have one within the radius."},
                {"mean_speed", "mean speed", "/s", "Speed averaged over boids."},
                {"population", "population", "", "Number of boids."}};
    }
    static std::vector<Quantity> attributes() {
        return {{"density", "flock density", "", "Boids around, near ones weighing more (1 - d²/R²), over what the mean density gives."},
                {"heading", "heading", "°", "Direction of flight from the x axis, counter-clockwise; in 3D as seen from above."},
                {"speed", "speed", "/s", "Speed after the last step."},
                {"neighbours", "neighbours", "", "Boids within the interaction radius and in sight."}};
    }

    static constexpr bool pointed = true;
    static int dimensions(const Params& p) { return 2 + p.dimensions; }
    static u32 population(const Params& p) { return u32(p.actors); }
    /// Throws UsageError for speeds that contradict each other.
    static float radius(const Params& p) {
        if (p.min_speed > p.max_speed) throw UsageError("min_speed: " + format_number(p.min_speed) + " is above max_speed, " + format_number(p.max_speed) + "; lower it or raise max_speed");
        return p.radius;
    }
    static float drawn_radius(const Params& p) { return 0.11f * p.radius; }

    template <int D> static Environment<D> environment(const Params& p) {
        return uniform_box<D>(p.actors, p.neighbours, p.radius, p.side, p.aspect, p.bounds == 1);
    }

    template <class Exec, int D> class Model {
      public:
        explicit Model(Actors<Exec, D>& actors)
            : velocity_(actors.template add<Packed<D>>("velocities")), speed_(actors.template derive<float>("speeds")), heading_(actors.template derive<float>("headings")),
              neighbours_(actors.template derive<float>("neighbour counts")), density_(actors.template derive<float>("densities")), nearest_(actors.template derive<float>("nearest distances")) {}

        void spawn(Exec& exec, Actors<Exec, D>& actors, const Environment<D>& box, const Params& p, u32 seed) {
            const auto placed = boids::place_obstacles<D>(box, p.obstacles, p.obstacle_size, seed);
            obstacles_.upload(exec, placed);
            std::vector<Shape> shapes;
            for (const auto& o : placed) shapes.push_back({{o.at[0], o.at[1], o.at[2]}, o.radius});
            shapes_ = std::make_shared<const std::vector<Shape>>(std::move(shapes));
            for_each(exec, actors.size(), boids::Spawn<D>{surroundings(box, p, {}), {seed}, p.max_speed, actors.position.writable(), velocity_.writable(), actors.id.writable()});
            for_each(exec, actors.size(), boids::ShowStart<D>{velocity_.current(), shown()});
        }

        void step(Step<Exec, D>& step, const Environment<D>& box, const Params& p) {
            step.construct();
            const boids::Steering steering{p.min_speed, p.max_speed, p.max_force};
            const boids::Weights weights{p.separation, p.alignment, p.cohesion, p.wall};
            const boids::Walls<D> walls{box, p.wall_band};
            if (p.rules == 0) query(step, box, p, boids::Textbook<D>{steering, weights, walls, p.separation_radius * p.separation_radius, p.time_step});
            else query(step, box, p, boids::Flame<D>{steering, weights, walls, 1 / p.separation_radius, p.scale, p.time_step});
            velocity_.swap();
        }

        std::vector<double> metrics(Exec& exec, const Actors<Exec, D>& actors) {
            const double n = std::max(1u, actors.size());
            const auto t = reduce<boids::Totals<D>>(exec, actors.size(), boids::TotalsOf<D>{velocity_.current(), shown()});
            double order2 = 0;
            for (double h : t.heading) order2 += h * h;
            return {std::sqrt(order2) / n, t.neighbours / n, t.with_nearest > 0 ? t.nearest / t.with_nearest : 0, t.speed / n, double(actors.size())};
        }
        AttributeView attribute(int index) const {
            const Array<Exec, float>* const values[] = {&density_, &heading_, &speed_, &neighbours_};
            return {.real = values[index]->data()};
        }
        Column<Exec, Packed<D>>& velocity() { return velocity_; }
        const Packed<D>* heading() { return velocity_.current(); }
        std::shared_ptr<const std::vector<Shape>> shapes() const { return shapes_; }
        std::size_t bytes() const { return obstacles_.bytes() + readable_.bytes(); }

      private:
        template <class Law> void query(Step<Exec, D>& step, const Environment<D>& box, const Params& p, const Law& law) {
            constexpr double mean_weight = D == 2 ? 1. / 2 : 2. / 5;  // of 1 - (d/R)^2 over the ball
            vec<D> size = box.size();
            double volume = 1;
            for (int a = 0; a < D; ++a) volume *= size[a];
            const double expected = mean_weight * step.actors.size() * ball<D>(p.radius) / volume;
            step.move("query", boids::Rule<D, Law>{law, boids::Sight::of(p.view), surroundings(box, p, step.pointer), 1 / (p.radius * p.radius), float(expected), velocity_.current(),
                                                    readable_.of(step.exec, velocity_.current(), step.actors.size()),
                                                    step.actors.position.next(), velocity_.next(), shown()});
        }

        boids::Surroundings<D> surroundings(const Environment<D>& box, const Params& p, const std::optional<glm::vec3>& pointer) const {
            boids::Surroundings<D> s{.box = box, .obstacles = obstacles_.data(), .count = int(obstacles_.size()), .look_ahead = 2 * p.radius, .berth = 0.5f * p.separation_radius};
            if (pointer) s.pointed = true, s.pointer = vec<D>(*pointer), s.reach = p.mouse_radius, s.pull = p.mouse == 0 ? p.mouse_force : -p.mouse_force;
            return s;
        }
        boids::Shown shown() { return {speed_.data(), heading_.data(), neighbours_.data(), density_.data(), nearest_.data()}; }

        Column<Exec, Packed<D>>& velocity_;
        Array<Exec, float>&speed_, &heading_, &neighbours_, &density_, &nearest_;
        ReadableColumn<Exec, D> readable_;
        Array<Exec, boids::Obstacle> obstacles_;
        std::shared_ptr<const std::vector<Shape>> shapes_;
    };
};

using SceneHere = Boids;

}  // namespace nearfield
