#include "scenes/building/params.hpp"

#include "base/error.hpp"
#include "libs/building/readers/models.hpp"

#include <cmath>

namespace nearfield::building {
namespace {

std::vector<ParamSpec> describe_own() {
    using P = OwnParams;
    const auto respawn = Effect::respawn;
    return param_list<P>({
        text(&P::model, "model", "Model", model_keys(),
             "A building: one of these, or a file (.ifc, .obj, .gltf, .glb). house: a small house with some clashes. "
             "fzk: the FZK house of Debian's package assimp-testmodels. predicates: a pair "
             "of parts for each predicate. grid: cubes. soup: solids at random.")
            .names_file()
            .does(respawn),
        integer(&P::count, "count", "Count", "", 1, 5e6, "Cubes along each axis of the grid, solids of the soup.")
            .log()
            .does(respawn)
            .when("model", {"grid", "soup"}),
        integer(&P::buildings, "buildings", "Buildings", "", 1, 10'000, "Copies of the model, in rows.")
            .log()
            .does(respawn),
        real(&P::gap, "gap", "Gap", "m", -0.5, 1, "Between the cubes of the grid; negative: they overlap by as much.")
            .does(respawn)
            .when("model", {"grid"}),
        real(
            &P::tolerance, "tolerance", "Tolerance t", "mm", 0.01, 100,
            "Every surface stands for all within this distance of it. Parts with a smaller gap touch, parts that share "
            "less than this depth do too, and what is thinner than twice this has no inside.")
            .log()
            .does(Effect::regrid),
        real(&P::shake, "shake", "Shake", "tolerances", 0, 1,
             "Moves every part at random by at most this share of the tolerance along each axis. Relations that change "
             "below half of it are noise.")
            .does(Effect::regrid),
        toggle(&P::preselect, "preselect", "Preselection",
               "Only parts whose boxes meet are tested. Off, every two parts are."),
        real(&P::reach, "reach", "Reach R", "m", 0.01, 50, "Hold A: all parts within this distance of the mouse.")
            .log(),
        real(&P::apart, "apart", "Storeys apart", "m", 0, 20, "Gap that is put between storeys, to see into them.")
            .in("Picture"),
        integer(&P::storeys, "storeys", "Storeys shown", "", 0, 200,
                "Draws only so many storeys, from the lowest up; 0 draws all.")
            .in("Picture"),
        toggle(&P::spaces, "spaces", "Spaces", "Draws rooms, as glass.").in("Picture"),
        toggle(&P::edges, "edges", "Edges", "Draws the edges of parts.").in("Picture"),
        text(&P::hidden, "hidden", "Hidden types", {"IfcSpace", "IfcRoof* IfcSlab", "IfcWall*"},
             "Types of parts that are not drawn, separated by spaces; * stands for any letters. They take part in "
             "relations all the same.")
            .in("Picture"),
        choice(
            &P::overlay, "overlay", "Boxes drawn", {"none", "boxes", "structure", "visited"},
            "boxes: those of the parts. structure: a level of the tree, or the bins that the picked part lies in (all "
            "bins if none is picked). visited: what the query of the picked part tests.")
            .in("Picture"),
        integer(&P::level, "level", "Level", "", 0, 40, "Of the tree, from the root down.")
            .in("Picture")
            .when("overlay", {"structure"})
            .when("broad", {"rtree", "lbvh"}),
    });
}

std::vector<ParamSpec> describe_narrow() {
    using P = NarrowParams;
    return param_list<P>({
        choice(
            &P::copies, "copies", "Copies", {"one", "two", "four", "relations"},
            "Which copies of two surfaces are tested. one: the surfaces themselves. two: those moved outwards by the "
            "tolerance, and those moved inwards. four: each copy with each. relations: what the eight predicates "
            "need, with rays where surfaces do not meet."),
        choice(
            &P::narrow, "narrow", "Narrow phase", {"clipped", "fragments", "trees"},
            "How triangles of two parts are brought together. clipped: those within the other part's box. fragments: "
            "all, in blocks. trees: down trees of triangles, on the CPU only."),
        choice(&P::test, "test", "Triangle test", {"exact", "moller"},
               "exact: signs that are never wrong, by integers where floating point cannot tell. moller: Möller's test "
               "(1997) in floating point."),
        choice(&P::precision, "precision", "Precision", {"f32", "f64"}, "Of Möller's test: 32 or 64 bits.")
            .when("test", {"moller"}),
        integer(&P::fragment, "fragment", "Fragment", "triangles", 1, 1024,
                "Triangles that one thread tests against a triangle.")
            .log()
            .when("narrow", {"clipped", "fragments"}),
        real(&P::launch_budget, "launch_budget", "Launch budget", "ms", 0, 500,
             "Kernels are cut into launches that each take no longer, for cards with a display, whose driver ends "
             "kernels of seconds. Each launch is waited for, and the next is as large as the time of the last one "
             "allows. 0: nothing is cut.")
            .on_backend("cuda"),
    });
}

}  // namespace

void require_drawable(const OwnParams& p) {
    const double solids = p.model == "grid" ? std::pow(double(p.count), 3) : p.model == "soup" ? p.count : 0.;
    const double most = double(Shapes::most_triangles) / 12 / p.buildings;
    if (solids > most)
        throw UsageError("count: " + std::to_string(p.count) + " makes more triangles than can be drawn; use at most " +
                         std::to_string(p.model == "grid" ? int(std::cbrt(most)) : int(most)));
}

std::vector<ParamSpec> describe_params() {
    std::vector<ParamSpec> all = within(&Params::own, describe_own(), "");
    const auto add = [&](std::vector<ParamSpec> more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    auto boxes = within(&Params::boxes, describe(static_cast<BoxSettings*>(nullptr)), "");
    for (ParamSpec& spec : boxes) spec.of(Section::search);
    add(std::move(boxes));
    add(within(&Params::narrow, describe_narrow(), "Triangles that meet"));
    return all;
}

}  // namespace nearfield::building
