#include "scenes/sph/params.hpp"

#include "scenes/sph/tank_reader.hpp"

namespace nearfield::sph {
namespace {

using P = Params;
using enum Effect;

auto general() {
    return std::to_array<ParamSpec>({
        text(&P::tank, "tank", "Tank", tank_keys(),
             "Container of the fluid: a built-in tank, or a file of your own (TANKS.md). Empty: the "
             "box described below.")
            .names_file()
            .does(respawn),
        integer(&P::actors, "actors", "Particles", "", 0, 200e6,
                "Approximate number of fluid particles; with the fluid's volume it gives their spacing. Their initial "
                "lattice decides the exact number. 0: the tank's default.")
            .log()
            .does(respawn),
        choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"},
               "The described box as a slice or a volume; y is up.")
            .does(respawn)
            .when_empty("tank"),
        choice(
            &P::method, "method", "Solver", {"pbf", "dfsph", "wcsph"},
            "pbf: position based fluids, a fixed number of iterations, robust. dfsph: divergence-free SPH, "
            "iterates to a given density error, with physical pressure. wcsph: weakly compressible by an equation of "
            "state, with small steps: the reference."),
        choice(&P::start, "start", "Start", {"column", "columns", "falling", "filled"},
               "column: a column of fluid at the left wall, the dam break. columns: one at either end. falling: a "
               "block in the air in the middle. filled: the whole tank.")
            .does(respawn)
            .when_empty("tank"),
        real(&P::viscosity, "viscosity", "Viscosity ν", "m²/s", 0, 10,
             "Kinematic viscosity, laminar (Monaghan 1992 in the form of Morris 1997). Water: 1e-6; honey: 0.005. "
             "Limits the time step."),
        real(&P::gravity, "gravity", "Gravity", "", 0, 10,
             "Factor of the tank's gravity, by default 9.81 m/s² downward."),
    });
}

auto box() {
    const auto boxed = [](ParamSpec spec) { return std::move(spec.does(respawn).when_empty("tank")); };
    return std::to_array<ParamSpec>({
        boxed(real(&P::tank_width, "tank_width", "Tank width", "m", 0.01, 1000,
                   "Inner width, along x. All lengths are rounded to whole spacings.")
                  .log()),
        boxed(real(&P::tank_height, "tank_height", "Tank height", "m", 0.01, 1000,
                   "Inner height, along y; the tank has a lid.")
                  .log()),
        boxed(real(&P::tank_depth, "tank_depth", "Tank depth", "m", 0.01, 1000,
                   "Inner depth, along z; the fluid fills it.")
                  .log()
                  .when("dimensions", {"3"})),
        boxed(real(&P::column_width, "column_width", "Column width", "m", 0.001, 1000,
                   "Width of each column or of the falling block.")
                  .log()
                  .when("start", {"column", "columns", "falling"})),
        boxed(real(&P::column_height, "column_height", "Column height", "m", 0.001, 1000,
                   "Height of each column or of the falling block.")
                  .log()
                  .when("start", {"column", "columns", "falling"})),
        boxed(real(&P::pool, "pool", "Pool", "m", 0, 1000, "Height of still fluid under a falling block.")
                  .when("start", {"falling"})),
        boxed(toggle(&P::periodic, "periodic", "Periodic",
                     "No walls: fluid that leaves on one side enters on the other.")),
    });
}

auto fluid() {
    return std::to_array<ParamSpec>({
        real(&P::rest_density, "rest_density", "Rest density", "kg/m³", 1, 1e5,
             "Density of the fluid at rest. It scales pressures and energies; the flow does not depend on it.")
            .log(),
        real(&P::artificial_viscosity, "artificial_viscosity", "Artificial viscosity α", "", 0, 1,
             "Monaghan's α: damps approaching particles, in proportion to spacing and speed of sound. "
             "wcsph wants 0.01 to 0.1."),
        real(&P::xsph, "xsph", "XSPH", "", 0, 0.5,
             "XSPH: share of the difference to the neighbours' mean velocity removed per step (Schechter & "
             "Bridson 2012): calms splashes."),
        real(&P::cohesion, "cohesion", "Cohesion", "1/s²", 0, 1e5,
             "Attraction between particles, for surface tension (Becker & Teschner 2007): acceleration per metre "
             "apart, weighted by the kernel."),
        real(&P::smoothing, "smoothing", "Support over spacing", "", 1.6, 4,
             "Kernel support (the search radius) over particle spacing. 2: about 32 neighbours in 3D, 12 in 2D; larger "
             "is smoother but slower.")
            .does(regrid),
        choice(&P::kernel, "kernel", "Kernel", {"cubic", "wendland"},
               "cubic: B-spline (Monaghan 1985). wendland: C2 (Wendland 1995), which avoids pairing of particles; "
               "needs a larger support."),
    });
}

auto solver() {
    return std::to_array<ParamSpec>({
        real(&P::cfl, "cfl", "CFL number", "", 0.05, 2,
             "Limit of a particle's displacement per time step, over the spacing; shortens the step.")
            .log(),
        real(&P::time_step, "time_step", "Longest time step", "s", 1e-6, 0.1, "Upper limit of the time step.").log(),
        integer(&P::iterations, "iterations", "Iterations", "", 2, 100,
                "Corrections per step. More make the fluid stiffer.")
            .log()
            .when("method", {"pbf"}),
        real(&P::density_error, "density_error", "Density error", "%", 0.001, 10,
             "Mean compression at which the pressure solver stops.")
            .log()
            .when("method", {"dfsph"}),
        real(&P::divergence_error, "divergence_error", "Divergence error", "%", 0.001, 10,
             "Mean compression per step by the velocities at which the divergence solver stops.")
            .log()
            .when("method", {"dfsph"}),
        integer(&P::most_iterations, "most_iterations", "Most iterations", "", 2, 1000,
                "Limit of iterations per solve, whatever the error.")
            .log()
            .when("method", {"dfsph"}),
        real(&P::sound, "sound", "Speed of sound", "", 2, 50,
             "Over the greatest expected speed, √(2 g H) with the initial height H of the fluid. 10: "
             "density varies by about 1 %. Used by wcsph and by artificial viscosity."),
    });
}

auto walls_and_motion() {
    return std::to_array<ParamSpec>({
        real(&P::wall_friction, "wall_friction", "Wall friction ν", "m²/s", 0, 10,
             "Kinematic viscosity between fluid and walls (Akinci et al. 2012). 0: free slip; equal to "
             "the fluid's ν: no slip. Limits the time step."),
        real(&P::tilt, "tilt", "Tilt", "°", -180, 180,
             "Turns gravity about the z axis, as if the tank were tilted to the right."),
        real(&P::sway, "sway", "Sway", "m", 0, 10, "Amplitude of the tank's oscillation along x, seen from the tank."),
        real(&P::sway_period, "sway_period", "Sway period", "s", 0.05, 60, "Period of the tank's oscillation.")
            .log()
            .when_set("sway"),
    });
}

auto probes() {
    return std::to_array<ParamSpec>({
        integer(&P::probe, "probe", "Probe", "", 1, 64, "Number of the tank's pressure probe that is measured.")
            .when_set("tank"),
        integer(&P::gauge, "gauge", "Gauge", "", 1, 64, "Number of the tank's height gauge that is measured.")
            .when_set("tank"),
    });
}

auto mouse_and_drops() {
    return std::to_array<ParamSpec>({
        choice(&P::mouse, "mouse", "Mouse", {"pulls", "pushes", "drags"},
               "Action of the mouse while A is held over the picture: pulls or pushes the fluid, or drags "
               "the tank towards itself, seen from the tank."),
        real(&P::mouse_force, "mouse_force", "Mouse force", "m/s²", 0, 1000,
             "Acceleration at the mouse, falling to zero at its radius. For a dragged tank: acceleration with the "
             "mouse at its "
             "side, falling to zero at its middle."),
        real(&P::mouse_radius, "mouse_radius", "Mouse radius", "m", 0.001, 1000, "Range of the mouse.").log(),
        choice(&P::drop, "drop", "Drop", {"ball", "block"},
               "Shape of the fluid dropped at the mouse by B, where there is room."),
        real(&P::drop_size, "drop_size", "Drop size", "m", 0.001, 1000,
             "Radius of a dropped ball, or half the side of a dropped block.")
            .log(),
        integer(&P::reserve, "reserve", "Reserve", "", 0, 200e6,
                "Particles reserved for drops with B, besides those for faucets. Every step "
                "sorts unused ones too: reserve none unless needed.")
            .log()
            .does(respawn),
    });
}

auto picture() {
    return std::to_array<ParamSpec>({
        choice(&P::draw, "draw", "Draw", {"particles", "surface", "water"},
               "Individual particles, or the surface of the fluid: coloured by an attribute, or "
               "clear as water.")
            .of(Section::common),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(general(), headed("Described box", box()), headed("Fluid", fluid()),
                         headed("Solver", solver()), headed("Walls and motion", walls_and_motion()),
                         headed("Probes", probes()), headed("Mouse and drops", mouse_and_drops()), picture());
}

}  // namespace nearfield::sph
