#include "exec/simd.hpp"

#include <algorithm>
#include <atomic>

namespace nearfield {
namespace {

Instructions widest() {
#if defined(__x86_64__) && !defined(NEARFIELD_BASELINE_ONLY)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    if (avx2) return avx512 ? Instructions::avx512 : Instructions::avx2;
#endif
    return Instructions::baseline;
}

std::atomic<Instructions> limit = Instructions::avx512;

}  // namespace

Instructions instructions() {
    static const Instructions here = widest();
    return std::min(here, limit.load(std::memory_order_relaxed));
}

void limit_instructions(Instructions most) { limit = most; }

const char* name(Instructions set) {
    switch (set) {
    case Instructions::avx512: return "AVX-512";
    case Instructions::avx2: return "AVX2";
    default: return "baseline";
    }
}

}  // namespace nearfield
