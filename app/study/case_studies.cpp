// The models to which the thesis applies its optimisations, as experiments: its Original (bins as wide as the radius,
// radix sort) beside what it proposes (strips over bins half as wide, counting sort) and what this program does.
#include "app/study/reproduction.hpp"

namespace nearfield {
namespace {

using namespace search_keys;
const Chosen original{{visit, "bins"}, {bin_ratio, "1"}, {sort, "radix"}},
    proposed{{visit, "strips"}, {bin_ratio, "0.5"}, {sort, "counting"}},
    ours{{visit, "fused"}, {bin_ratio, "0.5"}, {sort, "counting"}};
const Effort few_steps{.steps = 3, .warmup = 1};

/// What the thesis measured, as speed-up over its Original; empty where it says nothing.
struct Told {
    std::string name, x, query, construction = {}, step = {};
};

Panel gain_panel(const std::string& title, const std::string& x, const std::string& stage,
                 const std::vector<Told>& told, std::string Told::*gain) {
    Panel panel{.title = title,
                .y_label = "speed-up over the Original",
                .x = x,
                .readings = {{.stage = stage}},
                .against = Against::speedup,
                .baseline = original};
    for (const auto& t : told)
        if (!(t.*gain).empty()) panel.reported.push_back({"thesis, " + t.name, {{t.x, t.*gain}}});
    return panel;
}

/// Adds the ways of searching, and charts over `x` of what they gain, to an experiment on a model. Nothing is counted
/// ahead: construction and query each do only their own work, as in the thesis.
Reproduction case_study(Reproduction made, const std::string& query_stage, const std::vector<Told>& told,
                        const std::string& x = bin_ratio) {
    made.fixed.push_back("search.count_ahead=off");
    made.axes.insert(made.axes.end(), {{visit, {"bins", "strips", "fused"}, {"bins", "strips"}},
                                       {bin_ratio, {"1", "0.5"}, {}},
                                       {sort, {"radix", "counting"}, {}}});
    made.panels = {gain_panel("Query", x, query_stage, told, &Told::query),
                   gain_panel("Construction", x, "construct", told, &Told::construction),
                   gain_panel("Whole step", x, "total", told, &Told::step)};
    return made;
}

Reproduction circles() {
    return case_study(
        Reproduction{
            .name = "circles",
            .source = "Table 6.2, 6.4",
            .title = "Circles: the thesis's optimisations in a model",
            .varies = "query, construction and step of a million circles before and after, 2D and 3D",
            .reported =
                {"Thesis, section 6.4.1 (Titan X Pascal): strips at ratio 0.5 are 1.27 (2D) and 1.34 times (3D) "
                 "as fast in the query as the Original, at the highest density. Table 6.2 has its other three "
                 "models."},
            .subject = "circles",
            .fixed = {"actors=1000000", "neighbours=70", "aspect=1"},
            .quick_fixed = {"actors=2000"},
            .axes = {{"dimensions"}},
            .full = {.steps = 200, .warmup = 0},
            .quick = few_steps},
        "query", {{"2D, highest density", "0.5", "1.27"}, {"3D, highest density", "0.5", "1.34"}});
}

Reproduction boids() {
    return case_study(
        Reproduction{
            .name = "boids",
            .source = "Table 6.2",
            .title = "Boids: the thesis's optimisations in a model",
            .varies = "query, construction and step of 262,144 boids before and after",
            .reported = {"Thesis, Table 6.2 (Titan X Pascal, 10,000 steps of 262,144 boids): query 746.5 s before and "
                         "646.6 after, construction 5.1 and 7.0, all 752 and 654.",
                         "Its Original has the radix sort, and so has its optimised version there; here both sorts are "
                         "shown."},
            .subject = "boids",
            .preset = "thesis",
            .quick_fixed = {"actors=2000"},
            .full = {.steps = 1000, .warmup = 0},
            .quick = few_steps},
        "query", {{"strips and counting", "0.5", "1.15", "0.73", "1.15"}});
}

Reproduction pedestrians() {
    return case_study(
        Reproduction{
            .name = "pedestrians",
            .source = "Table 6.2, 4.5.2",
            .title = "Pedestrians: the thesis's optimisations in a model",
            .varies = "query, construction and step of 1,950 and 16,384 pedestrians in a hall before and after",
            .reported =
                {"Thesis, Table 6.2 (Titan X Pascal, 10,000 steps of FLAME GPU's Pedestrian with 16,384 actors): "
                 "query 1.01 s before and 0.98 after, construction 0.65 and 0.66, all 2.25 and 2.18. Section "
                 "4.5.2 (Titan X Maxwell): with about 1,950 people 10,000 steps take 7,555 ms by radix sort and "
                 "7,343 by counting, 2.8% less.",
                 "Its model is another one: people on a grid of arrows, without forces of contact."},
            .subject = "pedestrians",
            .preset = "hall",
            .fixed = {"plan=large-hall"},
            .axes = {{"actors", {"1950", "16384"}, {"1950"}}},
            .full = {.steps = 1000, .warmup = 0},
            .quick = few_steps},
        "forces",
        {{"strips and counting, 16,384", "0.5", "1.03", "0.98", "1.03"},
         {"counting alone, 1,950", "1", "", "", "1.029"}});
}

Reproduction keratinocyte() {
    return case_study(
        Reproduction{
            .name = "keratinocyte",
            .source = "Table 6.2",
            .title = "Keratinocytes: the thesis's optimisations in a model",
            .varies = "rules, construction and step of some 25,000 growing cells before and after",
            .reported =
                {"Thesis, Table 6.2 (Titan X Pascal, 10,000 steps while 25,000 cells become 41,789): query 5.80 s "
                 "before and 4.38 after, construction 0.94 and 1.87, all 8.14 and 6.70.",
                 "Timed from tick 300 on, at which this colony has about as many cells. The thesis's model "
                 "searches two radii, but keeps bins made for a smaller one, so that forces miss "
                 "neighbours at ratio 0.5. Here every way of searching finds the same."},
            .subject = "keratinocyte",
            .preset = "thesis",
            .quick_fixed = {"actors=60", "room=2048"},
            .full = {.steps = 2000, .warmup = 0, .until = {"tick", 300}},
            .quick = {.steps = 3, .warmup = 0, .until = {"tick", 1}}},
        "model", {{"strips and counting", "0.5", "1.32", "0.50", "1.21"}});
}

/// `actors` are those who come between two trains of a platform.
Reproduction station(const std::string& name, const std::string& preset) {
    return {.name = name,
            .source = "Table 7.1",
            .title = "A station: the thesis's optimisations in a case study with few people",
            .subject = "pedestrians",
            .preset = preset,
            .fixed = {"time_step=0.02"},
            .ways = {original, proposed, ours}};
}

Reproduction small_station() {
    auto study = station("station", "station-300");
    study.varies = "query, construction and step of about 270 and about 1,000 people in a station before and after";
    study.reported = {
        "Thesis, Table 7.1 (244 people who become 282): query 3.04 ms before and 5.53 after, construction 2.66 and "
        "3.16, a step 11.28 and 13.95; with about 1,000 people a step takes 20.8 and 20.4.",
        "Its station is not published. Here it is our own; the axis shows the people who come in 251 s, between "
        "two trains: 636 are some 270 at a time, 2000 some 1,000."};
    study.axes = {{"actors", {"636", "2000"}, {}}};
    study.full = {.steps = 1000, .warmup = 30000};
    study.quick = {.steps = 5, .warmup = 1500};
    return case_study(
        std::move(study), "forces",
        {{"244 to 282 people", "636", "0.55", "0.84", "0.81"}, {"about 1,000 people", "2000", "", "", "1.02"}},
        "actors");
}

Reproduction large_station() {
    auto study = station("station-large", "station-30000");
    study.title = "A large station: the thesis's optimisations in a case study";
    study.varies = "the same of about 10,000 and 30,000 people in a station 5.5 times as long";
    study.reported = {"Thesis, section 7.1: about 1,000 people are the most that its model of a station bears; with "
                      "more their behaviour breaks down.",
                      "Here lengths and times are 5.5 times those of the small station, whose flights of stairs side "
                      "by side would jam: people come down at the platforms' ends and go up in their middle. The axis "
                      "shows the people who come between two trains."};
    study.axes = {{"actors", {"26000", "58000"}, {"26000"}}};
    study.full = {.steps = 300, .warmup = 50000};
    study.quick = {.steps = 5, .warmup = 250};
    return case_study(std::move(study), "forces", {}, "actors");
}

Reproduction stadium() {
    return case_study(
        Reproduction{
            .name = "stadium",
            .source = "Table 7.2",
            .title = "A large event: the thesis's optimisations in a case study",
            .varies = "query, construction and step of 62,000 to 100,000 people around a stadium before and after",
            .reported = {"Thesis, Table 7.2 (62,210 people who become 86,739; 16 to 21 neighbours each): query 1.30 ms "
                         "before and 1.01 after, construction 0.49 and 0.37, a step 4.78 and 4.31.",
                         "Its stadium is not published. Here it is our own, with 6 to 11 neighbours each."},
            .subject = "pedestrians",
            .preset = "stadium",
            .axes = {{"actors", {"62000", "100000"}, {"2000"}}},
            .full = {.steps = 300, .warmup = 0},
            .quick = few_steps},
        "forces", {{"strips and counting", "0.5", "1.28", "1.32", "1.11"}});
}

}  // namespace

std::vector<Reproduction> case_studies() {
    return {circles(), boids(), pedestrians(), keratinocyte(), small_station(), large_station(), stadium()};
}

}  // namespace nearfield
