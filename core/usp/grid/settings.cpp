#include "usp/grid/settings.hpp"

#include <fmt/format.h>

namespace nearfield {

std::vector<std::string> visit_names() {
    std::vector<std::string> names;
    for (const auto& v : visits) names.push_back(v.name);
    return names;
}

namespace {

/// Names of the visits with a property.
std::vector<std::string> visits_that(bool VisitInfo::*property) {
    std::vector<std::string> names;
    for (const auto& v : visits)
        if (v.*property) names.push_back(v.name);
    return names;
}

std::string visits_help() {
    std::string help = "How a query walks the bins.";
    for (const auto& v : visits) help += fmt::format(" {}: {}.", v.name, v.help);
    return help;
}

}  // namespace

std::vector<ParamSpec> describe(SearchSettings*) {
    using S = SearchSettings;
    return param_list<S>({
        real(&S::bin_ratio, "search.bin_ratio", "Bin ratio W/R", "", 0.1, 4,
             "Bin width divided by the search radius. Smaller bins fit the circle better (fewer candidates) but there "
             "are more of them to look up. Around 0.5 is usually fastest with strips.")
            .log()
            .does(Effect::regrid)
            .when("search.visit", visits_that(&VisitInfo::reads_bins)),
        choice(&S::visit, "search.visit", "Visit", visit_names(), visits_help()).does(Effect::regrid),
        integer(&S::fine, "search.fine", "Fine bins along x", "", 1, 16,
                "Bins are this many times narrower along x, the direction of the strips, so that a trimmed strip fits "
                "the circle better. Costs no more strips, only a larger partition boundary matrix.")
            .does(Effect::regrid)
            .when("search.visit", visits_that(&VisitInfo::fine)),
        integer(&S::together, "search.together", "Rows per loop", "", 2, 25,
                "This many rows are walked in one loop, so that the threads of a warp wait for each other less often.")
            .when("search.visit", visits_that(&VisitInfo::fused))
            .on_backend("cuda"),
        choice(
            &S::sort, "search.sort", "Sort", {"counting", "radix"},
            "How actors are put in bin order. counting: atomic counting sort (histogram, scan, reorder). radix: sort "
            "by bin index, then find the boundaries."),
        toggle(&S::count_ahead, "search.count_ahead", "Count ahead",
               "The query that moves an actor also counts it into its new bin, so that the next construction begins "
               "with the scan. Off, the histogram is a stage of its own.")
            .when("search.sort", {"counting"}),
        toggle(&S::list, "search.list", "Neighbour list",
               "The first query of a step notes every actor's neighbours, the others read them. Off, each query walks "
               "the bins. No effect where memory does not suffice.")
            .when("search.visit", visits_that(&VisitInfo::reads_bins)),
        toggle(
            &S::sector, "search.sector", "Look ahead",
            "Strips are also cut to the field of view of the actor that asks: most of those out of sight are not even "
            "compared. Pays where sight is narrow and neighbours are many; otherwise its geometry costs more. No "
            "effect in sparse grids.")
            .when("search.visit", visits_that(&VisitInfo::trims)),
        integer(&S::block, "search.block", "Block size", "threads", 32, 512,
                "CUDA threads per block in the query, a multiple of 32.")
            .on_backend("cuda"),
        toggle(
            &S::deterministic, "search.deterministic", "Deterministic",
            "Keep the order of actors inside each bin stable, so that equal runs are equal bit for bit on one backend. "
            "Costs a little with the counting sort."),
    });
}

}  // namespace nearfield
