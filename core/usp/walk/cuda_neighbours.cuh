#pragma once
// Neighbour iteration by CUDA threads. Only for nvcc.
#include "usp/walk/contribution.hpp"
#include "usp/walk/fused.hpp"
#include "usp/walk/neighbour_list.hpp"
#include "usp/walk/sparse_walk.hpp"

#include <cstring>

namespace nearfield::detail {

#define NF_DEVICE __device__ __forceinline__

/// Candidates that are loaded and tested together; these numbers were fastest in Circles.
template <int D> constexpr u32 candidates_at_a_time = D == 3 ? 3 : 5;

/// A fused visit, fixed at compile time. `Split`: lanes of a warp share the rows of an actor, for populations too small
/// to fill the device.
template <bool Wrap, bool Split> struct FusedWay {
    static constexpr Visit visit = visit_of<FusedVisit>;
    static constexpr bool wrap = Wrap, split = Split, fused = true;
    int together = 2;  ///< rows per loop, at least 2
    int lanes = 1;     ///< threads that share an actor
};

/// Another visit of a full grid, in kernels with the walk by rows only. These take 48 registers in 3D instead of 63.
template <bool Wrap> struct RowsWay {
    Visit visit;
    static constexpr bool wrap = Wrap, split = false, fused = false, curve = false, by_rows = true;
};

/// Any visit.
struct AnyWay : Walk {
    static constexpr bool split = false, fused = false;
};
/// Any visit, for rules that look ahead.
struct LookingWay : LookingWalk {
    static constexpr bool split = false, fused = false;
};

/// A fused visit with strips cut to the field of view.
template <bool Wrap> struct LookingFusedWay : FusedWay<Wrap, false> {
    static constexpr bool looks = true, curve = false;
};

/// A way that also records the found neighbours, unless the list is empty.
template <class Way> struct Noting : Way { NeighbourList list; };

/// A way that reads recorded neighbours.
template <bool Wrap, bool Split> struct Listed {
    NeighbourList list;
    int lanes = 1;
    static constexpr bool wrap = Wrap, split = Split, fused = false;
};

template <class Way> constexpr bool is_noting = false;
template <class Way> constexpr bool is_noting<Noting<Way>> = true;
template <class Way> constexpr bool is_listed = false;
template <bool Wrap, bool Split> constexpr bool is_listed<Listed<Wrap, Split>> = true;

/// Shift of a query towards a strip across wrapped borders, in whole sides: two bits per axis.
template <int D> struct Sides {
    u32 bits = 0;

    static NF_DEVICE Sides of(const vec<D>& moved) {
        Sides sides;
        for (int a = 0; a < D; ++a) sides.bits |= (moved[a] > 0.f ? 1u : moved[a] < 0.f ? 2u : 0u) << 2 * a;
        return sides;
    }
    NF_DEVICE vec<D> moved(const Environment<D>& box) const {
        vec<D> moved(0.f);
        for (int a = 0; a < D; ++a) {
            const u32 way = bits >> 2 * a & 3u;
            if (way) moved[a] = way == 1 ? box.hi[a] - box.lo[a] : box.lo[a] - box.hi[a];
        }
        return moved;
    }
};

/// A strip in shared memory.
template <int D, bool Wrap> struct Slot { u32 first, end; };
template <int D> struct Slot<D, true> {
    u32 first, end;
    Sides<D> sides;
};

/// A rule's access to its neighbours on CUDA (neighbours.hpp).
template <class Way, int D> struct CudaNeighbours {
    Way way;
    Storage<D> storage;

    NF_DEVICE vec<D> position(u32 i) const { return load<D>(storage.position + i); }

    template <class F> NF_DEVICE void each(u32 i, F&& f) const {
        static_assert(!Way::split && !is_listed<Way>, "a rule that splits or reads lists may only use sum");
        candidates<Coincident::visited>(i, position(i), [&](u32 j, const vec<D>& towards, float d2, bool near) {
            if (near) f(j, towards, d2);
        });
    }

    template <Coincident C = Coincident::visited, class Sum, class F>
    NF_DEVICE Sum sum(u32 i, const Sum& zero, F&& f) const {
        return sum_over<C, false>(i, position(i), zero, f);
    }

    template <class Sum, class F>
    NF_DEVICE Sum sum_of(u32 i, const Storage<D>& others, const vec<D>& at, bool wanted, const Sum& zero, F&& f) const {
        static_assert(!may_look<Way>, "a rule that looks ahead sees its own search alone");
        if constexpr (Way::split) wanted = __any_sync(~0u, wanted);  // keeps the threads of a warp converged
        if (!wanted) return zero;
        CudaNeighbours among = *this;
        among.storage = others;
        return among.template sum_over<Coincident::visited, true>(i, at, zero, f);
    }

    /// True for the one thread per actor that writes the rule's result. False if the actor's list overflowed, since it
    /// is searched again.
    NF_DEVICE bool leads(u32 i) const {
        if constexpr (is_listed<Way>)
            if (NeighbourList::is_spilled(way.list.counts[owner(i)])) return false;
        return is_first(i);
    }

  private:
    template <class W, int E> friend struct CudaNeighbours;

    /// `Others` is set by sum_of.
    template <Coincident C, bool Others, class Sum, class F>
    NF_DEVICE Sum sum_over(u32 i, const vec<D>& at, const Sum& zero, F&& f) const {
        Sum all = zero;
        const auto add_near = [&](u32 j, const vec<D>& towards, float d2, bool near) {
            add_if(all, near, f(Other(j, near), towards, d2));
        };
        const u32 self = Others ? ~u32{0} : i;
        if constexpr (is_listed<Way>) {
            each_listed<Others>(i, at, add_near);
        } else if constexpr (is_noting<Way>) {
            static_assert(C == Coincident::visited, "noted neighbours hold the coincident too");
            note<Others>(i, [&](auto&& take) {
                candidates<C>(self, at, [&](u32 j, const vec<D>& towards, float d2, bool near) {
                    if (near) take(j);
                    add_near(j, towards, d2, near);
                });
            });
        } else {
            candidates<C>(self, at, add_near);
        }
        return combine(all);
    }

    /// Calls f(j, towards, d2, near) for every candidate; `near` is true for neighbours.
    template <Coincident C, class F> NF_DEVICE void candidates(u32 self, const vec<D>& at, F&& f) const {
        if constexpr (Way::fused) walk_fused<C>(self, at, f);
        else
            each_range(
                way, storage, at, [&](const Stretch& t, const vec<D>& moved) { visit<C>(self, at, t, moved, f); },
                self);
    }

    template <Coincident C, class F>
    NF_DEVICE void visit(u32 self, const vec<D>& at, const Stretch& t, const vec<D>& moved, F&& f) const {
        const float r2 = storage.grid.radius * storage.grid.radius;
        for (u32 j = t.first; j < t.end; ++j) test<C>(self, j, vector_to<D>(position(j), at, moved), r2, true, f);
    }

    template <Coincident C, class F>
    NF_DEVICE void test(u32 self, u32 j, const vec<D>& to, float r2, bool valid, F&& f) const {
        constexpr float same_place = 1e-30f;  // squared distance
        if constexpr (C == Coincident::skipped) {
            // negative for the actor itself and coincident ones, which as an unsigned number exceeds any radius
            float d2 = fmaf(to[0], to[0], -same_place);
            for (int a = 1; a < D; ++a) d2 = fmaf(to[a], to[a], d2);
            f(j, to, d2, valid & (__float_as_uint(d2) < __float_as_uint(r2)));
        } else {
            const float d2 = dot<D>(to, to);
            f(j, to, d2, valid & (d2 < r2) & ((d2 > 0.f) | (j != self)));
        }
    }

    /// Stores the strips of several rows in shared memory, then walks them in one loop, several candidates at a time.
    /// The last candidates may lie beyond a strip's end; padded arrays allow reading them, and `valid` is false.
    template <Coincident C, class F> NF_DEVICE void walk_fused(u32 self, const vec<D>& at, F&& f) const {
        using Strip = Slot<D, Way::wrap>;
        extern __shared__ __align__(16) unsigned char nearfield_strips[];
        Strip* const slots = reinterpret_cast<Strip*>(nearfield_strips) + threadIdx.x;
        Strip* free = slots;
        const float r2 = eager(storage.grid.radius * storage.grid.radius);
        bool crosses = false;  // a wrapped border
        const auto push = [&](const Stretch& t, const vec<D>& moved) {
            if (t.first >= t.end) return;
            if constexpr (Way::wrap || may_look<Way>)  // a row may have several stretches
                if (free == slots + way.together * blockDim.x) return visit<C>(self, at, t, moved, f);
            if constexpr (Way::wrap) {
                free->sides = Sides<D>::of(moved);
                crosses |= free->sides.bits != 0;
            }
            free->first = t.first;
            free->end = t.end;
            free += blockDim.x;
        };
        const auto flush = [&] {
            free->first = free->end = 0;
            const bool across = Way::wrap && __any_sync(__activemask(), crosses);  // usually false for all of the
                                                                                   // warp's strips
            if constexpr (Way::wrap)
                if (across) walk<C, true>(self, at, slots, r2, f);
            if (!across) walk<C, false>(self, at, slots, r2, f);
            free = slots;
            crosses = false;
        };
        if constexpr (Way::split)
            each_fused_shared(way, storage, at, way.together, int(threadIdx.x) % way.lanes, way.lanes, push, flush);
        else each_fused(way, storage, at, self, way.together, push, flush);
    }

    /// `across`: strips of at least one lane cross a wrapped border.
    template <Coincident C, bool across, class Strip, class F>
    NF_DEVICE void walk(u32 self, const vec<D>& at, const Strip* slot, float r2, F&& f) const {
        constexpr u32 block = candidates_at_a_time<D>;
        u32 first = slot->first, end = slot->end;
        while (first < end) {
            const u32 left = end - first;
            vec<D> to[block];
            load_candidates(first, to);
            vec<D> moved(0.f);
            if constexpr (across) moved = slot->sides.moved(storage.grid.box);
            for (u32 b = 0; b < block; ++b) {
                to[b] = across ? vector_to<D>(to[b], at, moved) : to[b] - at;
                test<C>(self, first + b, to[b], r2, b == 0 || b < left, f);
            }
            first += block;
            if (first >= end) {
                slot += blockDim.x;
                first = slot->first;
                end = slot->end;
            }
        }
    }

    template <u32 block> NF_DEVICE void load_candidates(u32 first, vec<D> (&position)[block]) const {
        if constexpr (D == 3) {
            const Packed<2>* plane = storage.apart.plane + first;
            const float* height = storage.apart.height + first;
            for (u32 b = 0; b < block; ++b) position[b] = {load<2>(plane + b), __ldg(height + b)};
        } else {
            const Packed<D>* from = storage.position + first;
            for (u32 b = 0; b < block; ++b) position[b] = load<D>(from + b);
        }
    }

    /// Loads several entries at a time to overlap their latencies.
    template <bool Others, class F> NF_DEVICE void each_listed(u32 i, const vec<D>& at, F&& f) const {
        constexpr u32 block = 4;
        const auto part = NeighbourList::part(way.list.counts[owner(i)], Others);
        const u32* from = entries(i, part.first);
        for (u32 k = 0; k < part.count; k += block) {
            u32 j[block];
            vec<D> to[block];
            for (u32 b = 0; b < block; ++b, from += way.list.apart()) j[b] = k + b < part.count ? __ldg(from) : 0;
            for (u32 b = 0; b < block; ++b) to[b] = position(j[b]) - at;
            if constexpr (Way::wrap)
                for (u32 b = 0; b < block; ++b) to[b] = nearest_image(storage.grid.box, to[b]);
            for (u32 b = 0; b < block; ++b) f(j[b], to[b], dot<D>(to[b], to[b]), k + b < part.count);
        }
    }

    /// Runs find(take) and records the arguments of `take`: neighbours, or with `Others` actors of the other storage.
    template <bool Others, class Find> NF_DEVICE void note(u32 i, Find&& find) const {
        const NeighbourList& list = way.list;
        const u32 before = Others && list ? list.counts[owner(i)] : 0,
                  first = NeighbourList::part(before, Others).first, room = list.room - first;
        u32* to = entries(i, first);
        u32 taken = 0;
        find([&](u32 j) {
            if (taken < room) {
                *to = j;
                to += list.apart();
            }
            ++taken;
        });
        if (!list) return;
        const bool spills = any_sharing(taken > room);
        taken = taken < room ? taken : room;
        list.counts[owner(i)] = before | taken << (Others ? 16 : 0) | (spills ? NeighbourList::full : 0);
        if (spills && !NeighbourList::is_spilled(before) && is_first(i))
            list.spilled[1 + atomic_add(list.spilled, 1)] = i;
    }

    /// Index of this thread's list for actor i.
    NF_DEVICE u32 owner(u32 i) const {
        if constexpr (Way::split) return i * u32(way.lanes) + threadIdx.x % u32(way.lanes);
        return i;
    }
    NF_DEVICE u32* entries(u32 i, u32 first) const {
        return way.list.entries + std::size_t(owner(i)) * way.list.per_owner() + std::size_t(first) * way.list.apart();
    }

    /// True if `yes` holds for any thread that shares the actor.
    NF_DEVICE bool any_sharing(bool yes) const {
        if constexpr (Way::split)
            return __ballot_sync(~0u, yes) >> (threadIdx.x % 32 / way.lanes * way.lanes) & ((1u << way.lanes) - 1);
        return yes;
    }

    /// True for one of the threads that share actor i.
    NF_DEVICE bool is_first(u32 i) const {
        if constexpr (Way::split) return blockIdx.x * blockDim.x + threadIdx.x == i * u32(way.lanes);
        return true;
    }

    /// The sum over the threads that share an actor, returned to all of them.
    template <class Sum> NF_DEVICE Sum combine(Sum all) const {
        if constexpr (Way::split) {
            constexpr int words = sizeof(Sum) / sizeof(u32);
            static_assert(sizeof(Sum) == words * sizeof(u32) && std::is_trivially_copyable_v<Sum>);
            for (int apart = way.lanes / 2; apart > 0; apart /= 2) {
                u32 mine[words], others[words];
                memcpy(mine, &all, sizeof(Sum));
                for (int w = 0; w < words; ++w) others[w] = __shfl_xor_sync(~0u, mine[w], apart);
                Sum other;
                memcpy(&other, others, sizeof(Sum));
                all = all + other;
            }
        }
        return all;
    }
};

}  // namespace nearfield::detail
