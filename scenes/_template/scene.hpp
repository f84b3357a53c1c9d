#pragma once
// The smallest scene: every actor steps away from the middle of its neighbours. To make your own, copy this folder to
// scenes/<name>, rename the struct and its key, and build: no other file changes.
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
    template <class Near> NF_HD void operator()(u32 i, const Near& near) const {
        vec<D> sum(0.f);
        u32 count = 0;
        near.each(i, [&](u32, const vec<D>& towards, float) { sum += towards, ++count; });
        const vec<D> away = count ? sum * (-speed / float(count)) : vec<D>(0.f);
        next[i] = pack<D>(box.confine(near.position(i) + away));
        neighbours[i] = count;
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
    };

    static const char* key() { return "spread"; }
    static const char* title() { return "Spread"; }
    static const char* summary() { return "Actors step away from the middle of their neighbours."; }
    static std::vector<ParamSpec> describe() {
        using P = Params;
        return param_list<P>({
            integer(&P::actors, "actors", "Actors", "", 0, 100e6, "Number of actors.").log().does(Effect::respawn),
            real(&P::radius, "radius", "Radius R", "", 0.01, 100, "Search radius.").log().does(Effect::regrid),
            real(&P::speed, "speed", "Speed", "", 0, 1, "Share of the distance to the middle moved per step."),
        });
    }
    static std::vector<Quantity> metrics() { return {{"mean_neighbours", "mean neighbours", "", "Neighbours within the radius, averaged over actors."}}; }
    static std::vector<Quantity> attributes() { return {{"neighbours", "neighbours", "", "Actors within the search radius."}}; }
    static int dimensions(const Params&) { return 2; }
    static u32 population(const Params& p) { return u32(p.actors); }
    static float radius(const Params& p) { return p.radius; }
    static float drawn_radius(const Params& p) { return 0.1f * p.radius; }
    template <int D> static Environment<D> environment(const Params& p) {
        return {.lo = vec<D>(0.f), .hi = vec<D>(std::max(2 * p.radius, std::sqrt(float(p.actors) / 10))), .wrapped = true};
    }

    template <class Exec, int D> class Model {
      public:
        explicit Model(Actors<Exec, D>& actors) : neighbours_(actors.template derive<u32>("neighbour counts")) {}
        void spawn(Exec& exec, Actors<Exec, D>& actors, const Environment<D>& box, const Params&, u32 seed) {
            for_each(exec, actors.size(), spread::Spawn<D>{box, {seed}, actors.position.writable(), actors.id.writable()});
            fill_zero(exec, neighbours_.data(), actors.size());
        }
        void step(Step<Exec, D>& step, const Environment<D>& box, const Params& p) {
            step.construct();
            step.move("query", spread::Rule<D>{box, p.speed, step.actors.position.next(), neighbours_.data()});
        }
        std::vector<double> metrics(Exec& exec, const Actors<Exec, D>& actors) {
            return {reduce<double>(exec, actors.size(), spread::CountOf{neighbours_.data()}) / std::max(1u, actors.size())};
        }
        AttributeView attribute(int) const { return {.whole = neighbours_.data()}; }

      private:
        Array<Exec, u32>& neighbours_;
    };
};

using SceneHere = Spread;

}  // namespace nearfield
