#include "exec/simd.hpp"

#include "base/error.hpp"

#include <atomic>

namespace nearfield {
namespace {

/// True if the loops are compiled for the set and this processor supports it.
bool has_avx2() {
#ifdef NEARFIELD_AVX2
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

bool has_avx512() {
#ifdef NEARFIELD_AVX512
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

[[maybe_unused]] std::atomic<Instructions> limit = Instructions::avx512;

}  // namespace

Instructions instructions() {
    static const bool avx2 = has_avx2(), avx512 = has_avx512();
#ifdef NEARFIELD_BASELINE
    const Instructions most = limit.load(std::memory_order_relaxed);
#else
    constexpr Instructions most = Instructions::avx512;
#endif
    if (avx512 && most == Instructions::avx512) return most;
    return avx2 && most >= Instructions::avx2 ? Instructions::avx2 : Instructions::baseline;
}

void require_instructions() {
#ifndef NEARFIELD_BASELINE
    if (instructions() == Instructions::baseline)
        throw Error(
            "this build is for another processor: its loops need instructions that this processor lacks. Build it "
            "here: ./run");
#endif
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
