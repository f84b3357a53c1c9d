#pragma once
// Colours that tell kinds apart, in legends and charts. All lists are here; palettes_test.cpp checks each of them, and
// hygiene finds lists elsewhere.
#include <glm/glm.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace nearfield {

enum class Palette {
    series_on_dark,     ///< stages, curves, and names of an attribute
    series_on_light,    ///< the same on light ground and on paper
    hazard_of_defra,    ///< from low to extreme
    hazard_of_aidr,     ///< H1 to H6
    levels_of_service,  ///< A to F
    relations,          ///< of a building's parts to the picked part, in the order of their legend
    overlaps,           ///< parts that overlap another part; parts that do not
    people_in_flood,    ///< dry, wading, trapped, toppled, on refuge
    reach               ///< parts within reach of the mouse; parts beyond it
};

/// The colours of a palette, sRGB from 0 to 1. In normal vision and for the three kinds of colour blindness any two
/// differ by a CIEDE2000 distance of at least 10, and colours beside each other in a legend also in lightness.
struct PaletteColours {
    std::string name;
    std::vector<glm::vec3> colours;

    /// The k-th colour; begins again after the last.
    glm::vec3 operator[](std::size_t k) const { return colours[k % colours.size()]; }
    std::size_t size() const { return colours.size(); }
};

const PaletteColours& palette(Palette which);
/// All palettes, in the order of Palette.
const std::vector<PaletteColours>& palettes();

}  // namespace nearfield
