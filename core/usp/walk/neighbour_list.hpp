#pragma once
#include "usp/walk/lanes.hpp"

namespace nearfield {

/// Neighbours recorded by the first query of a step, so that later queries need not search (a Verlet list for one
/// step). A plain value that kernels carry. An owner is an actor or, if threads share an actor, one of these threads.
struct NeighbourList {
    u32* entries = nullptr;  ///< storage indices; CUDA: entry k of all owners side by side, CPU: owner by owner
    u32* counts = nullptr;   ///< per owner: neighbours in the low bits, actors of another storage above, overflow flag
                             ///< on top
    u32* spilled = nullptr;  ///< actors with more neighbours than `room`: their number, then the actors
    u32 owners = 0, room = 0;

    NF_INLINE explicit operator bool() const { return room > 0; }

    /// Range of an owner's entries.
    struct Part {
        u32 first, count;
    };
    static constexpr u32 most = 0x7fff, full = 1u << 31;
#if NF_ON_DEVICE
    static constexpr u32 aligned = 1;
    NF_INLINE u32 per_owner() const { return 1; }   ///< from an owner's first entry to the next owner's
    NF_INLINE u32 apart() const { return owners; }  ///< from one entry to the next
#else
    static constexpr u32 aligned = cpu_lanes;  ///< a part starts at a multiple of this
    NF_INLINE u32 per_owner() const { return room; }
    NF_INLINE u32 apart() const { return 1; }
#endif
    static NF_INLINE Part part(u32 count, bool others) {
        const u32 own = count & most, behind = (own + aligned - 1) / aligned * aligned;
        return others ? Part{behind, count >> 16 & most} : Part{0, own};
    }
    static NF_INLINE bool is_spilled(u32 count) { return count >= full; }
};

}  // namespace nearfield
