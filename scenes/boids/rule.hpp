#pragma once
#include "scenes/boids/params.hpp"
#include "scenes/boids/surroundings.hpp"

#include "base/random.hpp"
#include "usp/search/read_by_others.hpp"
#include "usp/walk/nearest.hpp"

namespace nearfield::boids {

/// Contribution of a neighbour in sight.
template <int D> struct Seen {
    vec<D> towards, velocity;
    float push, density, d2;  ///< `push`: repulsion per unit of the vector to the neighbour
};

/// Sums over an actor's neighbours in sight.
template <int D> struct Flock {
    vec<D> apart{0.f};     ///< away from neighbours that are too near, weighted by the law
    vec<D> velocity{0.f};  ///< sum of velocities
    vec<D> towards{0.f};   ///< sum of the vectors to the neighbours
    float count = 0.f;
    float density = 0.f;  ///< sum of 1 - (d / R)^2; for nearest neighbours: number per volume
    float nearest2 = INFINITY;
    NF_INLINE void operator+=(const Seen<D>& s) {
        apart -= s.towards * s.push;
        velocity += s.velocity;
        towards += s.towards;
        count += 1.f;
        density += s.density;
        nearest2 = nearest2 < s.d2 ? nearest2 : s.d2;
    }
    friend NF_HD Flock operator+(const Flock& a, const Flock& b) {
        return {a.apart + b.apart, a.velocity + b.velocity, a.towards + b.towards,
                a.count + b.count, a.density + b.density,   fminf(a.nearest2, b.nearest2)};
    }
};

struct Weights {
    float separation, alignment, cohesion, wall;
};

/// Reynolds' three rules (1987), as steering behaviours (1999).
template <int D> struct Textbook {
    Steering steering;
    Weights weight;
    Walls<D> walls;
    float separation2;  ///< squared separation radius
    float dt;

    /// Repulsion by a neighbour at squared distance d2, per unit of the vector to it.
    NF_INLINE float push(float d2) const {
        return d2 < separation2 ? quick_inverse(larger(d2, 1e-12f * separation2)) : 0.f;
    }

    /// Velocity after a step; `others`: force from obstacles and the mouse.
    NF_INLINE vec<D> turn(const vec<D>& x, const vec<D>& v, const Flock<D>& flock, const vec<D>& others) const {
        vec<D> force = others + walls.depth(x) * (weight.wall * steering.most_force);
        force += steering.along<D>(flock.apart, v) * weight.separation;
        force += steering.along<D>(flock.velocity, v) * weight.alignment;
        force += steering.along<D>(flock.towards, v) * weight.cohesion;
        return steering.limited<D>(v + force * dt);
    }
};

/// FLAME GPU 2's boids as coded in examples/cpp/boids_spatial3D: alignment subtracts the actor's whole velocity instead
/// of steering towards that of its neighbours. All changes are per step, independent of its length.
template <int D> struct Flame {
    Steering steering;
    Weights weight;
    Walls<D> walls;
    float per_separation;  ///< 1 / separation radius
    float scale;           ///< factor of the change of velocity per step
    float dt;

    NF_INLINE float push(float d2) const {
        const float closeness = larger(0.f, 1.f - quick_sqrt(d2) * per_separation);
        return closeness * closeness;
    }

    NF_INLINE vec<D> turn(const vec<D>& x, const vec<D>& v, const Flock<D>& flock, const vec<D>& others) const {
        vec<D> change = flock.apart * weight.separation;
        if (flock.count > 0.f)
            change +=
                flock.towards * (weight.cohesion / flock.count) + flock.velocity * (weight.alignment / flock.count) - v;
        vec<D> next = steering.limited<D>(v + change * scale + others * dt);
        const vec<D> inward = walls.depth(x);
        for (int a = 0; a < D; ++a) next[a] += inward[a] > 0.f ? weight.wall : inward[a] < 0.f ? -weight.wall : 0.f;
        return next;
    }
};

/// Values per actor, for colours and metrics.
struct ActorValues {
    float *speed, *heading, *neighbours, *density, *nearest;

