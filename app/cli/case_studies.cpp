// The models to which the thesis applies its optimisations, as experiments: its Original (bins as wide as the radius,
// radix sort) beside what it proposes (strips over bins half as wide, counting sort) and what this program does.
#include "app/cli/reproduction.hpp"

namespace nearfield {
namespace {

constexpr const char *bin_ratio = "search.bin_ratio", *visit = "search.visit", *sort = "search.sort";

/// What the thesis measured for its proposal, as speed-up over its Original.
struct Gains {
    std::string query, construction, step;
};

/// A model, its stage that queries, and what the thesis reports of it.
struct CaseStudy {
    std::string name, source, title, scene, preset, varies, query_stage;
    Gains thesis;
    std::vector<std::string> reported;
    std::vector<std::string> fixed, quick_fixed;
    std::vector<SweptAxis> sizes = {};  ///< what is swept beside the ways of searching
    std::vector<std::string> quick_sorts = {"radix", "counting"};
    Effort full, quick = {.steps = 3, .warmup = 1};
};

Panel gain_panel(const std::string& title, const std::string& stage, const std::string& thesis) {
    return {.title = title,
            .y_label = "speed-up over the Original",
            .x = bin_ratio,
            .readings = {{.stage = stage}},
            .against = Against::speedup,
            .baseline = {{visit, "bins"}, {bin_ratio, "1"}, {sort, "radix"}},
            .reported = {{"thesis, strips and counting", {{"0.5", thesis}}}}};
}

Reproduction reproduction_of(CaseStudy study) {
    Reproduction made{.name = study.name,
                      .source = study.source,
                      .title = study.title,
                      .varies = study.varies,
                      .reported = std::move(study.reported),
                      .subject = study.scene,
                      .preset = study.preset,
                      .fixed = std::move(study.fixed),
                      .quick_fixed = std::move(study.quick_fixed),
                      .axes = std::move(study.sizes),
                      .full = study.full,
                      .quick = study.quick,
                      .panels = {gain_panel("Query", study.query_stage, study.thesis.query),
                                 gain_panel("Construction", "construct", study.thesis.construction),
                                 gain_panel("Whole step", "total", study.thesis.step)}};
    made.axes.insert(made.axes.end(), {{visit, {"bins", "strips", "fused"}, {"bins", "strips"}},
                                       {bin_ratio, {"1", "0.5"}, {}},
                                       {sort, {"radix", "counting"}, std::move(study.quick_sorts)}});
    return made;
}

Reproduction boids() {
    return reproduction_of(
        {.name = "boids",
         .source = "Table 6.2",
         .title = "Boids: the thesis's optimisations in a model",
         .scene = "boids",
         .preset = "thesis",
         .varies = "query, construction and step of 262,144 boids before and after",
         .query_stage = "query",
         .thesis = {.query = "1.15", .construction = "0.73", .step = "1.15"},
         .reported = {"Thesis, Table 6.2 (Titan X Pascal, 10,000 steps of 262,144 boids): query 746.5 s before and "
                      "646.6 after, construction 5.1 and 7.0, all 752 and 654.",
                      "Its Original has the radix sort, and so has its optimised version there; here both sorts are "
                      "shown."},
         .fixed = {},
         .quick_fixed = {"actors=2000"},
         .full = {.steps = 1000, .warmup = 0}});
}

Reproduction pedestrians() {
    return reproduction_of(
        {.name = "pedestrians",
         .source = "Table 6.2, 4.5.2",
         .title = "Pedestrians: the thesis's optimisations in a model",
         .scene = "pedestrians",
         .preset = "hall",
         .varies = "query, construction and step of pedestrians in a hall before and after",
         .query_stage = "forces",
         .thesis = {.query = "1.03", .construction = "0.98", .step = "1.03"},
         .reported = {"Thesis, Table 6.2 (Titan X Pascal, 10,000 steps of FLAME GPU's Pedestrian with 16,384 actors): "
                      "query 1.01 s before and 0.98 after, construction 0.65 and 0.66, all 2.25 and 2.18. Section "
                      "4.5.2: with about 1,950 people the counting sort alone improves the whole by 2.8%.",
                      "Its model is another one: people on a grid of arrows, without forces of contact."},
         .fixed = {},
         .quick_fixed = {},
         .full = {.steps = 1000, .warmup = 0}});
}

Reproduction keratinocyte() {
    return reproduction_of(
        {.name = "keratinocyte",
         .source = "Table 6.2",
         .title = "Keratinocytes: the thesis's optimisations in a model",
         .scene = "keratinocyte",
         .preset = "thesis",
         .varies = "rules, construction and step of some 25,000 growing cells before and after",
         .query_stage = "model",
         .thesis = {.query = "1.32", .construction = "0.50", .step = "1.21"},
         .reported = {"Thesis, Table 6.2 (Titan X Pascal, 10,000 steps while 25,000 cells become 41,789): query 5.80 s "
                      "before and 4.38 after, construction 0.94 and 1.87, all 8.14 and 6.70.",
                      "Its model searches two radii, but keeps bins made for a smaller one, so that forces miss "
                      "neighbours at ratio 0.5. Here every way of searching finds the same."},
         .fixed = {},
         .quick_fixed = {"actors=60", "room=2048"},
         .full = {.steps = 2000, .warmup = 4000}});
}

Reproduction stadium() {
    return reproduction_of(
        {.name = "stadium",
         .source = "Table 7.2",
         .title = "A large event: the thesis's optimisations in a case study",
         .scene = "pedestrians",
         .preset = "stadium",
         .varies = "query, construction and step of 62,000 to 100,000 people around a stadium before and after",
         .query_stage = "forces",
         .thesis = {.query = "1.28", .construction = "1.32", .step = "1.11"},
         .reported = {"Thesis, Table 7.2 (62,210 people who become 86,739; 16 to 21 neighbours each): query 1.30 ms "
                      "before and 1.01 after, construction 0.49 and 0.37, a step 4.78 and 4.31.",
                      "Its stadium is not published. Here it is our own, with 6 to 11 neighbours each."},
         .fixed = {},
         .quick_fixed = {},
         .sizes = {{"actors", {"62000", "100000"}, {"2000"}}},
         .quick_sorts = {"radix"},  // each configuration lays its ways out anew, which takes seconds
         .full = {.steps = 300, .warmup = 0}});
}

}  // namespace

std::vector<Reproduction> case_studies() { return {boids(), pedestrians(), keratinocyte(), stadium()}; }

}  // namespace nearfield
