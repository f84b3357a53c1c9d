#pragma once
// Appearance of a building: parts as solids with edges, coloured by material or by class.
#include "libs/building/readers/building.hpp"
#include "picture/column.hpp"
#include "sim/facets.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace nearfield::building {

struct Material {
    glm::vec3 colour{0.7f};  ///< sRGB, 0 to 1
    bool glass = false;
    bool operator==(const Material&) const = default;
};

/// Natural material of an IFC type. Unknown types get a colour from their name.
Material material_of(const std::string& type);
/// The same for one part: a slab that is not level counts as a roof.
Material material_of(const Part&);

/// Selection and placement of the parts to draw.
struct PartSelection {
    float apart = 0;     ///< gap between storeys, m
    int storeys = 0;     ///< number of storeys drawn, from the lowest; 0: all
    std::string hidden;  ///< types that are not drawn, separated by spaces; * matches any letters
    bool spaces = true;  ///< draw rooms, as glass
    bool operator==(const PartSelection&) const = default;
};

/// True if a word matches an entry of a list separated by spaces; * matches any letters, case is ignored.
bool is_listed(const std::string& word, const std::string& list);

/// Triangles of one material, in a world with y up and north at -z.
struct Solids {
    Material material;
    std::shared_ptr<const std::vector<glm::vec3>> corners;
    std::shared_ptr<const std::vector<u32>> parts;  ///< part of every triangle
};

/// Edges as lines.
struct Outlines {
    std::shared_ptr<const std::vector<Segment>> lines;
    std::shared_ptr<const std::vector<u32>> parts;  ///< part of every line
};

/// Drawable shapes of all parts, built once per building.
class Shapes {
  public:
    static constexpr std::size_t most_triangles = 12'000'000;

    /// Buildings with too many triangles to draw are shown by bounding boxes.
    explicit Shapes(const Building&);

    /// Translation of each part as drawn, m; none for hidden parts.
    std::vector<std::optional<glm::vec3>> places(const Building&, const PartSelection&,
                                                 const std::vector<glm::vec3>& moved) const;
    /// The visible parts, grouped by material.
    std::vector<Solids> solids(const std::vector<std::optional<glm::vec3>>& places,
                               const std::function<Material(u32)>& material) const;
    Outlines outlines(const std::vector<std::optional<glm::vec3>>& places) const;
    /// Distance from a part's surface to a point, m; infinite for a hidden part.
    float distance(const std::vector<std::optional<glm::vec3>>& places, u32 part, glm::vec3 point) const;
    /// Bounds of a part in its own place.
    const Extent& extent(u32 part) const { return shapes_[part].extent; }
    /// Storey of a part, from the lowest up; 0 also without a storey.
    u32 storey(u32 part) const { return u32(std::max(0, storey_[part])); }
    bool are_boxes() const { return are_boxes_; }
    glm::vec3 lo() const { return lo_; }
    glm::vec3 hi() const { return hi_; }
    /// Point of the building at the origin of the picture, m.
    glm::dvec3 origin() const { return origin_; }
    /// Converts a point or vector to the picture's axes.
    static glm::vec3 upright(glm::dvec3 p) { return {float(p.x), float(p.z), float(-p.y)}; }

  private:
    struct Shape {
        std::vector<glm::vec3> corners;  ///< three per triangle
        std::vector<Segment> edges;
        Extent extent;
    };
    Shape shape_of(const std::vector<geometry::Mesh>& surfaces) const;

    std::vector<Shape> shapes_;
    std::vector<int> storey_;  ///< per part, from the lowest up; -1: none
    glm::dvec3 origin_{0};
    glm::vec3 lo_{0}, hi_{1};
    bool are_boxes_ = false;
};

}  // namespace nearfield::building
