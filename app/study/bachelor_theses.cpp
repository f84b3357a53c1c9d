// The experiments of the two bachelor theses: water on hexagon cells, and queries of building models.
#include "app/study/reproduction.hpp"

namespace nearfield {
namespace {

Reading share_of(const char* stage) {
    return {.name = stage, .stage = stage, .column = "median_ms", .per_stage = "stages", .per_column = "median_ms"};
}

Reproduction flood() {
    const std::string site = "site", large = "floor-60000";
    const Chosen single{{"precision", "single"}};
    return {
        .name = "flood",
        .source = "Bader & Meier",
        .title = "Shallow water: one fused step against the stages of 2015",
        .varies = "layout, flux and precision of the flood, dry floors of 4,100 to 120,000 m² with one source, and a "
                  "full pool",
        .reported =
            {"Thesis, Bader & Meier 2015 (bachelor thesis, HSR Rapperswil; GT 650M and GTX Titan Black): one pass over "
             "1,147,423 hexagons takes 19 ms on the GT 650M, 60 million cells per second. Its kernels' shares there: "
             "interior faces 25.5 %, time step 10.1, update of the arrays 8.5, newly flooded cells 7.1, two maxima 6.3 "
             "each, walls 5.9, sources 4.6, storeys 3.8, dry cells 3.4.",
             "Thesis: structures of arrays against arrays of structures take 2,634 and 3,690 ms in CUDA (16,763 and "
             "9,347 ms in C++); single against double precision 12,417 and 17,098 ms. The GPU wins from about "
             "4,100 m². In a whole evacuation water falls from 84 to 12 % of the time. Arrays of structures are not "
             "repeated here; double precision is, with HLLC.",
             "layout=table has its stages: a snapshot, lists of wet cells, a stored table of neighbours, faces that "
             "add to both cells with atomics. layout=tiles does all at once and computes neighbours. Its printed rule, "
             "half of the difference in level, is unstable on hexagons; flux=levelling takes a sixth. Its people are a "
             "cellular automaton; ours are continuous, and not part of these times."},
        .subject = "flood",
        .fixed = {"maxima=off", "order=first"},
        .axes = {{site, {"floor-4100", "floor-15000", "floor-60000", "floor-120000", "pool-60000"}, {"floor-4100"}},
                 {"layout"},
                 {"flux"},
                 {"precision"}},
        .ways = {single, {{"flux", "HLLC"}, {"precision", "double"}}},
        .full = {.steps = 500, .warmup = 100},
        .quick = {.steps = 3, .warmup = 1},
        .panels = {{.title = "A step", .y_label = "time (ms)", .x = site, .only = single, .readings = {{}}},
                   {.title = "Double precision against single, HLLC",
                    .y_label = "time in single over that in double",
                    .x = site,
                    .only = {{"flux", "HLLC"}},
                    .readings = {{}},
                    .against = Against::speedup,
                    .baseline = single,
                    .bands = {{"thesis: 0.73", 0.726, 0.726}}},
                   {.title = "All cells of a site over a step",
                    .y_label = "million cells per second",
                    .x = site,
                    .only = single,
                    .readings = {{.column = "million_cells_per_s"}},
                    .reported = {{"thesis, GT 650M", {{large, "60"}}}}},
                   {.title = "Shares of the stages, table and levelling",
                    .y_label = "share (%)",
                    .x = site,
                    .only = {{"layout", "table"}, {"flux", "levelling"}, {"precision", "single"}},
                    .readings = {share_of("faces"), share_of("update"), share_of("snapshot"), share_of("lists"),
                                 share_of("time step"), share_of("inflow")},
                    .scale = 100,
                    .reported = {{"thesis, faces", {{large, "25.5"}}},
                                 {"thesis, update", {{large, "8.5"}}},
                                 {"thesis, time step", {{large, "22.7"}}},
                                 {"thesis, lists", {{large, "10.5"}}},
                                 {"thesis, inflow", {{large, "4.6"}}}}}}};
}

Panel over_buildings(const char* title, const char* stage, Chosen only) {
    return {.title = title,
            .y_label = "median time (ms)",
            .x = "buildings",
            .only = std::move(only),
            .readings = {{.stage = stage, .column = "median_ms"}}};
}

Reproduction queries() {
    const Chosen clipped{{"narrow", "clipped"}}, bins{{"broad", "bins"}};
    return {
        .name = "queries",
        .source = "Schweizer, Figs. 5.2-5.10",
        .title = "Which parts of 1 to 1,000 houses touch, overlap and contain each other",
        .varies = "broad and narrow phase over 1 to 1,000 copies of the house, 162 to 162,000 parts",
        .reported =
            {"Thesis, Schweizer 2014 (bachelor thesis, TU München; a graphics card of 2010 against one CPU core in "
             "C#): trees are built in a time linear in the parts (Figs. 5.3, 5.4). The tree query of all parts rises "
             "almost quadratically with their number (Fig. 5.8), and the card wins nothing there. The test of "
             "triangles after preselection is faster on the card (Fig. 5.9), and so is the sum (Fig. 5.10), which "
             "rises with the number of hits.",
             "Its models were different buildings; here it is one house many times, so that parts, triangles and hits "
             "grow alike. Its tree is built once; here everything is built in every step. Its narrow phase is "
             "`fragments`: all triangles of two parts in blocks of 32. `clipped` takes those within the other part's "
             "box."},
        .subject = "building",
        .fixed = {"model=house"},
        .axes = {{"buildings", {"1", "3", "10", "30", "100", "300", "1000"}, {"1", "2"}},
                 {"broad", {"bins", "rtree", "lbvh"}, {"bins", "rtree"}},
                 {"narrow", {"clipped", "fragments"}, {"clipped", "fragments"}}},
        .full = {.steps = 10, .warmup = 2},
        .quick = {.steps = 2, .warmup = 0},
        .panels = {over_buildings("Building the structure of boxes (Fig. 5.3)", "build", clipped),
                   over_buildings("Candidates of all parts (Fig. 5.8)", "candidates", clipped),
                   over_buildings("Triangles of all candidates (Fig. 5.9)", "triangles", bins),
                   over_buildings("The whole query (Fig. 5.10)", "total", bins)}};
}

}  // namespace

std::vector<Reproduction> bachelor_theses() { return {flood(), queries()}; }

}  // namespace nearfield
