#include "exec/cpu.hpp"

#include <omp.h>

#include <numeric>
#include <utility>

namespace nearfield {
namespace {

struct Range {
    std::size_t first, last;
};

Range share(std::size_t n, int part, int parts) {
    return {n * std::size_t(part) / std::size_t(parts), n * std::size_t(part + 1) / std::size_t(parts)};
}

/// out[i] = before + in[0] + ... + in[i-1]
void scan_from(u32 before, const u32* in, u32* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const u32 value = in[i];
        out[i] = before;
        before += value;
    }
}

/// One stable pass of a radix sort by `digit_bits` bits from `shift`. Every thread counts and scatters its own share.
void radix_pass(const u32* keys, u32* keys_out, const u32* values, u32* values_out, u32 n, int shift, int digit_bits) {
    const u32 digits = 1u << digit_bits;
    std::vector<u32> counts;
#pragma omp parallel if (n > 4096)
    {
        const int threads = omp_get_num_threads(), me = omp_get_thread_num();
#pragma omp single
        counts.assign(std::size_t(threads) * digits, 0);
        const auto [first, last] = share(n, me, threads);
        u32* mine = counts.data() + std::size_t(me) * digits;
        for (std::size_t i = first; i < last; ++i) ++mine[(keys[i] >> shift) & (digits - 1)];
#pragma omp barrier
#pragma omp single
        {
            u32 running = 0;
            for (u32 d = 0; d < digits; ++d)
                for (int t = 0; t < threads; ++t)
                    running += std::exchange(counts[std::size_t(t) * digits + d], running);
        }
        for (std::size_t i = first; i < last; ++i) {
            const u32 at = mine[(keys[i] >> shift) & (digits - 1)]++;
            keys_out[at] = keys[i];
            values_out[at] = values[i];
        }
    }
}

}  // namespace

namespace detail {

void clear_bytes(void* to, std::size_t bytes) {
    constexpr std::size_t chunk = 1 << 20;
#pragma omp parallel for if (bytes > 4 * chunk)
    for (std::size_t from = 0; from < bytes; from += chunk)
        std::memset(static_cast<char*>(to) + from, 0, std::min(chunk, bytes - from));
}

}  // namespace detail

void exclusive_scan(Cpu&, const u32* in, u32* out, std::size_t n) {
    // The parallel scan reads the input twice, which gains nothing with two threads.
    if (n <= 65536 || omp_get_max_threads() <= 2) return scan_from(0, in, out, n);
    std::vector<u32> before;
#pragma omp parallel
    {
        const int threads = omp_get_num_threads(), me = omp_get_thread_num();
#pragma omp single
        before.assign(std::size_t(threads) + 1, 0);
        const auto [first, last] = share(n, me, threads);
        before[std::size_t(me) + 1] = std::accumulate(in + first, in + last, 0u);
#pragma omp barrier
#pragma omp single
        for (int t = 0; t < threads; ++t) before[std::size_t(t) + 1] += before[std::size_t(t)];
        scan_from(before[std::size_t(me)], in + first, out + first, last - first);
    }
}

void sort_pairs(Cpu&, u32* keys_in, u32* keys_out, u32* values_in, u32* values_out, u32 n, int bits) {
    constexpr int digit_bits = 8;
    const int passes = (bits + digit_bits - 1) / digit_bits;
    for (int pass = 0; pass < passes; ++pass) {
        radix_pass(keys_in, keys_out, values_in, values_out, n, pass * digit_bits,
                   std::min(digit_bits, bits - pass * digit_bits));
        std::swap(keys_in, keys_out);
        std::swap(values_in, values_out);
    }
    if (passes % 2 == 0 && n > 0) {  // the result is in the input arrays
        std::memcpy(keys_out, keys_in, n * sizeof(u32));
        std::memcpy(values_out, values_in, n * sizeof(u32));
    }
}

void sort_segments(Cpu&, u32* values, u32*, u32 n, const u32* start, u32 segments) {
#pragma omp parallel for schedule(dynamic, 1024) if (n > 4096)
    for (u32 s = 0; s < segments; ++s) std::sort(values + start[s], values + start[s + 1]);
}

}  // namespace nearfield