    template <int D> NF_INLINE void put(u32 i, const vec<D>& v, const Flock<D>& flock, float mean_density) const {
        speed[i] = quick_sqrt(dot<D>(v, v));
        heading[i] = atan2f(D == 3 ? -v[D - 1] : v[1], v[0]) * 57.2957795f;
        neighbours[i] = flock.count;
        density[i] = flock.density / mean_density;
        nearest[i] = quick_sqrt(flock.nearest2);
    }
};

/// One step of one actor.
template <int D, class Law> struct Rule {
    Law law;
    Sight sight;
    Surroundings<D> surroundings;
    float per_radius2;   ///< 1 / R^2
    float mean_density;  ///< Flock::density at the mean density
    const Packed<D>* velocity;
    ReadByOthers<D> velocities;
    Packed<D>*next, *next_velocity;
    ActorValues shown;

    struct Result {
        vec<D> position, velocity;
        Flock<D> flock;
    };
    static constexpr bool sums_only = true, looks_ahead = true;
    template <class Near> NF_HD Result operator()(u32 i, const Near& near) const {
        const vec<D> heading = direction<D>(load<D>(velocity + i));
        const auto flock = near.sum(i, Flock<D>{}, [&](const Other& j, const vec<D>& towards, float d2) {
            const float ahead = dot<D>(towards, heading), push = law.push(d2);
            const bool sees = sight.sees(ahead, d2);
            const vec<D> theirs = velocities(j.only_if(sees));
            return OnlyIf<Seen<D>>{sees, {towards, theirs, push, 1.f - d2 * per_radius2, d2}};
        });
        return turned(i, near.position(i), flock);
    }
    NF_INLINE Result turned(u32 i, const vec<D>& x, const Flock<D>& flock) const {
        const vec<D> v = load<D>(eager(velocity) + i);  // loaded again, to save registers during the sum
        vec<D> after = law.turn(x, v, flock, surroundings.force(law.steering, x, v));
        vec<D> place = surroundings.box.confine(x + after * law.dt);
        surroundings.keep_out(place, after);
        return {place, after, flock};
    }
    NF_HD void write(u32 i, const Result& result) const {
        next[i] = pack<D>(result.position);
        next_velocity[i] = pack<D>(result.velocity);
        shown.put(i, result.velocity, result.flock, mean_density);
    }
};

/// The same for an actor whose flock is its nearest neighbours at any distance (Ballerini et al. 2008). The density is
/// that of the ball up to the farthest of them.
template <int D, class Law> struct NearestRule {
    Rule<D, Law> rule;
    Storage<D> storage;
    const u32* id;
    u32 nearest;  ///< at most most_nearest

    NF_HD void operator()(u32 i) const {
        Met met[most_nearest];
        NearestList list{{id}, met, nearest};
        nearest_to(storage, i, INFINITY, list);
        const vec<D> x = load<D>(storage.position + i);
        rule.write(i, rule.turned(i, x, flock_of(i, x, list)));
    }

  private:
    NF_INLINE Flock<D> flock_of(u32 i, const vec<D>& x, const NearestList& list) const {
        const vec<D> heading = direction<D>(load<D>(rule.velocity + i));
        Flock<D> flock;
        for (u32 k = 0; k < list.held; ++k) {
            const Met& met = list.kept[k];
            vec<D> towards = load<D>(storage.position + met.at) - x;
            if (storage.grid.box.wrapped) towards = nearest_image(storage.grid.box, towards);
            if (rule.sight.sees(dot<D>(towards, heading), met.d2))
                flock += Seen<D>{.towards = towards,
                                 .velocity = load<D>(rule.velocity + met.at),
                                 .push = rule.law.push(met.d2),
                                 .density = 0.f,
                                 .d2 = met.d2};
        }
        if (list.held == 0) return flock;
        const float far = larger(quick_sqrt(list.kept[list.held - 1].d2), 1e-6f * storage.grid.radius);
        flock.density = float(list.held / ball<D>(far));
        return flock;
    }
};

/// Positions are uniform in the box outside obstacles. Directions are normalised points of a cube (as in FLAME GPU 2);
/// speeds are 0.1 to 1 times the greatest speed. Storage order and ids follow the order of creation.
template <int D> struct Spawn {
    Surroundings<D> surroundings;
    Random random;
    float most_speed;
    Packed<D>*position, *velocity;
    u32* id;
    NF_HD void operator()(u32 i) const {
        vec<D> x = random.uniform<D>(i, surroundings.box.lo, surroundings.box.hi);
        const auto words = Random{random.seed, 1}.words(i);
        vec<D> way = direction<D>(Random{random.seed, 2}.uniform<D>(i, vec<D>(-1.f), vec<D>(1.f)));
        if (dot<D>(way, way) == 0.f) way[0] = 1.f;
        vec<D> v = way * (most_speed * fmaf(float(words[0] >> 8) * 0x1p-24f, 0.9f, 0.1f));
        surroundings.keep_out(x, v);
        position[i] = pack<D>(x);
        velocity[i] = pack<D>(v);
        id[i] = i;
    }
};

/// Initial values, before any neighbour search.
template <int D> struct ShowStart {
    const Packed<D>* velocity;
    ActorValues shown;
    NF_HD void operator()(u32 i) const { shown.put(i, load<D>(velocity + i), Flock<D>{}, 1.f); }
};

template <int D> struct Totals {
    double heading[D] = {}, speed = 0, neighbours = 0, nearest = 0, with_nearest = 0;
    friend NF_HD Totals operator+(const Totals& a, const Totals& b) {
        Totals sum{
            {}, a.speed + b.speed, a.neighbours + b.neighbours, a.nearest + b.nearest, a.with_nearest + b.with_nearest};
        for (int k = 0; k < D; ++k) sum.heading[k] = a.heading[k] + b.heading[k];
        return sum;
    }
};

template <int D> struct TotalsOf {
    const Packed<D>* velocity;
    ActorValues shown;
    NF_HD Totals<D> operator()(u32 i) const {
        const vec<D> v = load<D>(velocity + i), way = direction<D>(v);
        const bool has = shown.nearest[i] < 3e38f;
        Totals<D> t{{}, shown.speed[i], shown.neighbours[i], has ? shown.nearest[i] : 0., has ? 1. : 0.};
        for (int k = 0; k < D; ++k) t.heading[k] = way[k];
        return t;
    }
};

}  // namespace nearfield::boids
