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
                "Most cells at a time. Without room no cell divides, and 'waiting' tells how many would. 0: 160 "
                "per cell at the start, more than fit into the box.")
            .log()
            .does(respawn),
        real(&P::height, "height", "Height", "µm", 10, 10000, "Height of the box; cells stop at its top.")
            .log()
            .does(respawn),
    });
}

auto life() {
    return std::to_array<ParamSpec>({
        integer(&P::stem_cycle, "stem_cycle", "Stem cycle", "ticks", 1, 10000, "A stem cell divides after this.").log(),
        integer(&P::ta_cycle, "ta_cycle", "TA cycle", "ticks", 1, 10000,
                "A transit-amplifying (TA) cell divides after this.")
            .log(),
        integer(&P::hacat_cycle, "hacat_cycle", "HaCaT cycle", "ticks", 1, 10000, "A HaCaT cell divides after this.")
            .log(),
        integer(&P::contacts, "contacts", "Most contacts", "", 0, 100,
                "A cell with more bonds is inhibited: its cycle stands still."),
        integer(&P::stacking, "stacking", "Contacts for stacking", "", 0, 100,
                "From so many bonds beside it on, a cell puts its daughter on top."),
        integer(&P::rest, "rest", "Longest inhibition", "ticks", 1, 100000,
                "A TA or HaCaT cell that was inhibited for so long commits.")
            .log(),
        integer(&P::lifetime, "lifetime", "Committed for", "ticks", 1, 100000,
                "A committed cell becomes a corneocyte after this.")
            .log(),
        real(&P::shedding, "shedding", "Shedding", "", 0, 1,
             "Probability per tick that a corneocyte with no cell above it leaves. Not in the published model: 0."),
    });
}

auto signals() {
    return std::to_array<ParamSpec>({
        real(&P::signal_radius, "signal_radius", "Signal radius", "µm", 1, 10000,
             "How far cells know of each other: the radius of the second search, which runs once per tick.")
            .log()
            .does(regrid),
        integer(&P::edge, "edge", "Bonds at the edge", "", 0, 100,
                "A stem cell with at most so many bonds to stem cells is at the edge of its colony."),
        integer(&P::crowd, "crowd", "Crowd", "", 0, 10000,
                "A stem cell at the edge becomes a TA cell if it knows of more stem cells than this."),
        real(&P::reach_across, "reach_across", "Reach across", "µm", 1, 10000,
             "How far beside it a stem cell keeps TA cells from committing.")
            .log(),
        real(&P::reach_up, "reach_up", "Reach up", "µm", 1, 10000, "The same upward.").log(),
        toggle(&P::true_angle, "true_angle", "True angle",
               "Takes the arc tangent for the angle to the nearest stem cell; the published code takes the "
               "tangent."),
    });
}

auto forces() {
    return std::to_array<ParamSpec>({
        real(&P::radius, "radius", "Contact radius R", "µm", 0.1, 1000,
             "Cells nearer than this pull or push each other: the radius of the first search, in every round.")
            .log()
            .does(regrid),
        real(&P::diameter, "diameter", "Cell diameter", "µm", 0.1, 1000, "Cells nearer than this overlap.").log(),
        real(&P::overlap, "overlap", "Repulsion", "", 0, 2, "Push per µm of overlap."),
        real(&P::attraction, "attraction", "Attraction", "", 0, 20,
             "Factor of the pulls between types (0.01 to 0.08 per µm of gap)."),
        real(&P::substrate, "substrate", "Substrate", "", 0, 20,
             "Factor of the substrate's pulls on the types (0.1 to 0.3 µm per round)."),
        real(&P::damping, "damping", "Damping", "", 0, 1, "Share of the forces that moves a cell in a round."),
        real(&P::settled, "settled", "Settled below", "µm", 0.0001, 100,
             "The next tick comes when every cell moved less than this in a round.")
            .log(),
        integer(&P::rounds, "rounds", "Most rounds", "", 1, 100000,
                "The next tick comes after so many rounds at the latest.")
            .log(),
    });
}

auto motion() {
    return std::to_array<ParamSpec>({
        real(&P::speed, "speed", "Motility", "µm", 0, 100, "Greatest distance that a TA cell walks in a tick."),
        real(&P::turning, "turning", "Turning", "", 0, 1, "Probability per tick that a cell turns."),
        real(&P::turn, "turn", "Greatest turn", "°", 0, 360, "It turns by up to this."),
        toggle(&P::both_ways, "both_ways", "Turn both ways",
               "Cells turn to either side; in the published code to one only."),
    });
}

auto as_published() {
    return std::to_array<ParamSpec>({
        choice(&P::reads, "reads", "Cells see", {"all", "bins", "half-bins"},
               "all: everything within the radii. bins: what lies in bins next to their own, of the published "
               "widths 15.625 and 125 µm, without a limit of distance, as in FLAME GPU. half-bins: the same with "
               "bins half as wide, two to each side, as optimised in the thesis; both miss cells in contact."),
    });
}

}  // namespace

std::vector<ParamSpec> describe_params() {
    return param_list<P>(general(), headed("Life", life()), headed("Signals", signals()), headed("Forces", forces()),
                         headed("Motion", motion()), headed("As published", as_published()));
}

}  // namespace nearfield::keratinocyte
