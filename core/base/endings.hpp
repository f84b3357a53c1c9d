#pragma once
// Endings of file names that the program distinguishes: one list for readers, listings and messages.
#include <algorithm>
#include <string>
#include <string_view>

namespace nearfield::ending {

constexpr std::string_view document = ".json", state = ".state.json";
constexpr std::string_view table = ".csv", heights = ".asc", atoms = ".xyz";
constexpr std::string_view ifc = ".ifc", obj = ".obj", gltf = ".gltf", glb = ".glb";
constexpr std::string_view picture = ".png", mp4 = ".mp4", webm = ".webm";

constexpr const char* models = ".ifc, .obj, .gltf, .glb";  ///< formats of buildings
constexpr const char* heights_file = "a file of heights (.asc)";

/// True if the name has this ending, in upper or lower case.
inline bool ends(std::string_view name, std::string_view ending) {
    const auto small = [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : int(c); };
    return name.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), name.end() - std::ptrdiff_t(ending.size()),
                      [&](char a, char b) { return small(a) == small(b); });
}

}  // namespace nearfield::ending
