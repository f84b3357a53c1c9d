#pragma once
#include "exec/exec.hpp"

namespace nearfield {

namespace detail {

struct Place {
    u32 at = ~0u;
    friend NF_HD Place operator+(const Place& a, const Place& b) { return a.at < b.at ? a : b; }
};

struct FindPlace {
    const u32* id;
    u32 wanted;
    NF_HD Place operator()(u32 k) const { return id[k] == wanted ? Place{k} : Place{}; }
};

}  // namespace detail

constexpr u32 no_place = ~0u;

/// Storage index of the actor with id `wanted` among n, or no_place; synchronises.
template <class Exec> u32 place_of(Exec& exec, const u32* id, u32 n, u32 wanted) {
    return reduce<detail::Place>(exec, n, detail::FindPlace{id, wanted}).at;
}

}  // namespace nearfield
