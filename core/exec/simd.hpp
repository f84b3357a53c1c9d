#pragma once
// Loops compiled once per instruction set of the CPU; the program chooses one at run time. The build says for which:
// NEARFIELD_INSTRUCTIONS.
#include "base/platform.hpp"

namespace nearfield {

enum class Instructions { baseline, avx2, avx512 };

/// The instruction set of the loops: the widest that they are compiled for and this processor has, within the limit.
Instructions instructions();

/// Throws Error if the loops are compiled for no set that this processor has: the build was made for another one.
void require_instructions();

/// Allows no set wider than `most` from now on: to compare instruction sets. Changes nothing in a build for one machine
/// alone, whose loops are compiled for a single set.
void limit_instructions(Instructions most);

/// "AVX-512"; the baseline is what the compiler assumes by default, SSE2 on x86-64.
const char* name(Instructions);

namespace detail {

#define NF_FOR_BASELINE __attribute__((flatten))
#define NF_FOR_AVX2 __attribute__((flatten, target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define NF_FOR_AVX512 __attribute__((flatten, target("avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,lzcnt,popcnt")))

template <class F> NF_INLINE void run_loop(const F& f, u32 first, u32 end) {
    const F own = f;
    for (u32 i = first; i < end; ++i) own(i);
}

// `flatten` inlines everything that f calls, so that no function compiled for one set is shared with another
#ifdef NEARFIELD_BASELINE
template <class F> NF_FOR_BASELINE void loop_baseline(const F& f, u32 first, u32 end) { run_loop(f, first, end); }
#endif
#ifdef NEARFIELD_AVX2
template <class F> NF_FOR_AVX2 void loop_avx2(const F& f, u32 first, u32 end) { run_loop(f, first, end); }
#endif
#ifdef NEARFIELD_AVX512
template <class F> NF_FOR_AVX512 void loop_avx512(const F& f, u32 first, u32 end) { run_loop(f, first, end); }
#endif

}  // namespace detail

/// The loop "f(i) for first <= i < end" for the instruction set in use.
template <class F> auto loop_of(const F&) -> void (*)(const F&, u32, u32) {
    switch (instructions()) {
#ifdef NEARFIELD_AVX512
    case Instructions::avx512: return detail::loop_avx512<F>;
#endif
#ifdef NEARFIELD_AVX2
    case Instructions::avx2: return detail::loop_avx2<F>;
#endif
#ifdef NEARFIELD_BASELINE
    case Instructions::baseline: return detail::loop_baseline<F>;
#endif
    default: return nullptr;  // see require_instructions
    }
}

}  // namespace nearfield
