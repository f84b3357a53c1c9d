#pragma once
// Loops compiled once per instruction set of the CPU and chosen at run time. The build option NEARFIELD_INSTRUCTIONS
// lists the sets.
#include "base/platform.hpp"

namespace nearfield {

enum class Instructions { baseline, avx2, avx512 };

/// The widest instruction set that the loops are compiled for, this processor supports and the limit allows.
Instructions instructions();

/// Throws Error if this processor supports none of the compiled sets.
void require_instructions();

/// Limits the instruction set to `most`, to compare sets. No effect in a build with a single set.
void limit_instructions(Instructions most);

/// Such as "AVX-512". The baseline is the compiler's default, SSE2 on x86-64.
const char* name(Instructions);

namespace detail {

#define NF_FOR_BASELINE __attribute__((flatten))
#define NF_FOR_AVX2 __attribute__((flatten, target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define NF_FOR_AVX512 __attribute__((flatten, target("avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,lzcnt,popcnt")))

template <class F> NF_INLINE void run_loop(const F& f, u32 first, u32 end) {
    const F own = f;
    for (u32 i = first; i < end; ++i) own(i);
}

// `flatten` inlines all calls of f, so that sets share no function compiled for one of them
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

/// The function for the loop "f(i) for first <= i < end" in the current instruction set.
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
    default: return nullptr;  // ruled out by require_instructions
    }
}

}  // namespace nearfield
