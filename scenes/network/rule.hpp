#pragma once
#include "base/random.hpp"
#include "usp/multimap_probe.hpp"

namespace nearfield::network {

/// View of the graph for rules.
struct Edges {
    const u32* destination;
    const float* length;
    u32 fan;  ///< edges of vertex V: V * fan ... V * fan + fan - 1
};

struct EdgeOf {
    const u32* edge;
    NF_HD u32 operator()(u32 i) const { return edge[i]; }
};

/// The edges that actor i surveys: those out of the vertex ahead.
struct Survey {
    Edges edges;
    const u32* edge;
    NF_HD KeyRange operator()(u32 i) const { return {edges.destination[edge[i]] * edges.fan, edges.fan}; }
};

/// The surveyed edge that is tested first; it wins ties.
enum class First { random, place, zero };

/// One actor's step. It advances by its speed and counts the actors on each edge out of the vertex ahead. At the end of
/// its own edge it moves to the edge with the most room, if any. Room is signed: capacity - count. Counts are those at
/// the start of the step, so several actors may enter at once (the capacity is soft).
struct Travel {
    Edges edges;
    const u32 *start, *edge,
        *id;  ///< start: first storage index per edge; edge and id: of the actor at each storage index
    const float* speed;
    float* progress;
    u32* next;
    int capacity;
    Random random;  ///< of this step
    First first;
    bool walk;  ///< count by reading every actor; else from the boundaries

    NF_HD u32 first_of(u32 i) const {
        if (first == First::zero) return 0;
        return (first == First::place ? i : random.words(id[i])[0]) % edges.fan;
    }

    NF_HD int count(u32 on) const {
        if (!walk) return int(start[on + 1] - start[on]);
        int n = 0;
        for (u32 k = start[on]; k < start[on + 1]; ++k) n += edge[k] == on;
        return n;
    }

    NF_HD void operator()(u32 i) const {
        const u32 here = edge[i], ahead = edges.destination[here] * edges.fan;
        const float done = progress[i] + speed[i];
        u32 best = here, offset = first_of(i);
        int room = -2147483647;
        for (u32 n = 0; n < edges.fan; ++n) {
            const int free = capacity - count(ahead + offset);
            if (free > room) {
                room = free;
                best = ahead + offset;
            }
            if (++offset == edges.fan) offset = 0;
        }
        const bool moves = done >= edges.length[here] && room > 0;
        next[i] = moves ? best : here;
        progress[i] = moves ? 0.f : done;
    }
};

/// Position of an actor in the right-hand lane of its edge, and the values that colour it.
template <int D, class Count> struct Show {
    Edges edges;
    const Packed<2>* vertex;
    Environment<D> box;
    const u32* edge;
    const float *progress, *speed;
    Count count;  ///< actors per edge
    float lane;   ///< distance from the middle of the street, in world units
    int capacity;
    Packed<D>* position;
    float *load, *waited;

    NF_HD void operator()(u32 i) const {
        const u32 e = edge[i];
        const vec<2> a = unpack<2>(vertex[e / edges.fan]), along = unpack<2>(vertex[edges.destination[e]]) - a;
        const float part = fminf(progress[i] / edges.length[e], 1.f), distance = sqrtf(dot<2>(along, along));
        vec<2> p = a + along * part;
        if (distance > 0) p += vec<2>(along[1], -along[0]) * (lane / distance);
        position[i] = pack<D>(box.confine(p));
        load[i] = float(count(e)) / float(capacity);
        const float over = progress[i] - edges.length[e];
        waited[i] = over >= 0 && speed[i] > 0 ? floorf(over / speed[i]) + 1 : 0.f;
    }
};

/// Number of actors on an edge, from the boundaries of the step's multi-map or from counts.
struct CountByRun {
    const u32* start;
    NF_HD u32 operator()(u32 e) const { return start[e + 1] - start[e]; }
};
struct CountByEdge {
    const u32* count;
    NF_HD u32 operator()(u32 e) const { return count[e]; }
};

struct CountActors {
    const u32* edge;
    u32* count;
    NF_HD void operator()(u32 i) const { atomic_add(count + edge[i], 1u); }
};

enum class Start { anywhere, in_order, one_place };

struct Spawn {
    Random random;
    u32 actors, edge_count;
    const float* length;
    Start start;
    float slowest, fastest;
    u32 *edge, *id;
    float *progress, *speed;

    NF_HD u32 first_edge(u32 i, u32 word) const {
        if (start == Start::in_order) return u32(u64(i) * edge_count / actors);
        const u32 among = start == Start::one_place ? (edge_count + 7) / 8 : edge_count;
        return u32(u64(word) * among >> 32);
    }
    NF_HD void operator()(u32 i) const {
        const vec<2> u = random.uniform<2>(i, {0.f, slowest}, {1.f, fastest});
        const u32 e = first_edge(i, random.words(i)[2]);
        id[i] = i;
        edge[i] = e;
        speed[i] = u[1];
        progress[i] = start == Start::in_order ? 0.f : u[0] * length[e];
    }
};

struct Totals {
    double squares = 0, actors = 0;
    u32 fullest = 0;
    friend NF_HD Totals operator+(const Totals& a, const Totals& b) {
        return {a.squares + b.squares, a.actors + b.actors, a.fullest > b.fullest ? a.fullest : b.fullest};
    }
};

struct TotalsOf {
    const u32* count;
    NF_HD Totals operator()(u32 e) const { return {double(count[e]) * count[e], double(count[e]), count[e]}; }
};

struct Waits {
    const float* waited;
    NF_HD u32 operator()(u32 i) const { return waited[i] > 0; }
};

}  // namespace nearfield::network
