#include "scenes/keratinocyte/params.hpp"

namespace nearfield::keratinocyte {
namespace {

using P = Params;
using enum Effect;

auto general() {
    return std::to_array<ParamSpec>({
        integer(&P::actors, "actors", "Cells at start", "", 0, 1e6,
                "Cells on the bare substrate at the start; with their density they give the size of the sheet.")
            .log()
            .does(respawn),
        real(&P::density, "density", "Density at start", "1/mm²", 0.1, 10000,
             "Cells per square millimetre of substrate at the start.")
            .log()
            .does(respawn),
        choice(&P::start, "start", "Type at start", {"stem", "hacat"},
               "stem: stem cells, from which all other types come. hacat: an immortal line that divides in one "
               "layer until it is inhibited.")
            .does(respawn),
        real(&P::cut, "cut", "Cut", "", 0, 1,
             "Share of the colony's depth that is not drawn, from the front: shows the layers inside. The cells "
             "live on."),
        integer(&P::room, "room", "Room for cells", "", 0, 100e6,
                "Greatest number of cells. Without room no cell divides; 'waiting' counts postponed divisions. 0: 160 "
                "per initial cell, more than fit into the box.")
            .log()
            .does(respawn),
        real(&P::height, "height", "Height", "µm", 10, 10000, "Height of the box; cells stop at its top.")
            .log()
            .does(respawn),
    });
}

auto life() {
    return std::to_array<ParamSpec>({
        integer(&P::stem_cycle, "stem_cycle", "Stem cycle", "ticks", 1, 10000, "Time until a stem cell divides.").log(),
        integer(&P::ta_cycle, "ta_cycle", "TA cycle", "ticks", 1, 10000,
                "Time until a transit-amplifying (TA) cell divides.")
            .log(),
        integer(&P::hacat_cycle, "hacat_cycle", "HaCaT cycle", "ticks", 1, 10000, "Time until a HaCaT cell divides.")
            .log(),
        integer(&P::contacts, "contacts", "Most contacts", "", 0, 100,
                "Number of bonds above which a cell is inhibited: its cycle stops."),
        integer(&P::stacking, "stacking", "Contacts for stacking", "", 0, 100,
                "Number of lateral bonds from which a cell divides upward."),
        integer(&P::rest, "rest", "Longest inhibition", "ticks", 1, 100000,
                "Time of inhibition after which a TA or HaCaT cell commits.")
            .log(),
        integer(&P::lifetime, "lifetime", "Committed for", "ticks", 1, 100000,
                "Time until a committed cell becomes a corneocyte.")
            .log(),
        real(&P::shedding, "shedding", "Shedding", "", 0, 1,
             "Probability per tick that a corneocyte with no cell above it leaves. Not in the published model: 0."),
    });
}

auto signals() {
    return std::to_array<ParamSpec>({
        real(&P::signal_radius, "signal_radius", "Signal radius", "µm", 1, 10000,
             "Range of signals: the radius of the second search, which runs once per tick.")
            .log()
            .does(regrid),
        integer(&P::edge, "edge", "Bonds at the edge", "", 0, 100,
                "Number of bonds to stem cells up to which a stem cell counts as at the edge of its colony."),
        integer(&P::crowd, "crowd", "Crowd", "", 0, 10000,
                "Number of stem cells in reach above which a stem cell at the edge becomes a TA cell."),
        real(&P::reach_across, "reach_across", "Reach across", "µm", 1, 10000,
             "Lateral range in which a stem cell keeps TA cells from committing.")
            .log(),
        real(&P::reach_up, "reach_up", "Reach up", "µm", 1, 10000,
             "Upward range in which a stem cell keeps TA cells from committing.")
            .log(),
        toggle(&P::true_angle, "true_angle", "True angle",
               "Takes the arc tangent for the angle to the nearest stem cell; the published code takes the "
               "tangent."),
    });
}

auto forces() {
    return std::to_array<ParamSpec>({
        real(&P::radius, "radius", "Contact radius R", "µm", 0.1, 1000,
             "Range of forces between cells: the radius of the first search, in every round.")
            .log()
            .does(regrid),
        real(&P::diameter, "diameter", "Cell diameter", "µm", 0.1, 1000, "Cells nearer than this overlap.").log(),
        real(&P::overlap, "overlap", "Repulsion", "", 0, 2, "Push per µm of overlap."),
        real(&P::attraction, "attraction", "Attraction", "", 0, 20,
             "Factor of the attraction between types (0.01 to 0.08 per µm of gap)."),
        real(&P::substrate, "substrate", "Substrate", "", 0, 20,
             "Factor of the substrate's attraction of the types (0.1 to 0.3 µm per round)."),
        real(&P::damping, "damping", "Damping", "", 0, 1,
             "Displacement of a cell per round over the sum of its forces."),
        real(&P::settled, "settled", "Settled below", "µm", 0.0001, 100,
             "The next tick starts when every cell moved less than this in a round.")
            .log(),
        integer(&P::rounds, "rounds", "Most rounds", "", 1, 100000, "Greatest number of rounds before the next tick.")
            .log(),
    });
}

auto motion() {
    return std::to_array<ParamSpec>({
        real(&P::speed, "speed", "Motility", "µm", 0, 100, "Greatest displacement of a TA cell per tick."),
        real(&P::turning, "turning", "Turning", "", 0, 1, "Probability per tick that a cell turns."),
        real(&P::turn, "turn", "Greatest turn", "°", 0, 360, "Greatest angle of a turn."),
        toggle(&P::both_ways, "both_ways", "Turn both ways",
               "Cells turn to both sides; in the published code to one side only."),
    });
}

auto as_published() {
    return std::to_array<ParamSpec>({
        choice(&P::reads, "reads", "Cells see", {"all", "bins", "half-bins"},
               "all: all cells within the radii. bins: all cells in adjacent bins of the published "
               "widths 15.625 and 125 µm, without a cutoff distance, as in FLAME GPU. half-bins: the same with "
               "bins half as wide, two to each side, as optimised by Chisholm 2020; both miss cells in contact."),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(general(), headed("Life", life()), headed("Signals", signals()), headed("Forces", forces()),
                         headed("Motion", motion()), headed("As published", as_published()));
}

}  // namespace nearfield::keratinocyte
