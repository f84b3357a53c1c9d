// The table of experiments. Numbers under `bands`, `marks` and `reported` come only from the thesis's text and tables;
// nothing is read off its drawn curves.
#include "app/study/reproduction.hpp"

namespace nearfield {
namespace {

using Strings = std::vector<std::string>;

Strings steps_between(int first, int last, int step) {
    Strings values;
    for (int value = first; value <= last; value += step) values.push_back(std::to_string(value));
    return values;
}

Strings powers_of_two(int first, int last, int step) {
    Strings values;
    for (int power = first; power <= last; power += step) values.push_back(std::to_string(1 << power));
    return values;
}

using namespace search_keys;
constexpr const char* apart =
    "search.count_ahead=off";  // construction and query each do only their own work, as in the thesis

const Effort scene_full{.steps = 200, .warmup = 0}, scene_quick{.steps = 5, .warmup = 0};
const Effort points_full{.steps = 200, .warmup = 10}, points_quick{.steps = 5, .warmup = 1};

const std::string millisecond = "time (ms)", query_ms = "query, mean time (ms)",
                  least_ms = "construction, least time (ms)";
const Reading query{.stage = "query"}, construction{.column = "min_ms"};

Reproduction contention() {
    return {
        .name = "contention",
        .source = "Fig. 4.2",
        .title = "Sort against contention: construction over the number of bins",
        .varies = "radix and counting sort over 2 to 2^20 bins for 2^20 actors",
        .reported =
            {"Thesis, Fig. 4.2 and section 4.2 (Titan X Pascal, CUB 1.8): counting favours low contention; from a "
             "range of more than "
             "2^11 keys, that is with 512 or fewer actors competing for one, it is about as fast as CUB's radix sort.",
             "The thesis timed the sorts alone. Here it is the whole construction, with boundaries or scan and with "
             "reordering."},
        .subject = "row",
        .fixed = {"actors=1048576"},
        .quick_fixed = {"actors=16384"},
        .axes = {{"bins", powers_of_two(1, 20, 1), {"2", "128", "2048", "16384"}}, {sort}},
        .full = points_full,
        .quick = points_quick,
        .panels = {{.y_label = least_ms,
                    .x = "bins",
                    .readings = {construction},
                    .marks = {{"thesis: on a par from here", 2048}}}}};
}

Panel stage_panel(const std::string& title, const std::string& how, const std::string& order,
                  std::vector<Chart::Mark> marks) {
    return {.title = title,
            .y_label = millisecond,
            .x = "bins",
            .only = {{sort, how}, {"order", order}},
            .readings = {construction},
            .every_stage = true,
            .y_scale = Chart::Scale::from_zero,
            .marks = std::move(marks)};
}

Reproduction bins() {
    const std::vector<Chart::Mark> tiers{{"thesis: radix rises", 260000}, {"thesis: radix rises", 525000}};
    return {.name = "bins",
            .source = "Figs. 4.5-4.8",
            .title = "Construction over the number of bins",
            .varies = "construction and its stages over 5,000 to 10^6 bins, 10^6 actors, unsorted and sorted",
            .reported = {"Thesis, section 4.5.1 (Titan V): unsorted, radix takes constant time on three tiers that "
                         "begin at 260,000 and 525,000 bins, where its word grows; counting degrades quickly up to "
                         "54,000 bins, slowly after, and passes radix at 780,000. Sorted, counting takes less than 50% "
                         "of radix's time throughout.",
                         "Of counting's stages reordering costs most when unsorted and as much as the histogram when "
                         "sorted; the histogram is "
                         "constant up to about 560,000 bins. As there, times are the least of 200 repetitions."},
            .subject = "row",
            .fixed = {"actors=1000000"},
            .quick_fixed = {"actors=20000"},
            .axes = {{"bins", steps_between(5000, 1000000, 19900), {"500", "5000", "20000"}}, {"order"}, {sort}},
            .full = points_full,
            .quick = points_quick,
            .panels = {{.title = "Whole construction (Figs. 4.5 and 4.8)",
                        .y_label = millisecond,
                        .x = "bins",
                        .readings = {construction},
                        .marks = {{"thesis: counting bends", 54000}, {"thesis: counting passes radix", 780000}}},
                       stage_panel("Radix, unsorted, by stage (Fig. 4.6)", "radix", "unsorted", tiers),
                       stage_panel("Counting, unsorted, by stage (Fig. 4.7)", "counting", "unsorted",
                                   {{"thesis: histogram slows", 560000}}),
                       stage_panel("Counting, sorted, by stage (Fig. 4.8)", "counting", "sorted", {})}};
}

Reproduction many_actors() {
    return {.name = "bins-5m",
            .source = "Section 4.5.1",
            .title = "Construction over the number of bins, 5 million actors",
            .varies = "construction over 50,000 to 10^6 bins, 5 million actors, unsorted",
            .reported = {"Thesis, section 4.5.1 (Titan V, no figure): with 5 million unsorted actors radix passes "
                         "counting at 200,000 bins, earlier than with a million (780,000); with 100,000 counting takes "
                         "a third of its time throughout. Reordering dominates."},
            .subject = "row",
            .fixed = {"actors=5000000", "order=unsorted"},
            .quick_fixed = {"actors=50000"},
            .axes = {{"bins", steps_between(50000, 1000000, 50000), {"500", "5000", "20000"}}, {sort}},
            .full = {.steps = 100, .warmup = 10},
            .quick = points_quick,
            .panels = {{.title = "Whole construction",
                        .y_label = millisecond,
                        .x = "bins",
                        .readings = {construction},
                        .marks = {{"thesis: counting passes radix", 200000}}},
                       {.title = "Counting by stage",
                        .y_label = millisecond,
                        .x = "bins",
                        .only = {{sort, "counting"}},
                        .readings = {construction},
                        .every_stage = true,
                        .y_scale = Chart::Scale::from_zero}}};
}

Panel density_panel(const std::string& title, const std::string& order, std::vector<Chart::Band> bands) {
    return {.title = title,
            .y_label = "speed-up over radix",
            .x = "per_bin",
            .only = {{"order", order}},
            .readings = {construction},
            .against = Against::speedup,
            .baseline = {{sort, "radix"}},
            .bands = std::move(bands)};
}

Reproduction density() {
    return {
        .name = "density",
        .source = "Figs. 4.9-4.11",
        .title = "Construction over population and density: counting against radix",
        .varies = "speed-up of counting over radix, 100,000 to 1.5 million actors, 1 to 175 per bin",
        .reported = {"Thesis, sections 4.5.1 and 4.6 (Titan V, least of 200): unsorted, counting takes 35 to 55% of "
                     "radix's time (1.8 to 2.9 times as fast) in about two thirds of the configurations, and may fall "
                     "behind only at the highest population and the lowest density; sorted, it wins everywhere and by "
                     "more. 1 to 45 actors per bin give twice the speed or more throughout, up to 3x at 100,000 actors "
                     "and 2.5x at 1.5 million."},
        .subject = "row",
        .axes = {{"actors", {"100000", "250000", "500000", "1000000", "1500000"}, {"5000", "20000"}},
                 {"per_bin", {"1", "2", "5", "10", "20", "45", "70", "99.4", "125", "150", "175"}, {"1", "10", "99.4"}},
                 {"order"},
                 {sort}},
        .full = points_full,
        .quick = points_quick,
        .panels = {density_panel("Unsorted (Fig. 4.9)", "unsorted",
                                 {{"thesis: two thirds of its configurations", 1 / 0.55, 1 / 0.35}}),
                   density_panel("Sorted (Fig. 4.10)", "sorted", {}),
                   {.title = "Sorted, 99.4 actors per bin (Fig. 4.11)",
                    .y_label = least_ms,
                    .x = "actors",
                    .only = {{"order", "sorted"}, {"per_bin", "99.4"}},
                    .readings = {construction}}}};
}

/// Of the twenty in the table.
Chosen drawn_populations() {
    Chosen drawn;
    for (const char* actors : {"75000", "375000", "750000", "1125000", "1500000", "2000", "5000"})
        drawn.push_back({"actors", actors});
    return drawn;
}

Panel network_panel(const std::string& title, const std::string& vertices) {
    return {.title = title,
            .y_label = "speed-up over radix",
            .x = "edges",
            .only = {{"vertices", vertices}},
            .some = drawn_populations(),
            .readings = {{}},
            .against = Against::speedup,
            .baseline = {{sort, "radix"}}};
}

Reproduction network() {
    return {.name = "network",
            .source = "Figs. 4.12-4.14",
            .title = "Network model: edges per vertex and population",
            .varies =
                "share of construction and speed-up of counting, 320 configurations each of 1,024 and 16,384 vertices",
            .reported = {"Thesis, sections 4.5.2 and 4.6 (Titan X Pascal): construction takes 74 to 90% of the time. "
                         "With 1,024 vertices counting is up to 2.25 times as fast as radix at the lowest population "
                         "and ahead in 245 of 320 configurations (77%); radix wins where contention is highest (many "
                         "actors, few edges). With 16,384 vertices counting is ahead everywhere, still 1.5x at 1.5 "
                         "million actors."},
            .subject = "network",
            .fixed = {"wiring=shuffled", "survey=walking", "first=random"},
            .axes = {{"vertices", {"1024", "16384"}, {}},
                     {"edges", steps_between(4, 64, 4), {"2", "8"}},
                     {"actors", steps_between(75000, 1500000, 75000), {"2000", "5000"}},
                     {sort}},
            .full = {.steps = 50, .warmup = 0},
            .quick = scene_quick,
            .panels = {{.title = "Share of construction, counting, 1,024 vertices (Fig. 4.12)",
                        .y_label = "construction / step (%)",
                        .x = "edges",
                        .only = {{"vertices", "1024"}, {sort, "counting"}},
                        .some = drawn_populations(),
                        .readings = {{.stage = "construct", .per_stage = "stages", .per_column = "mean_ms"}},
                        .scale = 100,
                        .bands = {{"thesis: 74 to 90%", 74, 90}}},
                       network_panel("Whole step, 1,024 vertices (Fig. 4.13)", "1024"),
                       network_panel("Whole step, 16,384 vertices (Fig. 4.14)", "16384")}};
}

/// Time of the query for one dimension.
Panel query_panel(const std::string& title, const std::string& x, const std::string& dimensions) {
    return {.title = title, .y_label = query_ms, .x = x, .only = {{"dimensions", dimensions}}, .readings = {query}};
}

Panel speedup_panel(const std::string& title, const std::string& x, const std::string& dimensions, Chosen baseline,
                    std::vector<Chart::Band> bands) {
    return {.title = title,
            .y_label = "speed-up of the query",
            .x = x,
            .only = {{"dimensions", dimensions}},
            .readings = {query},
            .against = Against::speedup,
            .baseline = std::move(baseline),
            .y_scale = Chart::Scale::tight,
            .bands = std::move(bands)};
}

const Strings densities{"10", "20", "40", "60", "80", "110", "150", "200"}, quick_densities{"10", "40"};
const Strings populations{"100000",  "250000",  "500000",  "1000000", "1500000",
                          "2000000", "3000000", "4000000", "5000000"};
const Strings quick_populations{"2000", "8000"};

Reproduction strips_population() {
    const Chosen original{{visit, "bins"}};
    return {
        .name = "strips-population",
        .source = "Fig. 5.3",
        .title = "Strips over population",
        .varies = "query with and without strips, 100,000 to 5 million actors, 70 neighbours, 2D and 3D",
        .reported = {"Thesis, section 5.4.1 (Titan X Pascal): strips are fastest throughout, 1.2x in 2D and 1.17 to "
                     "1.18x in 3D, whatever the "
                     "population; time grows linearly with it. Mean of 200 steps from a uniform start, bin width R.",
                     "The thesis's Original is bins; visits beyond strips are this program's own."},
        .subject = "circles",
        .fixed = {"neighbours=70", "aspect=1", apart, "search.bin_ratio=1"},
        .axes = {{"actors", populations, quick_populations}, {"dimensions"}, {visit}},
        .full = scene_full,
        .quick = scene_quick,
        .panels = {
            query_panel("2D (Fig. 5.3a)", "actors", "2"), query_panel("3D (Fig. 5.3b)", "actors", "3"),
            speedup_panel("2D, over bins", "actors", "2", original, {{"thesis, strips: 1.2", 1.2, 1.2}}),
            speedup_panel("3D, over bins", "actors", "3", original, {{"thesis, strips: 1.17 to 1.18", 1.17, 1.18}})}};
}

Panel saved_panel(const std::string& title, const std::string& dimensions) {
    return {.title = title,
            .y_label = "query time saved (ms)",
            .x = "neighbours",
            .only = {{"dimensions", dimensions}},
            .readings = {query},
            .against = Against::saved,
            .baseline = {{visit, "bins"}}};
}

Reproduction strips_density() {
    return {
        .name = "strips-density",
        .source = "Fig. 5.4",
        .title = "Strips over density",
        .varies = "query with and without strips over neighbours per query, 1 million actors, 2D and 3D",
        .reported = {"Thesis, section 5.4.2 (Titan X Pascal): query time grows linearly with the neighbours; strips "
                     "save a stable 1 to 1.2 ms in 2D and 2.3 to 3.5 ms in 3D, so that the relative gain falls with "
                     "density. Mean of 200 steps from a uniform start, bin width R.",
                     "The thesis does not name its range of densities; the one here is ours, of the uniform start."},
        .subject = "circles",
        .fixed = {"actors=1000000", "aspect=1", apart, "search.bin_ratio=1"},
        .quick_fixed = {"actors=2000"},
        .axes = {{"neighbours", densities, quick_densities}, {"dimensions"}, {visit}},
        .full = scene_full,
        .quick = scene_quick,
        .panels = {query_panel("2D (Fig. 5.4a)", "neighbours", "2"), query_panel("3D (Fig. 5.4b)", "neighbours", "3"),
                   saved_panel("2D, saved over bins", "2"), saved_panel("3D, saved over bins", "3")}};
}

Reproduction wee() {
    return {.name = "wee",
            .source = "Table 5.1",
            .title = "Warp execution efficiency of the query",
            .varies = "lanes at work, first and last of 200 steps, 2D, 1 million actors, 70 neighbours",
            .reported = {"Thesis, Table 5.1 (Titan X Pascal, Visual Profiler): Original 49.7% and 68.9%, strips 52.1% "
                         "and 80.0%, for the first and the last of 200 invocations.",
                         "Here the lanes are counted in software, in the loop over candidates alone: 32 consecutive "
                         "queries walk their stretches in lock step. The profiler counted every instruction, the force "
                         "on a neighbour among them, so that neither the levels nor their change need agree; what can "
                         "be compared is how much strips gain over bins."},
            .subject = "circles",
            .fixed = {"actors=1000000", "neighbours=70", "aspect=1", apart, "search.bin_ratio=1"},
            .quick_fixed = {"actors=3000"},
            .axes = {{visit}},
            .full = scene_full,
            .quick = {.steps = 40, .warmup = 0},
            .panels = {
                {.y_label = "warp execution efficiency (%)",
                 .x = "",
                 .readings = {{}},
                 .scale = 100,
                 .places = {{"uniform, first step", "wee_first"}, {"clustered, last step", "wee_last"}},
                 .reported = {
                     {"thesis, Original (bins)", {{"uniform, first step", "49.7"}, {"clustered, last step", "68.9"}}},
                     {"thesis, strips", {{"uniform, first step", "52.1"}, {"clustered, last step", "80.0"}}}}}}};
}

Panel ratio_panel(const std::string& title, const std::string& dimensions, std::vector<Chart::Band> bands) {
    auto panel = speedup_panel(title, "neighbours", dimensions, {{bin_ratio, "1"}}, std::move(bands));
    panel.only.push_back({visit, "strips"});
    return panel;
}

Reproduction bin_ratios() {
    auto strips = [](Panel panel) { return panel.only.push_back({visit, "strips"}), panel; };
    const Chosen original{{visit, "bins"}, {bin_ratio, "1"}};
    const auto best = [&](const std::string& title, const std::string& dimensions, std::vector<Chart::Band> bands) {
        auto panel = speedup_panel(title, "neighbours", dimensions, original, std::move(bands));
        panel.only.push_back({bin_ratio, "0.5"});
        return panel;
    };
    return {
        .name = "bin-ratio",
        .source = "Figs. 6.4, 6.5",
        .title = "Bin width in proportion to the search radius",
        .varies = "query at bin ratios 1, 0.7, 2/3, 0.5, 0.4 over density, 1 million actors, 2D and 3D",
        .reported = {"Thesis, section 6.4.1 (Titan X Pascal): with strips 0.5 is best. In 2D it gains about 15% over "
                     "ratio 1 at every density, and 0.7, 2/3 and 0.4 lose; at the highest density strips at 0.5 are "
                     "1.27x the Original (bins at 1) in 2D and 1.34x in 3D. Mean of 200 steps from a uniform start.",
                     "The thesis does not name its range of densities; the one here is ours, of the uniform start."},
        .subject = "circles",
        .fixed = {"actors=1000000", "aspect=1", apart},
        .quick_fixed = {"actors=2000"},
        .axes = {{"neighbours", densities, quick_densities},
                 {"dimensions"},
                 {visit},
                 {bin_ratio, {"1", "0.7", "0.6666667", "0.5", "0.4"}, {"1", "0.5"}}},
        .full = scene_full,
        .quick = scene_quick,
        .panels = {strips(query_panel("Strips, 2D (Fig. 6.4a)", "neighbours", "2")),
                   strips(query_panel("Strips, 3D (Fig. 6.4b)", "neighbours", "3")),
                   ratio_panel("Strips, 2D, over ratio 1", "2", {{"thesis, 0.5: about 1.15", 1.15, 1.15}}),
                   ratio_panel("Strips, 3D, over ratio 1", "3", {}),
                   best("Ratio 0.5, 2D, over bins at ratio 1 (Fig. 6.5a)", "2",
                        {{"thesis, strips, highest density: 1.27", 1.27, 1.27}}),
                   best("Ratio 0.5, 3D, over bins at ratio 1 (Fig. 6.5b)", "3",
                        {{"thesis, strips, highest density: 1.34", 1.34, 1.34}})}};
}

Reproduction corners() {
    const auto gain = [](const std::string& title, const std::string& dimensions) {
        return speedup_panel(title, "neighbours", dimensions, {{visit, "strips"}},
                             {{"thesis: at most level, but at the highest densities", 1, 1}});
    };
    return {.name = "corners",
            .source = "Section 6.1",
            .title = "Skipping the corners that a query cannot reach",
            .varies = "query by strips and by strips cut to the circle, bin ratio 0.5, over neighbours, 2D and 3D",
            .reported = {"Thesis, section 6.1 (Fig. 6.3, not measured): to find and skip corners would cost more than "
                         "it saves, the more the smaller bins are, in all but the highest densities.",
                         "`trimmed` cuts each row to the circle by one square root, which leaves more away than whole "
                         "corners."},
            .subject = "circles",
            .fixed = {"actors=1000000", "aspect=1", apart, "search.bin_ratio=0.5"},
            .quick_fixed = {"actors=2000"},
            .axes = {{"neighbours", densities, quick_densities},
                     {"dimensions"},
                     {visit, {"strips", "trimmed"}, {"strips", "trimmed"}}},
            .full = scene_full,
            .quick = scene_quick,
            .panels = {gain("2D, over strips", "2"), gain("3D, over strips", "3")}};
}

Reproduction block_size() {
    const auto panel = [](const std::string& title, const std::string& dimensions) {
        auto made = query_panel(title, block, dimensions);
        made.marks = {{"thesis: 64", 64}};
        return made;
    };
    return {.name = "block-size",
            .source = "Section 6.2.2",
            .title = "Threads per block of the query",
            .varies = "query in blocks of 32 to 512 threads, strips and fused, 2D and 3D; CUDA alone has blocks",
            .reported = {"Thesis, section 6.2.2: at most 64 threads to a block, so that fewer wait for the one with "
                         "the most neighbours (not measured; its Fig. 5.5 shows a query in blocks of 32). Section "
                         "8.1 counts this as the most effective technique of the literature.",
                         "Mean of 200 steps, in which the circles cluster."},
            .subject = "circles",
            .fixed = {"actors=1000000", "neighbours=70", "aspect=1", apart, "search.bin_ratio=0.5"},
            .quick_fixed = {"actors=2000"},
            .axes = {{block, {"32", "64", "128", "256", "512"}, {"32", "64"}},
                     {"dimensions"},
                     {visit, {"bins", "strips", "fused"}, {"strips", "fused"}}},
            .full = scene_full,
            .quick = scene_quick,
            .panels = {panel("2D", "2"), panel("3D", "3")}};
}

Panel share_panel(const std::string& title, const std::string& dimensions) {
    return {.title = title,
            .y_label = "construction / step (%)",
            .x = "neighbours",
            .only = {{"dimensions", dimensions}},
            .readings = {{.stage = "construct", .per_stage = "stages", .per_column = "mean_ms"}},
            .scale = 100,
            .bands = {{"thesis: 3% or less", 3, 3}}};
}

Reproduction z_order() {
    const Chosen rows{{visit, "bins"}};
    const auto construct = [](const std::string& title, const std::string& dimensions) -> Panel {
        return {.title = title,
                .y_label = "construction, mean time (ms)",
                .x = "actors",
                .only = {{"dimensions", dimensions}},
                .some = {{visit, "bins"}, {visit, "z-order"}},
                .readings = {{.stage = "construct"}}};
    };
    return {.name = "z-order",
            .source = "Section 2.5",
            .title = "Bins stored along a Z-order curve",
            .varies = "query and construction with bins row by row and along the curve, over population, 2D and 3D",
            .reported = {"Thesis, section 2.5 (no figures): Goswami et al. (2010) number the bins along a Z-order "
                         "curve, so that neighbours lie closer together in memory. Repeated for the thesis, this "
                         "gained only in debug builds: caches have grown, so that it costs more than it saves. "
                         "Section 5.2: strips need rows, and the curve has none.",
                         "So `z-order` reads each bin on its own, as `bins` does; `strips` is what rows make possible. "
                         "The curve runs in squares or cubes of a power of two of bins, and its numbers beyond the "
                         "sides cost construction time. Mean of 200 steps from a uniform start."},
            .subject = "circles",
            .fixed = {"neighbours=70", "aspect=1", apart},
            .axes = {{"actors", populations, quick_populations},
                     {"dimensions"},
                     {visit, {"bins", "z-order", "strips"}},
                     {bin_ratio, {"1", "0.5"}}},
            .full = scene_full,
            .quick = scene_quick,
            .panels = {speedup_panel("2D, over bins row by row", "actors", "2", rows, {}),
                       speedup_panel("3D, over bins row by row", "actors", "3", rows, {}), construct("2D", "2"),
                       construct("3D", "3")}};
}

Reproduction construct_share() {
    return {.name = "construct-share",
            .source = "Fig. 6.6",
            .title = "Construction against query",
            .varies = "share of construction in the step over density, bin ratios 1 and 0.5, 2D and 3D",
            .reported = {"Thesis, section 6.4.2 (Titan X Pascal): construction takes 3% or less of construction and "
                         "query together, less still with density and in 3D, and slightly less with strips at ratio "
                         "0.5 than with the Original (bins at ratio 1), although there are 4 (8) times the bins. The "
                         "faster the query, the larger the share."},
            .subject = "circles",
            .fixed = {"actors=1000000", "aspect=1", apart},
            .quick_fixed = {"actors=2000"},
            .axes = {{"neighbours", densities, quick_densities},
                     {"dimensions"},
                     {visit, {"bins", "strips"}},
                     {bin_ratio, {"1", "0.5"}}},
            .full = scene_full,
            .quick = scene_quick,
            .panels = {share_panel("2D (Fig. 6.6a)", "2"), share_panel("3D (Fig. 6.6b)", "3")}};
}

Reproduction population() {
    const Chosen original{{visit, "bins"}, {bin_ratio, "1"}};
    const auto best = [&](const std::string& title, const std::string& dimensions, Chart::Band band) {
        auto panel = speedup_panel(title, "actors", dimensions, original, {std::move(band)});
        panel.only.push_back({bin_ratio, "0.5"});
        return panel;
    };
    return {
        .name = "population",
        .source = "Fig. 6.7",
        .title = "Strips at bin ratio 0.5 over population",
        .varies = "query before and after both optimisations, up to 3 million actors, 60 (2D) and 100 (3D) neighbours",
        .reported = {"Thesis, section 6.4.3 (Titan X Pascal): both grow linearly with the population; strips at ratio "
                     "0.5 are 1.23 to 1.33x the Original (bins at ratio 1) in 2D at about 60 neighbours and 1.18 to "
                     "1.22x in 3D at about 100. Mean of 200 steps from a uniform start."},
        .subject = "circles",
        .fixed = {"aspect=1", apart},
        .axes = {{"actors",
                  {"100000", "250000", "500000", "1000000", "1500000", "2000000", "3000000"},
                  quick_populations},
                 {"dimensions"},
                 {visit, {"bins", "strips"}},
                 {bin_ratio, {"1", "0.5"}}},
        .implied = {{{{"dimensions", "2"}}, {{"neighbours", "60"}}}, {{{"dimensions", "3"}}, {{"neighbours", "100"}}}},
        .full = scene_full,
        .quick = scene_quick,
        .panels = {query_panel("2D (Fig. 6.7a)", "actors", "2"), query_panel("3D (Fig. 6.7b)", "actors", "3"),
                   best("Ratio 0.5, 2D, over bins at ratio 1", "2", {"thesis, strips: 1.23 to 1.33", 1.23, 1.33}),
                   best("Ratio 0.5, 3D, over bins at ratio 1", "3", {"thesis, strips: 1.18 to 1.22", 1.18, 1.22})}};
}

Panel surplus_panel(const std::string& title, const std::string& dimensions) {
    return {.title = title,
            .y_label = "candidates per neighbour",
            .x = bin_ratio,
            .only = {{"dimensions", dimensions}},
            .readings = {{"measured", "total", "candidates_last", "total", "neighbours_last"},
                         {.name = "theory", .column = "surplus_theory", .theory = true}}};
}

Reproduction surplus() {
    auto plane = surplus_panel("2D (Table 6.1)", "2");
    plane.reported = {{"thesis, average", {{"1", "2.86"}, {"0.7", "1.54"}, {"0.5", "1.99"}}},
                      {"thesis, greatest", {{"1", "2.86"}, {"0.7", "2.50"}, {"0.5", "1.99"}}}};
    auto volume = surplus_panel("3D", "3");
    volume.reported = {{"thesis, average", {{"1", "6.45"}}}};
    return {.name = "surplus",
            .source = "Table 6.1",
            .title = "Candidates per neighbour over the bin ratio",
            .varies = "measured and in theory, uniform points far from walls, 2D and 3D",
            .reported = {"Thesis, Table 6.1: average surplus in 2D 2.86 at bin ratio 1, 1.54 at 0.7, 1.99 at 0.5; "
                         "greatest 2.86, 2.50, 1.99; section 6.1: 6.45 in 3D at ratio 1.",
                         "The averages for widths that do not divide 2R are wrong there: its two probabilities p and "
                         "p' are swapped. The visited side is 2R + W on average, which gives 2.32 at 0.7; that is the "
                         "theory drawn here (trimmed: the ball grown by one bin, after Steiner). It explains why 0.7 "
                         "did not win."},
            .subject = "uniform",
            .fixed = {"neighbours=70"},
            .quick_fixed = {"neighbours=20"},
            .axes = {{"dimensions"}, {bin_ratio, {"1", "0.7", "0.6666667", "0.5", "0.4"}}, {visit}},
            .implied = {{{{"dimensions", "2"}}, {{"side", "42"}}}, {{{"dimensions", "3"}}, {{"side", "14"}}}},
            .full = points_full,
            .quick = {.steps = 1, .warmup = 0},
            .panels = {plane, volume}};
}

Reproduction cells() {
    return {
        .name = "decompositions",
        .source = "Section 8.1",
        .title = "Area that a query visits over the width of its cells",
        .varies = "squares, fine rectangles, hexagons and strips cut to 180 degrees; sampled and by Steiner's formula",
        .reported = {"Thesis, section 8.1: seven hexagons of side R around a query against nine squares, 4.79 against "
                     "2.86 times the disc. The hexagons are 5.79 times the disc; the thesis took off the disc itself.",
                     "Here a query visits the cells that its disc meets. On average these are, over all places of "
                     "the query, A + P P_c / 2 pi + A_c, with area and perimeter of the disc, or of the sector in "
                     "sight, and of a cell (Steiner, Blaschke). Cells of equal area are compared, W wide if square; "
                     "hexagons have the least perimeter. Boxes, which are not cut to the disc, cover (2 R + W)^2. "
                     "The strips of a sector are cut to the disc and to the sector one after the other, which "
                     "costs a little more than the formula says."},
        .subject = "decompositions",
        .fixed = {"degrees=180"},
        .quick_fixed = {"samples=20000"},
        .axes = {{"cells"},
                 {"ratio", {"0.1", "0.2", "0.25", "0.3333333", "0.5", "0.7", "1", "1.5", "2"}, {"0.25", "0.5", "1"}}},
        .full = {.steps = 1, .warmup = 0},
        .quick = {.steps = 1, .warmup = 0},
        .panels = {{.y_label = "area visited over that of the disc",
                    .x = "ratio",
                    .readings = {{"sampled", "total", "candidates_last", "total", "neighbours_last"},
                                 {.name = "formula", .column = "surplus_theory", .theory = true}}}}};
}

}  // namespace

const std::vector<Reproduction>& reproductions() {
    static const auto all = [] {
        std::vector<Reproduction> list{
            contention(),        bins(),           many_actors(), density(),    network(), z_order(),
            strips_population(), strips_density(), wee(),         bin_ratios(), corners(), block_size(),
            construct_share(),   population(),     surplus(),     cells()};
        for (auto& study : case_studies()) list.push_back(std::move(study));
        for (auto& experiment : bachelor_theses()) list.push_back(std::move(experiment));
        return list;
    }();
    return all;
}

}  // namespace nearfield
