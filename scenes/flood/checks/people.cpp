// People in flood water, against published speeds and limits, and their reaction to a blocked exit.
#include "scenes/flood/checks.hpp"
#include "scenes/flood/checks/flood_run.hpp"
#include "scenes/flood/people/people_in_water.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

/// One person walks through a corridor in still water: the speed of Postacchini et al. 2018, limited by that on dry
/// floor.
Findings wading(const Conditions& g) {
    Findings found;
    for (const auto& [depth, speed] :
         {std::pair(0., 1.34), std::pair(0.2, 1.115), std::pair(0.5, 0.787), std::pair(0.9, 0.629)}) {
        FloodRun run(g, {{"site", "validate/wading"}, {"start", fmt::format("{}", depth)}});
        run.run_to(4);
        const double from = run.people().at(0).x, then = run.time();
        run.run_to(g.quick ? 8 : 16);
        const double walked = (run.people().at(0).x - from) / (run.time() - then);
        found.push_back(within(fmt::format("in {:g} m of water", depth), walked, speed - 0.003, speed + 0.003, "m/s"));
    }
    return found;
}

/// Lower of the velocities at which a person slides and topples, relative to Xia's (2014), at ten depths.
Findings toppling(const Conditions&) {
    struct Person {
        float height, mass;
        std::vector<std::pair<float, double>> limits;  ///< depth, m/s
    };
    const Person people[] = {{1.7f,
                              70,
                              {{0.1f, 4.808},
                               {0.2f, 2.995},
                               {0.3f, 2.120},
                               {0.4f, 1.646},
                               {0.5f, 1.343},
                               {0.6f, 1.128},
                               {0.8f, 0.836},
                               {1.f, 0.638},
                               {1.2f, 0.485}}},
                             {1.25f,
                              25,
                              {{0.1f, 3.361},
                               {0.2f, 1.884},
                               {0.3f, 1.326},
                               {0.4f, 1.022},
                               {0.5f, 0.825},
                               {0.6f, 0.684},
                               {0.8f, 0.487},
                               {1.f, 0.345},
                               {1.2f, 0.220}}}};
    Findings found;
    for (const Person& person : people) {
        double most = 0;
        for (const auto& [depth, limit] : person.limits) {
            const flood::Stature build{30, person.height, person.mass};
            double stands = 0, falls = 10;
            while (falls - stands > 1e-4) {
                const double middle = (stands + falls) / 2;
                (flood::is_toppled(depth, float(middle), build) ? falls : stands) = middle;
            }
            most = std::max(most, std::abs(stands / limit - 1));
        }
        found.push_back(at_most(fmt::format("{} m, {} kg: farthest from the table", person.height, person.mass),
                                100 * most, 2, "%"));
    }
    return found;
}

/// A main bursts at the only exit in use. Counts the people who still walk there 2 s after the water before it is 1.2 m
/// deep (H4).
Findings blocked(const Conditions& g) {
    FloodRun run(g, {{"site", "validate/blocked"}});
    const auto count = [&](double way) {  // a step keeps people in the order of x
        const auto in_order = [&] {
            auto people = run.people();
            std::sort(people.begin(), people.end(), [](glm::vec2 a, glm::vec2 b) { return a.x < b.x; });
            return people;
        };
        const auto before = in_order();
        run.step();
        const auto now = in_order();
        double count = 0;
        for (std::size_t i = 0; i < now.size(); ++i) count += way * double(now[i].x - before[i].x) > 0;
        return count;
    };
    run.run_to(2.5);
    Findings found{at_least("people on their way to it before", count(-1), 20)};
    while (run.time() < 10 && run.at(run.field("depth"), {1.2, 5}) < 1.2) run.step();
    const double then = run.time();
    found.push_back(within("time at which the water is 1.2 m deep there", then, 3, 5, "s"));
    run.run_to(then + 1.9);
    found.push_back(at_most("people on their way to it 2 s later", count(-1), 0));
    found.push_back(at_least("  to the other one", count(1), 24));
    found.push_back(reported("  of them in the water by then",
                             run.metric("wading") + run.metric("trapped") + run.metric("toppled")));
    return found;
}

}  // namespace

std::vector<Check> people_in_flood_checks() {
    return {{"flood", "wading", "People walk in water that stands (Postacchini et al. 2018)", "", wading},
            {"flood", "toppling", "Water takes people's feet away (Xia et al. 2014)", "", toppling},
            {"flood", "blocked", "An exit that water blocks is given up within 2 s", "", blocked}};
}

}  // namespace nearfield
