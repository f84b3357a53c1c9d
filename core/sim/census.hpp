#pragma once
// Counts the actors that are present and those that are lost.
#include "base/error.hpp"
#include "exec/exec.hpp"
#include "usp/search/search.hpp"

#include <string>

namespace nearfield {

namespace detail {

/// Numbers of lost actors, which are neither inside nor absent, and of present actors.
struct Census {
    u32 lost = 0, present = 0;
    friend NF_HD Census operator+(const Census& a, const Census& b) { return {a.lost + b.lost, a.present + b.present}; }
};

template <int D, bool Coming> struct TakeCensus {
    Environment<D> box;
    const Packed<D>* position;
    NF_HD Census operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        if (Coming && is_absent<D>(p)) return {};
        return {!box.contains(p), 1};
    }
};

inline void require_none_lost(const Lost& lost, u32 actors) {
    if (lost.count)
        throw Error(
            "after step " + std::to_string(lost.step) + ": " + std::to_string(lost.count) + " of " +
            std::to_string(actors) +
            " actors are outside the environment or not finite; reset, and lower the forces or check the start");
}

}  // namespace detail

}  // namespace nearfield
