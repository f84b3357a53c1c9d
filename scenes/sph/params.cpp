#include "scenes/sph/params.hpp"

#include "scenes/sph/tank_reader.hpp"

namespace nearfield::sph {
namespace {

using P = Params;
using enum Effect;

auto general() {
    return std::to_array<ParamSpec>({
        text(&P::tank, "tank", "Tank", tank_keys(),
             "What the fluid is in: a tank that comes with the program, or a file of your own (TANKS.md). Empty: the "
             "box described below.")
            .names_file()
            .does(respawn),
        integer(&P::actors, "actors", "Particles", "", 0, 200e6,
                "About how many fluid particles; with the fluid's volume it gives their spacing. The lattice that they "
                "start on decides the exact number. 0: as the tank suggests.")
            .log()
            .does(respawn),
        choice(&P::dimensions, "dimensions", "Dimensions", {"2", "3"},
               "A slice or a volume, of the box described. Up is y.")
            .does(respawn)
            .when_empty("tank"),
        choice(&P::method, "method", "Solver", {"pbf", "dfsph", "wcsph"},
               "pbf: position based fluids, a fixed number of iterations, hard to break. dfsph: divergence-free SPH, "
               "iterates until the density is right: true pressure. wcsph: weakly compressible by an equation of "
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
             "Over that of the tank, 9.81 m/s² downward unless it says otherwise."),
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
        boxed(toggle(&P::periodic, "periodic", "Periodic", "No walls: what leaves on one side enters on the other.")),
    });
}

auto fluid() {
    return std::to_array<ParamSpec>({
        real(&P::rest_density, "rest_density", "Rest density", "kg/m³", 1, 1e5,
             "Density of the fluid at rest. It scales pressures and energies; the flow does not depend on it.")
            .log(),
        real(&P::artificial_viscosity, "artificial_viscosity", "Artificial viscosity α", "", 0, 1,
             "Monaghan's α: brakes particles that approach each other, in proportion to spacing and speed of sound. "
             "wcsph wants 0.01 to 0.1."),
        real(&P::xsph, "xsph", "XSPH", "", 0, 0.5,
             "Share of the difference to the neighbours' mean velocity that is taken away per step (Schechter & "
             "Bridson 2012): calms splashes."),
        real(&P::cohesion, "cohesion", "Cohesion", "1/s²", 0, 1e5,
             "Attraction between particles, for surface tension (Becker & Teschner 2007): acceleration per metre "
             "apart, weighted by the kernel."),
        real(&P::smoothing, "smoothing", "Support over spacing", "", 1.6, 4,
             "Kernel support (the search radius) over particle spacing. 2: about 32 neighbours in 3D, 12 in 2D; larger "
             "is smoother but slower.")
            .does(regrid),
        choice(&P::kernel, "kernel", "Kernel", {"cubic", "wendland"},
               "cubic: B-spline (Monaghan 1985). wendland: C2 (Wendland 1995), under which particles do not pair; "
               "wants a larger support."),
    });
}

auto solver() {
    return std::to_array<ParamSpec>({
        real(
            &P::cfl, "cfl", "CFL number", "", 0.05, 2,
            "Greatest distance a particle moves in a time step, over the spacing; the step is shortened to keep to it.")
            .log(),
        real(&P::time_step, "time_step", "Longest time step", "s", 1e-6, 0.1, "The time step is never longer.").log(),
        integer(&P::iterations, "iterations", "Iterations", "", 2, 100,
                "Corrections per step. More make the fluid less springy.")
            .log()
            .when("method", {"pbf"}),
        real(&P::density_error, "density_error", "Density error", "%", 0.001, 10,
             "Mean compression down to which the pressure is iterated.")
            .log()
            .when("method", {"dfsph"}),
        real(&P::divergence_error, "divergence_error", "Divergence error", "%", 0.001, 10,
             "Mean compression per step by the velocities, down to which their divergence is iterated.")
            .log()
            .when("method", {"dfsph"}),
        integer(&P::most_iterations, "most_iterations", "Most iterations", "", 2, 1000,
                "A solve ends here even if its error is greater.")
            .log()
            .when("method", {"dfsph"}),
        real(&P::sound, "sound", "Speed of sound", "", 2, 50,
             "Over the greatest speed to expect, √(2 g H) with the height H of the fluid at the start. 10: "
             "density varies by about 1 %. It counts for wcsph and for artificial viscosity."),
    });
}

auto walls_and_motion() {
    return std::to_array<ParamSpec>({
        real(&P::wall_friction, "wall_friction", "Wall friction ν", "m²/s", 0, 10,
             "Kinematic viscosity between fluid and walls (Akinci et al. 2012). 0: walls let it slip by; as much as "
             "the fluid's own ν: it sticks to them. Limits the time step."),
        real(&P::tilt, "tilt", "Tilt", "°", -180, 180,
             "Turns gravity about the z axis, as if the tank were tilted to the right."),
        real(&P::sway, "sway", "Sway", "m", 0, 10,
             "The tank swings along x by this much to either side; seen from the tank."),
        real(&P::sway_period, "sway_period", "Sway period", "s", 0.05, 60, "Time of one swing to and fro.")
            .log()
            .when_set("sway"),
    });
}

auto probes() {
    return std::to_array<ParamSpec>({
        integer(&P::probe, "probe", "Probe", "", 1, 64, "Which of the tank's pressure probes is measured.")
            .when_set("tank"),
        integer(&P::gauge, "gauge", "Gauge", "", 1, 64, "Which of the tank's height gauges is measured.")
            .when_set("tank"),
    });
}

auto mouse_and_drops() {
    return std::to_array<ParamSpec>({
        choice(&P::mouse, "mouse", "Mouse", {"pulls", "pushes", "drags"},
               "What the mouse does while the key A is held over the picture: it pulls or pushes the fluid, or drags "
               "the tank towards itself, which is seen from the tank."),
        real(&P::mouse_force, "mouse_force", "Mouse force", "m/s²", 0, 1000,
             "Acceleration at the mouse, falling to zero at its radius. That of a dragged tank with the mouse at its "
             "side, falling to zero at its middle."),
        real(&P::mouse_radius, "mouse_radius", "Mouse radius", "m", 0.001, 1000, "How far the mouse acts.").log(),
        choice(
            &P::drop, "drop", "Drop", {"ball", "block"},
            "What falls in where the mouse is when B is pressed over the picture, as far as nothing is in its place."),
        real(&P::drop_size, "drop_size", "Drop size", "m", 0.001, 1000,
             "Radius of a ball that is dropped, half of the side of a block.")
            .log(),
        integer(&P::reserve, "reserve", "Reserve", "", 0, 200e6,
                "Particles kept for what is dropped in with the key B, beside those that faucets bring. Every step "
                "sorts them too while they are unused: keep none unless you need them.")
            .log()
            .does(respawn),
    });
}

auto picture() {
    return std::to_array<ParamSpec>({
        choice(&P::draw, "draw", "Draw", {"particles", "surface", "water"},
               "Particles one by one, or the fluid that they make up: its surface in the colours of an attribute, or "
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
