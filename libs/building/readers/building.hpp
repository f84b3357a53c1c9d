#pragma once
// A building as its readers give it: parts with surfaces, and what the file itself says of pairs of them.
#include "libs/geometry/mesh.hpp"

#include <algorithm>

namespace nearfield::building {

constexpr std::size_t most_triangles = 50'000'000;  ///< of one file
constexpr double furthest = 1e8;                    ///< m from the origin; doubles are 1.5e-8 m apart there

struct Part {
    std::string id;                   ///< IFC's GlobalId; elsewhere the name of the object or node
    std::string type;                 ///< as IFC calls it: IfcWall
    std::string name;                 ///< the author's
    std::string storey;               ///< empty if the part stands on none
    std::vector<std::string> groups;  ///< IFC's groups, systems and zones; in glTF the nodes that it hangs below
    /// m, z up; each solid of the part apart, as they may share faces.
    std::vector<geometry::Mesh> surfaces;
};

/// What a file says of two parts, whether its geometry agrees or not.
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
    glm::dvec2 north{0, 1};          ///< direction of true north, of length 1
    std::vector<std::string> notes;  ///< one line each: what of the file is not here, and why

    /// Number of a part's storey, from the lowest up; -1 if it stands on none.
    int storey_of(const Part& part) const {
        const auto at = std::find(storeys.begin(), storeys.end(), part.storey);
        return at == storeys.end() ? -1 : int(at - storeys.begin());
    }
};

}  // namespace nearfield::building
