#include "scenes/flood/site/params.hpp"

#include "libs/crowd/measured.hpp"
#include "scenes/flood/site/described.hpp"

namespace nearfield::flood {
namespace {

using P = Params;
using enum Effect;

auto site() {
    std::vector<std::string> sites;
    for (const auto& site : builtin_sites(0)) sites.push_back(site.key);
    return std::to_array<ParamSpec>({
        text(&P::site, "site", "Site", sites,
             "Ground, water and inflows: a built-in site or a file of heights (ESRI ASCII "
             "grid, .asc).")
            .names_file()
            .does(respawn),
        integer(&P::columns, "columns", "Columns", "cells", 0, 100000,
                "Cells along x; they give the cell size. 0: the site's default.")
            .log()
            .does(respawn),
        choice(&P::cells, "cells", "Cells", {"squares", "hexagons"},
               "Hexagons spread water evenly in six directions; squares fit rasters.")
            .does(respawn),
        choice(&P::walls, "walls", "Walls", {"cut", "whole"},
               "cut: walls cut cells, and water flows along them without resistance. whole: walls follow the faces of "
               "cells, and brake the flow past them at most angles.")
            .does(respawn),
        choice(&P::order, "order", "Order", {"first", "second"},
               "first: the water is flat in every cell. second: limited slopes and a prediction by half a step "
               "(MUSCL-Hancock); several times more accurate on the same cells, at about twice the cost.")
            .when("layout", {"tiles"})
            .when("flux", {"HLLC", "Rusanov"}),
    });
}

auto compared() {
    return std::to_array<ParamSpec>({
        choice(&P::layout, "layout", "Layout", {"tiles", "table"},
               "tiles: a whole step at once, tile by tile; neighbours are computed. table: in stages, at first order, "
               "with a stored table of neighbours, lists of wet cells and atomics; slower, for comparison."),
        choice(
            &P::flux, "flux", "Flux", {"HLLC", "Rusanov", "levelling"},
            "Flux through a face. HLLC: all waves of the shallow water equations. Rusanov: one "
            "speed for all waves; simpler, but more diffusive. levelling: a sixth of the difference in level per step, "
            "without momentum; not physical, but used in older programs."),
        choice(&P::precision, "precision", "Precision", {"single", "double"},
               "Precision of depths, momenta and arithmetic. double: rounding loses no water in runs of any length; "
               "slower. "
               "Ground and time steps are the same in both.")
            .when("flux", {"HLLC", "Rusanov"}),
    });
}

auto picture_and_water() {
    return std::to_array<ParamSpec>({
        choice(&P::draw, "draw", "Draw", {"water", "map"},
               "water: natural colours, with foam on fast water. map: coloured by a value, with a "
               "legend."),
        choice(&P::view, "view", "View", {"2D", "3D"},
               "2D: a map, seen from above. 3D: ground, water and buildings from any viewpoint."),
        real(&P::exaggeration, "exaggeration", "Exaggeration", "", 1, 20, "Factor of heights in 3D.")
            .log()
            .when("view", {"3D"}),
        real(&P::apart, "apart", "Storeys apart", "m", 0, 50,
             "Distance by which storeys of a plan are pulled apart in 3D.")
            .when("view", {"3D"}),
        integer(&P::storeys, "storeys", "Storeys shown", "", 0, 100,
                "Number of storeys drawn in 3D, from the lowest; higher ones are cut away. 0: all.")
            .when("view", {"3D"}),
        toggle(&P::arrows, "arrows", "Arrows", "Show direction and speed of the water."),
        real(&P::arrow_speed, "arrow_speed", "Arrow velocity", "m/s", 0.01, 100,
             "Velocity at which an arrow is as long as the distance between arrows.")
            .log()
            .when_set("arrows"),
        choice(&P::rating, "rating", "Hazard as", {"number", "Defra", "H1-H6"},
               "How a map shows hazard. number: Defra's rating. Defra: its classes. H1-H6: classes of the Australian "
               "Institute for Disaster Resilience, by depth and velocity.")
            .when("draw", {"map"}),
        choice(&P::debris, "debris", "Debris", {"none", "pasture", "woodland", "town"},
               "Surroundings, whose debris floats in the water: raises Defra's hazard rating by up to 1."),
        real(&P::friction, "friction", "Friction", "", 0, 10, "Factor of the site's Manning's n."),
        real(&P::rain, "rain", "Rain", "mm/h", 0, 1000, "Rain everywhere, added to the site's own."),
        real(&P::infiltration, "infiltration", "Infiltration", "mm/h", 0, 1000,
             "Infiltration into the ground under water."),
        real(&P::inflow, "inflow", "Inflow", "", 0, 10, "Factor of the site's inflows."),
    });
}

auto mouse() {
    return std::to_array<ParamSpec>({
        real(&P::brush, "brush", "Brush radius", "m", 0.01, 1000, "Reach of the mouse.").log(),
        real(&P::rate, "rate", "Brush rate", "m/s", 0.001, 10, "Depth added or taken by the mouse per second.").log(),
        real(&P::cloudburst, "cloudburst", "Brush rain", "mm/h", 1, 10000, "Intensity of rain at the mouse.").log(),
    });
}

auto time_step() {
    return std::to_array<ParamSpec>({
        real(&P::courant, "courant", "Courant number", "", 0.05, 0.4,
             "Time step over the time in which the fastest wave crosses a cell. Depths provably stay positive up to "
             "0.25 "
             "and did so up to 0.4 in every test."),
        real(&P::longest_step, "longest_step", "Longest step", "s", 0.001, 60, "Upper limit of the time step.").log(),
    });
}

auto rooms() {
    return std::to_array<ParamSpec>({
        real(&P::slot, "slot", "Slot", "%", 0, 50,
             "Water that fills a room under another storey rises above its ceiling in a slot that takes this part of "
             "the floor (Preissmann), which transmits pressure. Narrower: faster pressure waves, shorter steps. "
             "Rounded to 50, 25, 12.5 % and so on. 0: rooms have no ceilings.")
            .when("flux", {"HLLC"})
            .when("layout", {"tiles"})
            .does(respawn),
    });
}

auto maps() {
    return std::to_array<ParamSpec>({
        toggle(&P::maxima, "maxima", "Keep maxima",
               "Records greatest depth and time of arrival of every cell, for their maps."),
        real(&P::shown_from, "shown_from", "Shown from", "m", 0, 1, "Shallower water is not drawn and counts as dry."),
    });
}

auto inputs() {
    return std::to_array<ParamSpec>({
        choice(
            &P::edges, "edges", "Edges", {"own", "closed", "open"},
            "own: as defined by the site; a file of heights lets water out everywhere. closed: nothing passes. open: "
            "water leaves. Hydrographs act on an edge in any case.")
            .does(respawn),
        text(&P::start, "start", "Start level", {},
             "Initial water, in place of the site's: level of the surface in m, or a file of levels "
             "(ESRI ASCII grid, .asc), dry where it has no value.")
            .names_file()
            .does(respawn),
        text(&P::manning_map, "manning_map", "Manning map", {},
             "Manning's n in s/m^(1/3), in place of the site's: a number, or a file (ESRI ASCII grid, .asc).")
            .names_file()
            .does(respawn),
        text(&P::rain_maps, "rain_maps", "Rain maps", {},
             "Rain from a file, added to the other: an ESRI ASCII grid of mm/h (.asc), or a table time,file (.csv) of "
             "such grids, each valid until the next.")
            .names_file()
            .does(respawn),
        text(&P::hydrographs, "hydrographs", "Hydrographs", {},
             "Flows or levels over time from files: PLACE=FILE.csv, semicolons between them. PLACE is an edge (west, "
             "east, south, north), an inflow of the site, or an area x1 y1 x2 y2 in m. A file begins with time,flow "
             "(s, m³/s) or, for edges, time,level (s, m).")
            .names_file()
            .does(respawn),
    });
}

auto lines() {
    return std::to_array<ParamSpec>({
        text(&P::lines, "lines", "Lines", {},
             "Lines across which discharge, depth, level and velocity are measured: \"x1 y1 x2 y2\" in m, with "
             "semicolons "
             "between lines; two equal ends make a point. Press L to draw one in the picture. People are "
             "counted at lines of at least 0.5 m."),
        text(
            &P::areas, "areas", "Areas", {},
            "Rectangles in which people's density, speed and flow are measured, besides the plan's: \"x1 y1 x2 y2\" of "
            "two opposite corners in m, semicolons between areas. Press I to draw one in the picture."),
        integer(&P::line, "line", "Metrics at line", "", 0, crowd::Measured::most_lines,
                "Line for people's flow, net flow and crossed: the plan's lines in order, then your own. "
                "0: all of them together."),
        integer(&P::area, "area", "Metrics in area", "", 0, crowd::Measured::most_areas,
                "Area for people's area metrics: the plan's measured areas in order, then your own. "
                "0: all of them together."),
    });
}

auto people() {
    return std::to_array<ParamSpec>({
        integer(&P::people, "people", "People", "", 0, 1e6,
                "People at the start, in place of the plan's number; scales all groups alike. 0: as in the plan. "
                "Sites without a plan have no people.")
            .log()
            .does(respawn),
        choice(&P::choice, "choice", "Choice of exit", {"nearest", "queues"},
               "nearest: shortest walking time through the water, times the exit's weight. queues: that or, if longer, "
               "the "
               "waiting time in the queue on the way; decided again every second."),
        choice(&P::wading, "wading", "Walking in water", {"postacchini", "bernardini", "floodped"},
               "How fast people walk in water: as Postacchini et al. (2018) or, by age, Bernardini et al. (2020) "
               "measured; or the rule of FloodPed: no effect below 0.2 m, no movement in 0.7 m at 1.5 m/s."),
        toggle(&P::runs, "runs", "Run", "People in water run.").when("wading", {"bernardini"}),
        toggle(&P::drag, "drag", "Drag of bodies",
               "Bodies brake the water like posts 0.5 m wide, with a drag coefficient of 1."),
        choice(&P::blocks, "blocks", "Blocked from", {"H1", "H2", "H3", "H4", "H5", "H6", "none"},
               "People avoid water of this hazard class or worse (AIDR guideline 7-3); H3 is unsafe for children "
               "and the old, H4 for everybody."),
        text(&P::shut, "shut", "Shut", {},
             "Exits and doors that are shut, by name, separated by commas; a + before a name opens it instead. Acts "
             "at once."),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(site(), headed("Compared", compared()), picture_and_water(), headed("Mouse", mouse()),
                         headed("Time step", time_step()), headed("Rooms", rooms()), headed("Maps", maps()), inputs(),
                         headed("Lines", lines()), headed("People", people()));
}

}  // namespace nearfield::flood
