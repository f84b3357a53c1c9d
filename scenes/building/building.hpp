#pragma once
// A building as read from a file: parts with surfaces, and the relations that the file states itself.
#include "scenes/geometry/mesh.hpp"

#include <algorithm>

namespace nearfield::building {

constexpr std::size_t most_triangles = 50'000'000;  ///< per file
constexpr double furthest = 1e8;                    ///< from the origin, m; doubles are 1.5e-8 m apart there

struct Part {
    std::string id;                   ///< GlobalId in IFC; elsewhere the name of the object or node
    std::string type;                 ///< IFC type, such as IfcWall
    std::string name;                 ///< given by the author
    std::string storey;               ///< empty if the part has no storey
    std::vector<std::string> groups;  ///< groups, systems and zones in IFC; ancestor nodes in glTF
    /// In m, z up. Solids of a part are kept apart, as they may share faces.
    std::vector<geometry::Mesh> surfaces;
};

/// Relation of two parts as stated in the file, whether or not the geometry agrees.
enum class Stated { connects, fills, bounds };
struct StatedRelation {
    Stated what;
    u32 a, b;  ///< indices of parts
};

struct Building {
    std::string name;
    std::vector<std::string> storeys;  ///< from the lowest up
    std::vector<Part> parts;
    std::vector<StatedRelation> stated;
    glm::dvec2 north{0, 1};          ///< unit vector to true north
    std::vector<std::string> notes;  ///< one line each: what was left out of the file, and why

    /// Index of a part's storey, from the lowest up; -1 without one.
    int storey_of(const Part& part) const {
        const auto at = std::find(storeys.begin(), storeys.end(), part.storey);
        return at == storeys.end() ? -1 : int(at - storeys.begin());
    }
};

}  // namespace nearfield::building
