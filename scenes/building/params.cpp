#include "scenes/building/params.hpp"

#include "base/error.hpp"
#include "scenes/building/models.hpp"

#include <cmath>

namespace nearfield::building {
namespace {

std::vector<ParamSpec> describe_own() {
    using P = OwnParams;
    const auto respawn = Effect::respawn;
    return param_list<P>({
        text(&P::model, "model", "Model", model_keys(),
             "A built-in building, or a file (.ifc, .obj, .gltf, .glb). house: a small house with some clashes. "
             "fzk: the FZK house from Debian's package assimp-testmodels. predicates: a pair "
             "of parts for each predicate. grid: cubes. soup: solids at random.")
            .names_file()
            .does(respawn),
        integer(&P::count, "count", "Count", "", 1, 5e6, "Cubes along each axis of the grid, or solids in the soup.")
            .log()
            .does(respawn)
            .when("model", {"grid", "soup"}),
        integer(&P::buildings, "buildings", "Buildings", "", 1, 10'000, "Copies of the model, in rows.")
            .log()
            .does(respawn),
        real(&P::gap, "gap", "Gap", "m", -0.5, 1, "Gap between the cubes of the grid; negative: overlap.")
            .does(respawn)
            .when("model", {"grid"}),
        real(&P::tolerance, "tolerance", "Tolerance t", "mm", 0.01, 100,
             "Uncertainty of every surface. Parts with a smaller gap touch, and so do parts that intersect by "
             "less than this depth. Solids thinner than twice this have no interior.")
            .log()
            .does(Effect::regrid),
        real(&P::shake, "shake", "Shake", "tolerances", 0, 1,
             "Moves every part at random by at most this share of the tolerance along each axis. Relations that change "
             "below half of it are noise.")
            .does(Effect::regrid),
        toggle(&P::preselect, "preselect", "Preselection", "Tests only parts whose boxes meet. Off: tests all pairs."),
        real(&P::reach, "reach", "Reach R", "m", 0.01, 50,
             "Hold A to show all parts within this distance of the mouse.")
            .log(),
        real(&P::apart, "apart", "Storeys apart", "m", 0, 20, "Gap between storeys in the picture, to look inside.")
            .in("Picture"),
        integer(&P::storeys, "storeys", "Storeys shown", "", 0, 200,
                "Number of storeys drawn, from the lowest up; 0: all.")
            .in("Picture"),
        toggle(&P::spaces, "spaces", "Spaces", "Draws rooms, as glass.").in("Picture"),
        toggle(&P::edges, "edges", "Edges", "Draws the edges of parts.").in("Picture"),
        text(&P::hidden, "hidden", "Hidden types", {"IfcSpace", "IfcRoof* IfcSlab", "IfcWall*"},
             "Types of parts that are not drawn, separated by spaces; * matches any letters. They still take part in "
             "relations.")
            .in("Picture"),
        choice(&P::overlay, "overlay", "Boxes drawn", {"none", "boxes", "structure", "visited"},
               "boxes: boxes of the parts. structure: a level of the tree, or the bins of the picked part (all "
               "bins if none is picked). visited: boxes tested by the picked part's query.")
            .in("Picture"),
        integer(&P::level, "level", "Level", "", 0, 40, "Level of the tree, from the root down.")
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
            "Copies of two surfaces that are tested. one: the surfaces themselves. two: copies offset outwards by the "
            "tolerance, and copies offset inwards. four: each copy with each. relations: those that the eight "
            "predicates "
            "need, with rays where surfaces do not meet."),
        choice(&P::narrow, "narrow", "Narrow phase", {"clipped", "fragments", "trees"},
               "Generation of triangle pairs. clipped: triangles within the other part's box. fragments: "
               "all triangles, in blocks. trees: descent of triangle trees, CPU only."),
        choice(&P::test, "test", "Triangle test", {"exact", "moller"},
               "exact: signs are always right; integers decide where floating point cannot. moller: Möller's test "
               "(1997) in floating point."),
        choice(&P::precision, "precision", "Precision", {"f32", "f64"}, "Precision of Möller's test: 32 or 64 bits.")
            .when("test", {"moller"}),
        integer(&P::fragment, "fragment", "Fragment", "triangles", 1, 1024,
                "Triangles that one thread tests against a triangle of the other part.")
            .log()
            .when("narrow", {"clipped", "fragments"}),
        real(&P::launch_budget, "launch_budget", "Launch budget", "ms", 0, 500,
             "Longest kernel launch. On cards with a display the driver ends "
             "kernels of seconds. Work is split into launches; the time of each sets the size of the next. "
             "0: no splitting.")
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
