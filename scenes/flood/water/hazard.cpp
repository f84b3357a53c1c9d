#include "scenes/flood/water/hazard.hpp"

#include "picture/palettes.hpp"

namespace nearfield::flood {
namespace {

std::vector<ColourClass> classes_in(Palette colours, const std::vector<std::string>& labels) {
    std::vector<ColourClass> classes;
    for (std::size_t k = 0; k < labels.size(); ++k) classes.push_back({labels[k], palette(colours)[k]});
    return classes;
}

}  // namespace

std::vector<ColourClass> hazard_classes(Rating rating) {
    switch (rating) {
    case Rating::number: break;
    case Rating::defra:
        return classes_in(Palette::hazard_of_defra, {"low: caution", "moderate: danger for some",
                                                     "significant: danger for most", "extreme: danger for all"});
    case Rating::aidr:
        return classes_in(Palette::hazard_of_aidr,
                          {"H1: safe for all", "H2: unsafe for small vehicles",
                           "H3: unsafe for vehicles, children, the old", "H4: unsafe for everybody",
                           "H5: ordinary buildings may fail", "H6: all buildings may fail"});
    }
    return {};
}

}  // namespace nearfield::flood
