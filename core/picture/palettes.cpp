#include "picture/palettes.hpp"

namespace nearfield {
namespace {

glm::vec3 colour_of_hex(unsigned hex) {
    return glm::vec3(float(hex >> 16 & 255), float(hex >> 8 & 255), float(hex & 255)) / 255.f;
}

PaletteColours listed(const char* name, const std::vector<unsigned>& hexes) {
    PaletteColours palette{name, {}};
    for (const unsigned hex : hexes) palette.colours.push_back(colour_of_hex(hex));
    return palette;
}

}  // namespace

// Found by a random search near Okabe and Ito's palette, and near the usual colours of hazards, levels and relations,
// for the least change that satisfies the test.
const std::vector<PaletteColours>& palettes() {
    static const std::vector<PaletteColours> all{
        listed("series on dark ground",
               {0x0595ed, 0xeca41e, 0x389767, 0xc983b5, 0xf9eb59, 0x016fac, 0xcf5f13, 0xa2a09f}),
        listed("series on light ground",
               {0x3b71a1, 0xcd630d, 0x196839, 0x78355e, 0x191a19, 0x3491c8, 0x941e04, 0x7e7c79}),
        listed("hazard of Defra", {0xd4eeff, 0xf0d661, 0xf0841a, 0xb21926}),
        listed("hazard H1 to H6", {0xdbf2fd, 0x53e9c5, 0xe6b927, 0xd58448, 0xc04034, 0x66155c}),
        listed("levels of service", {0x313695, 0x4575b4, 0x74add1, 0xfee090, 0xf46d43, 0xa50026}),
        listed("relations", {0xffd138, 0xbd1909, 0xb936a2, 0x147cf5, 0xed8f0b, 0x41a66b, 0xb9bdc5, 0xde58ae}),
        listed("overlaps", {0xbd1909, 0xbdbdba}),
        listed("people in a flood", {0xebebdd, 0x77c3ee, 0xf79104, 0xe43e3a, 0x22f370}),
        listed("reach", {0xf2ad38, 0x9aa0a9})};
    return all;
}

const PaletteColours& palette(Palette which) { return palettes()[std::size_t(which)]; }

}  // namespace nearfield
