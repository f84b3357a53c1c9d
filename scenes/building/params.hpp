#pragma once
#include "boxes/settings.hpp"
#include "libs/building/meet/narrow_settings.hpp"
#include "libs/building/readers/models.hpp"
#include "scenes/building/look.hpp"

namespace nearfield::building {

/// Boxes in the picture: of the parts; of the broad phase's structure; those tested by the picked part's query.
enum class Overlay { none, boxes, structure, visited };

struct OwnParams {
    std::string model = default_model();
    int count = 8;
    int buildings = 1;
    float gap = 0;
    float tolerance = 1;
    float shake = 0;
    bool preselect = true;
    float reach = 1;
    float apart = 0;
    int storeys = 0;
    bool spaces = true;
    bool edges = true;
    std::string hidden;
    Overlay overlay = Overlay::none;
    int level = 2;
};

/// NarrowSettings as parameters.
struct NarrowParams {
    Copies copies = Copies::relations;
    Narrow narrow = Narrow::clipped;
    TriangleTest test = TriangleTest::exact;
    Precision precision = Precision::f64;
    int fragment = 8;
    float launch_budget = 0;
};

struct Params {
    OwnParams own;
    BoxSettings boxes;
    NarrowParams narrow;

    NarrowSettings narrow_settings() const {
        return {.narrow = narrow.narrow,
                .test = narrow.test,
                .precision = narrow.precision,
                .copies = narrow.copies,
                .fragment = u32(narrow.fragment),
                .launch_budget = double(narrow.launch_budget)};
    }
    PartSelection shown() const { return {own.apart, own.storeys, own.hidden, own.spaces}; }
};

std::vector<ParamSpec> describe_params();

/// Throws UsageError if a generated model would have too many triangles to draw.
void require_drawable(const OwnParams&);

}  // namespace nearfield::building
