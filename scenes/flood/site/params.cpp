#include "scenes/flood/site/params.hpp"

#include "libs/crowd/measured.hpp"
#include "scenes/flood/site/described.hpp"

namespace nearfield::flood {
namespace {

using P = Params;
using enum Effect;

auto site() {
    std::vector<std::string> sites;
    for (const auto& site : described_sites(0)) sites.push_back(site.key);
    return std::to_array<ParamSpec>({
        text(&P::site, "site", "Site", sites,
             "Ground, water and what flows in: a site that comes with the program, or a file of heights (ESRI ASCII "
             "grid, .asc).")
            .names_file()
            .does(respawn),
        integer(&P::columns, "columns", "Columns", "cells", 0, 100000,
                "Cells along x; they give the cell size. 0: as the site suggests.")
            .log()
            .does(respawn),
        choice(&P::cells, "cells", "Cells", {"squares", "hexagons"},
               "Hexagons spread water evenly in six directions; squares fit rasters.")
            .does(respawn),
        choice(&P::walls, "walls", "Walls", {"cut", "whole"},
               "cut: walls cut cells, and water flows along them as along any line. whole: walls follow the faces of "
               "cells, and brake what flows by at most angles.")
            .does(respawn),
        choice(&P::order, "order", "Order", {"first", "second"},
               "first: the water is flat in every cell. second: limited slopes and a prediction by half a step "
               "(MUSCL-Hancock); several times more exact on the same cells, at about twice the cost.")
            .when("layout", {"tiles"})
            .when("flux", {"HLLC", "Rusanov"}),
    });
}

auto compared() {
    return std::to_array<ParamSpec>({
        choice(&P::layout, "layout", "Layout", {"tiles", "table"},
               "tiles: all of a step at once, tile by tile; neighbours are computed. table: in stages, at first order, "
               "with a stored table of neighbours, lists of wet cells and atomics; slower, to be timed beside."),
        choice(
            &P::flux, "flux", "Flux", {"HLLC", "Rusanov", "levelling"},
            "What passes a face. HLLC: what the shallow water equations say, wave by wave. Rusanov: the same with one "
            "speed for all waves; simpler, and smears more. levelling: a sixth of the difference in level per step, "
            "without momentum; no physics, but what older programs do."),
        choice(&P::precision, "precision", "Precision", {"single", "double"},
               "Of depths and momenta, and of a step's arithmetic. double: rounding takes no water in any run; slower. "
               "Ground and time steps are the same in both.")
            .when("flux", {"HLLC", "Rusanov"}),
    });
}

auto picture_and_water() {
    return std::to_array<ParamSpec>({
        choice(&P::draw, "draw", "Draw", {"water", "map"},
               "water: as it looks from above, with foam where it is fast. map: in the colours of a value, with a "
               "legend."),
        choice(&P::view, "view", "View", {"2D", "3D"},
               "2D: a map, seen from above. 3D: ground, water and buildings, seen from where you like."),
        real(&P::exaggeration, "exaggeration", "Exaggeration", "", 1, 20, "Heights over true heights in 3D.")
            .log()
            .when("view", {"3D"}),
        real(&P::apart, "apart", "Storeys apart", "m", 0, 50, "Storeys of a plan are pulled apart by this much in 3D.")
            .when("view", {"3D"}),
        integer(&P::storeys, "storeys", "Storeys shown", "", 0, 100,
                "Storeys of a plan that are drawn in 3D, from the lowest; those above are cut away. 0: all.")
            .when("view", {"3D"}),
        toggle(&P::arrows, "arrows", "Arrows", "Show where the water flows, and how fast."),
        real(&P::arrow_speed, "arrow_speed", "Arrow velocity", "m/s", 0.01, 100,
             "An arrow is as long as arrows lie apart where the water flows this fast.")
            .log()
            .when_set("arrows"),
        choice(&P::rating, "rating", "Hazard as", {"number", "Defra", "H1-H6"},
               "How a map shows hazard. number: Defra's rating. Defra: its classes. H1-H6: those of the Australian "
               "Institute for Disaster Resilience, by depth and velocity.")
            .when("draw", {"map"}),
        choice(&P::debris, "debris", "Debris", {"none", "pasture", "woodland", "town"},
               "What floats in the water, by what is around: raises Defra's hazard rating by up to 1."),
        real(&P::friction, "friction", "Friction", "", 0, 10, "Manning's n over that of the site."),
        real(&P::rain, "rain", "Rain", "mm/h", 0, 1000, "Rain everywhere, on top of that of the site."),
        real(&P::infiltration, "infiltration", "Infiltration", "mm/h", 0, 1000,
             "Water that soaks into the ground wherever it stands."),
        real(&P::inflow, "inflow", "Inflow", "", 0, 10, "What flows in over what the site says."),
    });
}

auto mouse() {
    return std::to_array<ParamSpec>({
        real(&P::brush, "brush", "Brush radius", "m", 0.01, 1000, "Reach of the mouse.").log(),
        real(&P::rate, "rate", "Brush rate", "m/s", 0.001, 10, "Depth that the mouse adds or takes per second.").log(),
        real(&P::cloudburst, "cloudburst", "Brush rain", "mm/h", 1, 10000, "Rain where the mouse lets it rain.").log(),
    });
}

auto time_step() {
    return std::to_array<ParamSpec>({
        real(&P::courant, "courant", "Courant number", "", 0.05, 0.4,
             "Time step over the time in which the fastest wave crosses a cell. Depths stay positive up to 0.25 by "
             "proof, up to 0.4 in every test."),
        real(&P::longest_step, "longest_step", "Longest step", "s", 0.001, 60, "No time step is longer than this.")
            .log(),
    });
}

auto rooms() {
    return std::to_array<ParamSpec>({
        real(&P::slot, "slot", "Slot", "%", 0, 50,
             "Water that fills a room under another storey rises above its ceiling in a slot, as wide as this part of "
             "the floor (Preissmann): so pressure is passed on. Narrower: faster waves of pressure, shorter steps. "
             "Taken as 50, 25, 12.5 % and so on. 0: rooms have no ceilings.")
            .when("flux", {"HLLC"})
            .when("layout", {"tiles"})
            .does(respawn),
    });
}

auto maps() {
    return std::to_array<ParamSpec>({
        toggle(&P::maxima, "maxima", "Keep maxima",
               "Keeps the greatest depth and the time of arrival of every cell, for the maps of both."),
        real(&P::shown_from, "shown_from", "Shown from", "m", 0, 1, "Water less deep is not drawn, and counts as dry."),
    });
}

auto inputs() {
    return std::to_array<ParamSpec>({
        choice(&P::edges, "edges", "Edges", {"own", "closed", "open"},
               "own: as the site has them; a file of heights lets water out everywhere. closed: nothing passes. open: "
               "water leaves. Hydrographs act on an edge in any case.")
            .does(respawn),
        text(
            &P::start, "start", "Start level", {},
            "Water at the start, in the place of that of the site: the level of its surface, in m, or a file of levels "
            "(ESRI ASCII grid, .asc), dry where that has none.")
            .names_file()
            .does(respawn),
        text(&P::manning_map, "manning_map", "Manning map", {},
             "Manning's n in s/m^(1/3), in the place of that of the site: a number, or a file (ESRI ASCII grid, .asc).")
            .names_file()
            .does(respawn),
        text(&P::rain_maps, "rain_maps", "Rain maps", {},
             "Rain from a file, on top of the other: an ESRI ASCII grid of mm/h (.asc), or a table time,file (.csv) of "
             "such grids, each of which holds until the next.")
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
             "Lines across which discharge, depth, level and velocity are measured: \"x1 y1 x2 y2\" in m, semicolons "
             "between lines; twice the same end makes a point. L lets you draw one in the picture. People are "
             "counted at those of 0.5 m and more."),
        text(&P::areas, "areas", "Areas", {},
             "Rectangles in which people's density, speed and flow are measured, beside the plan's: \"x1 y1 x2 y2\" of "
             "two opposite corners in m, semicolons between areas. I lets you draw one in the picture."),
        integer(&P::line, "line", "Metrics at line", "", 0, crowd::Measured::most_lines,
                "The line that people's flow, net flow and crossed refer to: the plan's in their order, then your own. "
                "0: all of them together."),
        integer(&P::area, "area", "Metrics in area", "", 0, crowd::Measured::most_areas,
                "Which area people's metrics of areas are of: the plan's measured areas in their order, then your own. "
                "0: all of them together."),
    });
}

auto people() {
    return std::to_array<ParamSpec>({
        integer(&P::people, "people", "People", "", 0, 1e6,
                "People at the start, in place of the plan's number; everywhere by the same factor. 0: as the plan "
                "says. Sites without a plan have none.")
            .log()
            .does(respawn),
        choice(&P::choice, "choice", "Choice of exit", {"nearest", "queues"},
               "nearest: the least time of the way through the water, times the exit's weight. queues: that, or the "
               "time of waiting behind those ahead on the way there if it is longer; decided anew every second."),
        choice(&P::wading, "wading", "Walking in water", {"postacchini", "bernardini", "floodped"},
               "How fast people walk in water: as Postacchini et al. (2018) or, by age, Bernardini et al. (2020) "
               "measured; or the rule of FloodPed: no effect below 0.2 m, nobody moves in 0.7 m at 1.5 m/s."),
        toggle(&P::runs, "runs", "Run", "People run from the water.").when("wading", {"bernardini"}),
        toggle(&P::drag, "drag", "Hold the water back",
               "Bodies brake the water like posts 0.5 m wide, with a drag coefficient of 1."),
        choice(&P::blocks, "blocks", "Blocked from", {"H1", "H2", "H3", "H4", "H5", "H6", "none"},
               "Nobody walks into water of this hazard class or worse (AIDR guideline 7-3); H3 is unsafe for children "
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
