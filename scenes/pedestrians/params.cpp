#include "scenes/pedestrians/params.hpp"

#include "scenes/crowd/level_of_service.hpp"
#include "scenes/crowd/measured.hpp"
#include "scenes/plans/plan_reader.hpp"

namespace nearfield::pedestrians {
namespace {

using P = Params;
using enum Effect;

auto general() {
    std::vector<std::string> plans;
    for (const auto& plan : crowd::carried_plans()) plans.push_back(plan.key);
    return std::to_array<ParamSpec>({
        text(&P::plan, "plan", "Plan", plans,
             "Floor plan: a built-in one, or the path of your own file. The format is described "
             "in scenes/plans/PLANS.md.")
            .names_file()
            .does(respawn),
        integer(&P::actors, "actors", "People", "", 0, 1e6,
                "People at the start (and from sources), in place of the plan's number; scales all groups "
                "alike. 0: as in the plan.")
            .log()
            .does(respawn),
        choice(&P::model, "model", "Forces", {"helbing-2000", "helbing-1995"},
               "helbing-2000: repulsion, and contact forces of bodies (Helbing, Farkas & Vicsek). helbing-1995: "
               "softer, anticipating forces without contact (Helbing & Molnár), which use stride instead of strength, "
               "range, stiffness and friction."),
        real(&P::speed, "speed", "Desired speed", "m/s", 0, 8,
             "Desired speed of everybody, in place of the plan's. About 1 is calm, 1.5 hurried, 5 a panic. 0: as "
             "the plan says."),
        choice(&P::choice, "choice", "Choice of exit", {"nearest", "queues"},
               "nearest: the least distance times the exit's weight. queues: the least time of walking or, if longer, "
               "of waiting in the queue there, decided again at intervals."),
        text(&P::shut, "shut", "Shut", {},
             "Exits and doors that are shut, by name, separated by commas; a + before a name opens it instead. "
             "Acts at once: people choose again."),
    });
}

auto forces() {
    return std::to_array<ParamSpec>({
        real(&P::relaxation, "relaxation", "Relaxation time", "s", 0.05, 1e6,
             "Time constant of the approach to the desired velocity.")
            .log(),
        real(&P::strength, "strength", "Repulsion A", "N", 0, 20000,
             "Force between bodies (and from walls) that just touch.")
            .when("model", {"helbing-2000"}),
        real(&P::range, "range", "Range B", "m", 0.01, 0.5, "Distance over which the repulsion falls by a factor e.")
            .log()
            .when("model", {"helbing-2000"}),
        real(&P::stiffness, "stiffness", "Body stiffness k", "kg/s²", 0, 1e6, "Force per overlap of bodies that touch.")
            .when("model", {"helbing-2000"}),
        real(&P::friction, "friction", "Sliding friction", "kg/(m s)", 0, 2e6,
             "Force per overlap and tangential speed of bodies that touch. Its growth with pressure causes the "
             "faster-is-slower effect at doors.")
            .when("model", {"helbing-2000"}),
        real(&P::stride, "stride", "Stride time", "s", 0, 4,
             "Anticipation of a person by others, as walking time at that person's own speed. The paper gives 2 s; "
             "lanes form below about 0.5 s, a single stride.")
            .when("model", {"helbing-1995"}),
        real(&P::cutoff, "cutoff", "Radius R", "m", 0.5, 5,
             "Search radius: people farther apart (between centres) do not push each other. At 2 m a force is "
             "below 0.001 N.")
            .does(regrid),
        real(
            &P::time_step, "time_step", "Time step", "s", 0.001, 0.02,
            "Simulated time per step. Crowds are stable up to 0.01 s; below that, flows through narrow doors change by "
            "less than their scatter.")
            .log(),
        real(&P::mass, "mass", "Mass", "kg", 1, 1000, "Mass of a person.").log().does(respawn).in("People and doors"),
        real(&P::yield_at, "yield_at", "Yield at", "N/m", 0, 1e6,
             "Pressure at which people stop pushing forward; below it the drive falls linearly. In place of the "
             "plan's: commuters stay below 1000, at 1000000 everybody pushes on. 0: as in the plan; most "
             "plans set none, and people push on."),
    });
}

auto people_and_doors() {
    return std::to_array<ParamSpec>({
        real(&P::radius_scale, "radius_scale", "Body size", "", 0.2, 2, "Factor of everybody's radius in the plan.")
            .log()
            .does(respawn),
        toggle(&P::premovement, "premovement", "Premovement",
               "People wait for their premovement time, given by the plan, before they set off.")
            .does(respawn),
        real(&P::choice_period, "choice_period", "Choose every", "s", 0.1, 60,
             "Interval at which people compare exits if they mind queues.")
            .log()
            .when("choice", {"queues"}),
        real(&P::door_width, "door_width", "Door width", "m", 0, 20,
             "Width of every door and exit door, in place of the plan's. 0: as in the plan.")
            .does(respawn),
    });
}

auto measuring() {
    std::vector<std::string> levels;
    for (const auto& table : crowd::level_tables()) levels.push_back(table.key);
    return std::to_array<ParamSpec>({
        choice(&P::levels, "levels", "Level of service", levels, "Table that grades densities from A to F."),
        toggle(&P::overlay, "overlay", "Show levels", "Colours the floor by its level of service."),
        text(&P::lines, "lines", "Own lines", {},
             "Lines of your own at which flow is measured, besides the plan's: x y x y of the two ends in m, ; "
             "between lines. Press L to draw one in the picture."),
        text(&P::areas, "areas", "Own areas", {},
             "Rectangles of your own in which density, speed and flow are measured, besides the plan's: x y x y of "
             "two opposite corners in m, ; between areas. Press K to draw one in the picture."),
        integer(&P::line, "line", "Metrics at line", "", 0, crowd::Measured::most_lines,
                "Line for the metrics flow, net flow and crossed: the plan's lines in order, then your "
                "own. 0: all of them together."),
        integer(&P::area, "area", "Metrics in area", "", 0, crowd::Measured::most_areas,
                "Area for the area metrics: the plan's measured areas in order, then your own. "
                "0: all of them together."),
        integer(&P::train, "train", "Metrics of train", "", 0, 32,
                "Train for the metrics boarded and alighted, in the plan's order. 0: all of them "
                "together."),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(general(), headed("Forces", forces()), headed("People and doors", people_and_doors()),
                         headed("Measuring", measuring()));
}

}  // namespace nearfield::pedestrians
