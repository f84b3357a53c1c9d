#include "scenes/flood/water/hazard.hpp"

namespace nearfield::flood {

std::vector<ColourClass> hazard_classes(Rating rating) {
    switch (rating) {
    case Rating::number: break;
    case Rating::defra:
        return {{"low: caution", {0.68f, 0.85f, 0.96f}},
                {"moderate: danger for some", {0.98f, 0.88f, 0.36f}},
                {"significant: danger for most", {0.97f, 0.58f, 0.22f}},
                {"extreme: danger for all", {0.78f, 0.12f, 0.16f}}};
    case Rating::aidr:
        return {{"H1: safe for all", {0.70f, 0.87f, 0.98f}},
                {"H2: unsafe for small vehicles", {0.52f, 0.80f, 0.60f}},
                {"H3: unsafe for vehicles, children, the old", {0.98f, 0.89f, 0.36f}},
                {"H4: unsafe for everybody", {0.98f, 0.66f, 0.26f}},
                {"H5: ordinary buildings may fail", {0.88f, 0.32f, 0.20f}},
                {"H6: all buildings may fail", {0.52f, 0.10f, 0.38f}}};
    }
    return {};
}

}  // namespace nearfield::flood
