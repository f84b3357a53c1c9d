#pragma once
// How a building is drawn: its parts as solids with edges, in the colours of what they are made of or of a class.
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

/// What parts of an IFC type look as if made of. Types that it does not know have a colour of their own.
Material material_of(const std::string& type);
/// The same for one part: a slab that is not level is a roof.
Material material_of(const Part&);

/// Which parts are drawn, and where.
struct Shown {
    float apart = 0;     ///< m: gap that is put between storeys
    int storeys = 0;     ///< only so many from the lowest up; 0: all
    std::string hidden;  ///< types that are not drawn, separated by spaces; * stands for any letters
    bool spaces = true;  ///< rooms, as glass
    bool operator==(const Shown&) const = default;
};

/// Whether a word is one of a list's, separated by spaces; * in the list stands for any letters, cases are alike.
bool is_listed(const std::string& word, const std::string& list);

/// Triangles of one material, in a world whose y is up and north -z.
struct Solids {
    Material material;
    std::shared_ptr<const std::vector<glm::vec3>> corners;
    std::shared_ptr<const std::vector<u32>> parts;  ///< of every triangle
};

/// Lines between them.
struct Outlines {
    std::shared_ptr<const std::vector<Segment>> lines;
    std::shared_ptr<const std::vector<u32>> parts;  ///< of every line
};

/// The shapes of all parts as they lie, made once for a building.
class Shapes {
  public:
    static constexpr std::size_t most_triangles = 12'000'000;

    /// A building with more triangles than are drawn is shown by the boxes round its parts.
    explicit Shapes(const Building&);

    /// How far a part is drawn from its place, m; none: not drawn.
    std::vector<std::optional<glm::vec3>> places(const Building&, const Shown&,
                                                 const std::vector<glm::vec3>& moved) const;
    /// The parts with a place, grouped by material.
    std::vector<Solids> solids(const std::vector<std::optional<glm::vec3>>& places,
                               const std::function<Material(u32)>& material) const;
    Outlines outlines(const std::vector<std::optional<glm::vec3>>& places) const;
    /// m from a part's surface to a point; infinite if it has no place.
    float distance(const std::vector<std::optional<glm::vec3>>& places, u32 part, glm::vec3 point) const;
    /// What holds a part at its own place.
    const Extent& extent(u32 part) const { return shapes_[part].extent; }
    /// From the lowest up; 0 too for a part that stands on none.
    u32 storey(u32 part) const { return u32(std::max(0, storey_[part])); }
    bool are_boxes() const { return are_boxes_; }
    glm::vec3 lo() const { return lo_; }
    glm::vec3 hi() const { return hi_; }
    /// The point of the building that is the origin of the picture, m.
    glm::dvec3 origin() const { return origin_; }
    /// A place or a way of the building as it is drawn.
    static glm::vec3 upright(glm::dvec3 p) { return {float(p.x), float(p.z), float(-p.y)}; }

  private:
    struct Shape {
        std::vector<glm::vec3> corners;  ///< three per triangle
        std::vector<Segment> edges;
        Extent extent;
    };
    Shape shape_of(const std::vector<geometry::Mesh>& surfaces) const;

    std::vector<Shape> shapes_;
    std::vector<int> storey_;  ///< of every part, from the lowest up; -1: none
    glm::dvec3 origin_{0};
    glm::vec3 lo_{0}, hi_{1};
    bool are_boxes_ = false;
};

}  // namespace nearfield::building
