#pragma once
// The primitives of exec.hpp on the CPU, with OpenMP.
#include "base/platform.hpp"
#include "exec/backend.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace nearfield {

struct Cpu {
    static constexpr Backend backend = Backend::cpu;
    void finish() {}
};

namespace detail {

template <class T> T* allocate(Cpu*, std::size_t n, std::size_t pad) {
    return static_cast<T*>(::operator new (n * sizeof(T) + pad, std::align_val_t{64}));
}
template <class T> void release(Cpu*, T* p) { ::operator delete (p, std::align_val_t{64}); }

}  // namespace detail

/// Runs f(i) for every i < n. `block` is ignored here.
template <class F> void for_each(Cpu&, u32 n, const F& f, int /*block*/ = 0) {
#pragma omp parallel for schedule(dynamic, 1024) if (n > 4096)
    for (u32 i = 0; i < n; ++i) f(i);
}

template <class T> void copy_to_device(Cpu&, T* to, const T* from, std::size_t n) {
    if (n > 0) std::memcpy(to, from, n * sizeof(T));
}
template <class T> void copy_to_host(Cpu&, T* to, const T* from, std::size_t n) {
    if (n > 0) std::memcpy(to, from, n * sizeof(T));
}
template <class T> void copy_on_device(Cpu&, T* to, const T* from, std::size_t n) {
    if (n > 0) std::memcpy(to, from, n * sizeof(T));
}
namespace detail {
void clear_bytes(void* to, std::size_t bytes);
}
template <class T> void fill_zero(Cpu&, T* to, std::size_t n) { detail::clear_bytes(to, n * sizeof(T)); }

/// Sum of map(i) over i < n. `T` needs a zero `T{}` and a commutative `+`. The order of additions depends on n only,
/// and trailing zeros do not change a bit of the result.
template <class T, class F> T reduce(Cpu&, u32 n, const F& map) {
    constexpr u32 chunk = 256;
    const u32 chunks = (n + chunk - 1) / chunk;
    std::vector<T> part(chunks);
#pragma omp parallel for schedule(dynamic, 4) if (chunks > 4)
    for (u32 c = 0; c < chunks; ++c) {
        T sum{};
        for (u32 i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) sum = sum + map(i);
        part[c] = sum;
    }
    T sum{};
    for (const T& p : part) sum = sum + p;
    return sum;
}

/// out[i] = in[0] + ... + in[i-1]; works in place.
void exclusive_scan(Cpu&, const u32* in, u32* out, std::size_t n);

/// Stable sort of (key, value) by the lowest `bits` bits of the key. The input arrays are used as scratch.
void sort_pairs(Cpu&, u32* keys_in, u32* keys_out, u32* values_in, u32* values_out, u32 n, int bits);

/// Sorts values[start[s] .. start[s+1]) for each segment s.
void sort_segments(Cpu&, u32* values, u32* scratch, u32 n, const u32* start, u32 segments);

}  // namespace nearfield
