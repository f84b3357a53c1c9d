#pragma once
// Circles: actors repel each other below half the search radius and attract each other above it. They form rings (2D)
// or hollow spheres (3D). Chisholm 2020, ch. 3.1; README.md explains the interpretation.
#include "scenes/circles/rule.hpp"

#include "base/random.hpp"
#include "params/settings.hpp"
#include "sim/dimensions.hpp"
#include "sim/uniform_box.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace circles {
enum class Reduction { mean, sum };
enum class Pi { exact, published };
enum class Bounds { clamped, wrapped };
}  // namespace circles

struct Circles {
    struct Params {
        int actors = 30000;
        Dimensions dimensions = Dimensions::two;
        float neighbours = 70;
        float side = 0;
        float aspect = 1.6f;
        float radius = 1;
        float force = 0.05f;
        circles::Reduction reduction = circles::Reduction::mean;
        circles::Pi pi = circles::Pi::exact;
        circles::Bounds bounds = circles::Bounds::clamped;
        SearchSettings search;
    };
    struct Metrics {
        double rms_step = 0, mean_neighbours = 0, population = 0;
    };

    static const char* key() { return "circles"; }
    static const char* title() { return "Circles"; }
    static const char* elements() { return "actors"; }
    static const char* summary() {
        return "Actors repel when near and attract when far; rings (2D) and hollow spheres (3D) grow from noise.";
    }

    static std::vector<ParamSpec> describe() {
        using P = Params;
        const auto respawn = Effect::respawn;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 0, 200e6, "Number of actors.").log().does(respawn),
            choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"}, "A plane or a volume.").does(respawn),
            real(&P::radius, "radius", "Radius R", "", 0.01, 100,
                 "Search radius, cutoff and period of the force; rings grow to a slightly smaller diameter.")
                .log()
                .does(Effect::regrid),
            real(
                &P::force, "force", "Force k", "", -0.2, 0.2,
                "Greatest displacement per step. Stable rings need k/R below 0.159; a negative value reverses the law: "
                "actors farther apart than R/2 separate, closer ones collapse."),
            choice(&P::bounds, "bounds", "Bounds", {"clamped", "wrapped"},
                   "clamped: actors stop at the walls. wrapped: they leave on one side and enter on the other.")
                .does(Effect::regrid),
            neighbours_at_start<P>("Neighbours increase as rings form."),
            side_of_box<P>(),
            aspect_of_box<P>(),
            choice(&P::reduction, "reduction", "Reduction", {"mean", "sum"},
                   "mean divides the sum of forces by the number of neighbours, as every published code does; sum is "
                   "the law as printed, which never becomes steady.")
                .in("Law"),
            choice(&P::pi, "pi", "Pi", {"exact", "3.141"},
                   "3.141 is the constant of the published codes, for comparisons with them.")
                .in("Law"),
        });
    }
    static std::vector<MetricSpec> metrics() {
        using M = Metrics;
        return metric_list<M>({
            metric(&M::rms_step, "rms_step", "rms step", "", "Root mean square of the distance moved in one step.")
                .after_a_step(),
            metric(&M::mean_neighbours, "mean_neighbours", "mean neighbours", "",
                   "Neighbours within the radius, averaged over actors.")
                .after_a_step(),
            metric(&M::population, "population", "population", "", "Number of actors."),
        });
    }
    static std::vector<Quantity> attributes() {
        return {{"neighbours", "neighbours", "", "Actors within the search radius.", Known::after_a_step},
                {"move", "move per step", "", "Distance moved in the last step.", Known::after_a_step}};
    }

    static constexpr Facets facets = Facets::none;
    static constexpr Depth depth = Depth::flat_or_deep;
    using Setup = UniformSetup;
    static Setup prepare(const Params& p, u32) { return uniform_setup(p); }

    template <class Exec, int D> class Model {
      public:
        Model(Exec&, const Setup& setup)
            : space_(setup.box, setup.actors),
              neighbours_(space_.actors().template derive<u32>("neighbour counts")),
              move_(space_.actors().template derive<float>("moves")) {}

        auto& space() { return space_; }
        void configure(Exec&, const Params& p) {
            space_.configure(p.search, p.radius, p.bounds == circles::Bounds::wrapped);
            radius_ = p.radius;
        }

        void reset(Exec& exec, const Params&, u32 seed) {
            auto& actors = space_.actors();
            for_each(exec, actors.size(),
                     circles::Spawn<D>{space_.box(), {seed}, actors.position.writable(), actors.id.writable()});
            fill_zero(exec, neighbours_.data(), actors.size());
            fill_zero(exec, move_.data(), actors.size());
        }

        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            step.construct();
            const float pi = p.pi == circles::Pi::exact ? 3.14159265358979f : 3.141f;
            step.move("query", circles::Rule<D>{space_.box(), circles::Force::make(p.radius, pi), p.force,
                                                p.reduction == circles::Reduction::mean, step.actors.position.next(),
                                                neighbours_.data(), move_.data()});
        }

        Metrics metrics(Exec& exec) {
            const double n = std::max(1u, space_.count());
            const auto t =
                reduce<circles::Totals>(exec, space_.count(), circles::TotalsOf{neighbours_.data(), move_.data()});
            return {.rms_step = std::sqrt(t.move2 / n),
                    .mean_neighbours = t.neighbours / n,
                    .population = double(space_.count())};
        }
        AttributeView attribute(int index) const {
            return index == 0 ? AttributeView{.whole = neighbours_.data()} : AttributeView{.real = move_.data()};
        }

        void picture(Canvas<Exec>& canvas) { canvas.actors().size = 0.06f * radius_; }
        std::size_t bytes() const { return space_.bytes(); }

      private:
        ByDistance<Exec, D> space_;
        float radius_ = 1;
        Array<Exec, u32>& neighbours_;
        Array<Exec, float>& move_;
    };
};

using SceneHere = Circles;

}  // namespace nearfield
