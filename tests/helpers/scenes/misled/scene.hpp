#pragma once
// Drifting actors with a planted error: from a chosen step on, a position is replaced after it was sorted into bins.
#include "base/random.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace misled {

/// Moves right, around a wrapped environment.
template <int D> struct Drift {
    Environment<D> box;
    float speed;
    Packed<D>* next;
    template <class Near> NF_HD vec<D> operator()(u32 i, const Near& near) const {
        vec<D> at = near.position(i);
        at[0] += speed;
        return box.confine(at);
    }
    NF_HD void write(u32 i, const vec<D>& at) const { next[i] = pack<D>(at); }
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

/// Puts the first actor in storage onto the last.
template <int D> struct Misplace {
    Packed<D>* searched;
    u32 last;
    NF_HD void operator()(u32) const { searched[0] = searched[last]; }
};

}  // namespace misled

struct Misled {
    struct Params {
        int actors = 400, from = 0;
        SearchSettings search;
    };
    static const char* key() { return "misled"; }
    static const char* title() { return "Misled"; }
    static const char* elements() { return "actors"; }
    static const char* summary() { return "A search that goes wrong on purpose."; }
    static std::vector<ParamSpec> describe() {
        using P = Params;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 1, 1e6, "Number of actors.").log().does(Effect::respawn),
            integer(&P::from, "from", "Wrong from step", "", 0, 1e6, "0: never."),
        });
    }
    struct Metrics {};
    static std::vector<MetricSpec> metrics() { return {}; }
    static std::vector<Quantity> attributes() { return {}; }
    static constexpr Facets facets = Facets::none;
    static constexpr Depth depth = Depth::flat;

    struct Setup {
        int dimensions = 2;
        u32 actors = 0;
        Environment<3> box;
    };
    static Setup prepare(const Params& p, u32) {
        const float side = std::max(4.f, std::sqrt(float(p.actors) / 4));
        return {.actors = u32(p.actors), .box = {.lo = vec<3>(0.f), .hi = {side, side, 0.f}}};
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec&, const Setup& setup) : space_(setup.box, setup.actors) {}
        auto& space() { return space_; }
        void configure(Exec&, const Params& p) { space_.configure(p.search, 1, true); }
        void reset(Exec& exec, const Params&, u32 seed) {
            auto& actors = space_.actors();
            for_each(exec, actors.size(),
                     misled::Spawn<D>{space_.box(), {seed}, actors.position.writable(), actors.id.writable()});
        }
        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            auto& position = step.actors.position;
            step.construct();
            Packed<D>* searched = position.writable();
            step.move("query", misled::Drift<D>{space_.box(), 0.03f, position.next()});
            if (p.from > 0 && context.number + 1 >= u64(p.from))
                for_each(step.exec, 1, misled::Misplace<D>{searched, space_.count() - 1});
        }
        Metrics metrics(Exec&) { return {}; }
        AttributeView attribute(int) const { return {}; }
        void picture(Canvas<Exec>& canvas) { canvas.actors().size = 0.1f; }
        std::size_t bytes() const { return space_.bytes(); }

      private:
        ByDistance<Exec, D> space_;
    };
};

using SceneHere = Misled;

}  // namespace nearfield
