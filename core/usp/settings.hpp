#pragma once
#include "base/platform.hpp"
#include "params/param.hpp"

namespace nearfield {

enum class Sort { counting, radix };
enum class Visit { bins, strips, trimmed, fused, brute };

/// Strips are cut to the circle.
NF_HD constexpr bool trims(Visit visit) { return visit == Visit::trimmed || visit == Visit::fused; }

/// How the search works; none of it changes which neighbours are found.
struct SearchSettings {
    float bin_ratio = 0.5f;
    Visit visit = Visit::fused;
    int fine = 4;
    int together = 7;
    Sort sort = Sort::counting;
    int block = 128;
    bool count_ahead = true;
    bool list = true;
    bool deterministic = false;
};

inline std::vector<ParamSpec> describe(SearchSettings*) {
    using S = SearchSettings;
    return param_list<S>({
        real(&S::bin_ratio, "search.bin_ratio", "Bin ratio W/R", "", 0.1, 4,
             "Bin width divided by the search radius. Smaller bins fit the circle better (fewer candidates) but there are "
             "more of them to look up. Around 0.5 is usually fastest with strips.").log().does(Effect::regrid),
        choice(&S::visit, "search.visit", "Visit", {"bins", "strips", "trimmed", "fused", "brute"},
               "How a query walks the bins. bins: each on its own. strips: a row of bins as one stretch of storage. "
               "trimmed: strips cut to the circle row by row. fused: trimmed strips over finer bins, several rows in one loop. "
               "brute: every actor against every other, the O(N^2) baseline.").does(Effect::regrid),
        integer(&S::fine, "search.fine", "Fine bins along x", "", 1, 16,
                "With the visit 'fused': bins are this many times narrower along x, the direction of the strips, so that a trimmed "
                "strip fits the circle better. Costs no more strips, only a larger partition boundary matrix.").does(Effect::regrid),
        integer(&S::together, "search.together", "Rows per loop", "", 2, 25,
                "With the visit 'fused' on CUDA: this many rows are walked in one loop, so that the threads of a warp wait for each other "
                "less often. No effect on the CPU."),
        choice(&S::sort, "search.sort", "Sort", {"counting", "radix"},
               "How actors are put in bin order. counting: atomic counting sort (histogram, scan, reorder). radix: sort "
               "by bin index, then find the boundaries."),
        toggle(&S::count_ahead, "search.count_ahead", "Count ahead",
               "With the counting sort: the query that moves an actor also counts it into its new bin, so that the next construction "
               "begins with the scan. Off, the histogram is a stage of its own."),
        toggle(&S::list, "search.list", "Neighbour list",
               "The first query of a step notes every actor's neighbours, the others read them. Off, each query walks the bins. No effect with the visit 'brute', or where memory does not suffice."),
        integer(&S::block, "search.block", "Block size", "threads", 32, 512,
                "CUDA threads per block in the query, a multiple of 32. No effect on the CPU."),
        toggle(&S::deterministic, "search.deterministic", "Deterministic",
               "Keep the order of actors inside each bin stable, so that equal runs are equal bit for bit on one backend. "
               "Costs a little with the counting sort."),
    });
}

}  // namespace nearfield
