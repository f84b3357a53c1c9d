#pragma once
// Circles: actors that push each other away when nearer than half the search radius and pull when farther, so that they
// gather on rings (2D) or hollow spheres (3D). Chisholm 2020, ch. 3.1; the reading taken is explained in README.md.
#include "scenes/circles/rule.hpp"

#include "base/random.hpp"
#include "params/settings.hpp"
#include "sim/uniform_box.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

struct Circles {
    struct Params {
        int actors = 30000;
        int dimensions = 0;
        float neighbours = 70;
        float side = 0;
        float aspect = 1.6f;
        float radius = 1;
        float force = 0.05f;
        int reduction = 0;
        int pi = 0;
        int bounds = 0;
    };

    static const char* key() { return "circles"; }
    static const char* title() { return "Circles"; }
    static const char* summary() { return "Actors repel when near and attract when far; out of noise grow rings (2D) and hollow spheres (3D)."; }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 0, 200e6, "Number of actors.").log().does(respawn),
            choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"}, "A plane or a volume.").does(respawn),
            real(&P::neighbours, "neighbours", "Neighbours at start", "", 0.1, 1000, "Mean number of neighbours of a uniform start; with the number of actors it gives the size of the environment. As rings form, neighbours grow.").log().does(respawn),
            real(&P::side, "side", "Side", "", 0, 1e6, "Height (and depth) of the environment; 0 takes it from the neighbours at start.").log().does(respawn),
            real(&P::aspect, "aspect", "Aspect", "", 0.1, 10, "Width of the environment over its height.").log().does(respawn),
            real(&P::radius, "radius", "Radius R", "", 0.01, 100, "Search radius, cutoff and period of the force; rings grow to a diameter a little under it.").log().does(Effect::regrid),
            real(&P::force, "force", "Force k", "", -0.2, 0.2, "Longest move per step. Stable rings need k/R below 0.159; a negative value turns the law round: actors farther than R/2 drift apart, nearer ones fall together."),
            choice(&P::reduction, "reduction", "Reduction", {"mean", "sum"}, "mean divides the sum of forces by the number of neighbours, as every published code does; sum is the law as printed, which never settles."),
            choice(&P::pi, "pi", "Pi", {"exact", "3.141"}, "3.141 is the constant of the published codes, for runs to be compared with theirs."),
            choice(&P::bounds, "bounds", "Bounds", {"clamped", "wrapped"}, "clamped: actors stop at the walls. wrapped: they leave on one side and enter on the other.").does(Effect::regrid),
        });
    }
    static std::vector<Quantity> metrics() {
        return {{"rms_step", "rms step", "", "Root mean square of the distance moved in one step."},
                {"mean_neighbours", "mean neighbours", "", "Neighbours within the radius, averaged over actors."},
                {"population", "population", "", "Number of actors."}};
    }
    static std::vector<Quantity> attributes() {
        return {{"neighbours", "neighbours", "", "Actors within the search radius."},
                {"move", "move per step", "", "Distance moved in the last step."}};
    }

    static int dimensions(const Params& p) { return 2 + p.dimensions; }
    static u32 population(const Params& p) { return u32(p.actors); }
    static float radius(const Params& p) { return p.radius; }
    static float drawn_radius(const Params& p) { return 0.06f * p.radius; }

    template <int D> static Environment<D> environment(const Params& p) {
        return uniform_box<D>(p.actors, p.neighbours, p.radius, p.side, p.aspect, p.bounds == 1);
    }

    template <class Exec, int D> class Model {
      public:
        explicit Model(Actors<Exec, D>& actors) : neighbours_(actors.template derive<u32>("neighbour counts")), move_(actors.template derive<float>("moves")) {}

        void spawn(Exec& exec, Actors<Exec, D>& actors, const Environment<D>& box, const Params&, u32 seed) {
            for_each(exec, actors.size(), circles::Spawn<D>{box, {seed}, actors.position.writable(), actors.id.writable()});
            fill_zero(exec, neighbours_.data(), actors.size());
            fill_zero(exec, move_.data(), actors.size());
        }

        void step(Step<Exec, D>& step, const Environment<D>& box, const Params& p) {
            step.construct();
            const float pi = p.pi == 0 ? 3.14159265358979f : 3.141f;
            step.move("query", circles::Rule<D>{box, circles::Force::make(p.radius, pi), p.force, p.reduction == 0, step.actors.position.next(), neighbours_.data(), move_.data()});
        }

        std::vector<double> metrics(Exec& exec, const Actors<Exec, D>& actors) {
            const double n = std::max(1u, actors.size());
            const auto t = reduce<circles::Totals>(exec, actors.size(), circles::TotalsOf{neighbours_.data(), move_.data()});
            return {std::sqrt(t.move2 / n), t.neighbours / n, double(actors.size())};
        }
        AttributeView attribute(int index) const { return index == 0 ? AttributeView{.whole = neighbours_.data()} : AttributeView{.real = move_.data()}; }

      private:
        Array<Exec, u32>& neighbours_;
        Array<Exec, float>& move_;
    };
};

using SceneHere = Circles;

}  // namespace nearfield
