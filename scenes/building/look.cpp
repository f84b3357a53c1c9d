#include "scenes/building/look.hpp"

#include "base/stoppable.hpp"
#include "exec/backend.hpp"
#include "libs/building/readers/made_models.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace nearfield::building {
namespace {

/// True if a word matches a pattern with *, ignoring case.
bool fits(const char* word, const char* pattern) {
    if (*pattern == 0) return *word == 0;
    if (*pattern == '*') return fits(word, pattern + 1) || (*word && fits(word + 1, pattern));
    return std::tolower(static_cast<unsigned char>(*word)) == std::tolower(static_cast<unsigned char>(*pattern)) &&
           fits(word + 1, pattern + 1);
}

/// A muted colour for an unknown type, chosen by a hash of its name.
glm::vec3 muted(const std::string& type) {
    u32 hash = 2166136261u;
    for (const char c : type) hash = (hash ^ u32(c)) * 16777619u;
    constexpr glm::vec3 colours[] = {{0.55f, 0.62f, 0.70f}, {0.68f, 0.60f, 0.52f}, {0.56f, 0.66f, 0.56f},
                                     {0.70f, 0.64f, 0.46f}, {0.62f, 0.56f, 0.68f}, {0.50f, 0.64f, 0.64f}};
    return colours[hash % std::size(colours)];
}

/// Identifies corners by position, whatever their indices.
struct ByPlace {
    bool operator()(const glm::vec3& a, const glm::vec3& b) const {
        return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    }
};

/// Edges between faces at more than 25 degrees, and boundary edges of open surfaces.
class EdgeFinder {
  public:
    void add(const glm::vec3 (&corner)[3]) {
        const glm::vec3 across = glm::cross(corner[1] - corner[0], corner[2] - corner[0]);
        const float length = glm::length(across);
        if (!(length > 0)) return;
        u32 at[3];
        for (int k = 0; k < 3; ++k) at[k] = places_.try_emplace(corner[k], u32(places_.size())).first->second;
        for (int k = 0; k < 3; ++k) {
            const u32 a = std::min(at[k], at[(k + 1) % 3]), b = std::max(at[k], at[(k + 1) % 3]);
            auto& edge = edges_[u64(a) << 32 | b];
            edge.line = {corner[k], corner[(k + 1) % 3]};
            if (edge.faces++ == 0) edge.normal = across / length;
            else edge.turns |= glm::dot(edge.normal, across / length) < 0.906f;
        }
    }
    void append_to(std::vector<Segment>& lines) const {
        for (const auto& [key, edge] : edges_)
            if (edge.turns || edge.faces == 1) lines.push_back(edge.line);
    }

  private:
    struct Edge {
        Segment line;
        glm::vec3 normal{0};
        int faces = 0;
        bool turns = false;
    };
    std::map<glm::vec3, u32, ByPlace> places_;
    std::map<u64, Edge> edges_;
};

float distance_to_edge(glm::vec3 p, glm::vec3 a, glm::vec3 b) {
    const glm::vec3 along = b - a;
    const float square = glm::dot(along, along);
    const float t = square > 0 ? glm::clamp(glm::dot(p - a, along) / square, 0.f, 1.f) : 0.f;
    return glm::length(p - a - t * along);
}

/// Distance from a point to a triangle: to the plane if the point projects into the triangle, else to the nearest edge.
float distance(glm::vec3 p, glm::vec3 a, glm::vec3 b, glm::vec3 c) {
    const glm::vec3 normal = glm::cross(b - a, c - a);
    const bool over = glm::dot(glm::cross(b - a, p - a), normal) >= 0 &&
                      glm::dot(glm::cross(c - b, p - b), normal) >= 0 &&
                      glm::dot(glm::cross(a - c, p - c), normal) >= 0;
    if (const float length = glm::length(normal); over && length > 0) return std::abs(glm::dot(p - a, normal)) / length;
    return std::min({distance_to_edge(p, a, b), distance_to_edge(p, b, c), distance_to_edge(p, c, a)});
}

std::vector<geometry::Mesh> box_round(const Part& part) {
    geometry::Bounds bounds;
    for (const geometry::Mesh& mesh : part.surfaces)
        for (const glm::dvec3& p : mesh.vertices) bounds.hold(p);
    if (!(bounds.lo.x <= bounds.hi.x)) return {};
    return {box_mesh(bounds.lo, bounds.hi)};
}

}  // namespace

bool is_listed(const std::string& word, const std::string& list) {
    std::istringstream words(list);
    for (std::string pattern; words >> pattern;)
        if (fits(word.c_str(), pattern.c_str())) return true;
    return false;
}

Material material_of(const std::string& type) {
    static const std::pair<const char*, Material> known[] = {
        {"IfcWall*", {{0.90f, 0.88f, 0.83f}}},
        {"IfcCurtainWall*", {{0.62f, 0.76f, 0.88f}, true}},
        {"IfcWindow*", {{0.55f, 0.74f, 0.92f}, true}},
        {"IfcSpace", {{0.56f, 0.72f, 0.95f}, true}},
        {"IfcOpeningElement", {{0.9f, 0.6f, 0.6f}, true}},
        {"IfcSlab*", {{0.66f, 0.66f, 0.65f}}},
        {"IfcFooting*", {{0.56f, 0.56f, 0.56f}}},
        {"IfcRoof*", {{0.67f, 0.36f, 0.27f}}},
        {"IfcDoor*", {{0.56f, 0.38f, 0.24f}}},
        {"IfcBeam*", {{0.76f, 0.60f, 0.40f}}},
        {"IfcColumn*", {{0.74f, 0.66f, 0.54f}}},
        {"IfcMember*", {{0.72f, 0.58f, 0.42f}}},
        {"IfcStair*", {{0.62f, 0.52f, 0.44f}}},
        {"IfcRamp*", {{0.62f, 0.58f, 0.54f}}},
        {"IfcRailing*", {{0.36f, 0.38f, 0.42f}}},
        {"IfcCovering*", {{0.78f, 0.76f, 0.70f}}},
        {"IfcFurni*", {{0.62f, 0.48f, 0.36f}}},
        {"IfcSanitary*", {{0.92f, 0.93f, 0.94f}}},
        {"IfcFlow*", {{0.34f, 0.56f, 0.74f}}},
        {"IfcPipe*", {{0.34f, 0.56f, 0.74f}}},
        {"IfcDuct*", {{0.58f, 0.66f, 0.72f}}},
        {"IfcCable*", {{0.88f, 0.66f, 0.24f}}},
        {"IfcSolar*", {{0.13f, 0.17f, 0.28f}}},
        {"IfcChimney*", {{0.58f, 0.38f, 0.31f}}},
        {"IfcGeographic*", {{0.36f, 0.52f, 0.26f}}},
        {"IfcSite*", {{0.45f, 0.56f, 0.34f}}},
    };
    for (const auto& [pattern, material] : known)
        if (fits(type.c_str(), pattern)) return material;
    return {muted(type)};
}

Material material_of(const Part& part) {
    double level = 0, all = 0;
    if (fits(part.type.c_str(), "IfcSlab*"))
        for (const geometry::Mesh& mesh : part.surfaces)
            for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
                const glm::dvec3 a = mesh.corner(t, 0);
                const glm::dvec3 across = glm::cross(mesh.corner(t, 1) - a, mesh.corner(t, 2) - a);
                all += glm::length(across);
                if (std::abs(across.z) > 0.99 * glm::length(across)) level += glm::length(across);
            }
    return material_of(level < all / 2 ? "IfcRoof" : part.type);
}

Shapes::Shapes(const Building& building) {
    geometry::Bounds bounds;
    std::size_t triangles = 0;
    for (const Part& part : building.parts)
        for (const geometry::Mesh& mesh : part.surfaces) {
            triangles += mesh.triangles.size();
            for (const glm::dvec3& p : mesh.vertices) bounds.hold(p);
        }
    if (bounds.lo.x <= bounds.hi.x)
        origin_ = {(bounds.lo.x + bounds.hi.x) / 2, (bounds.lo.y + bounds.hi.y) / 2, bounds.lo.z};
    const glm::vec3 a = upright(bounds.lo - origin_), b = upright(bounds.hi - origin_);
    if (triangles > 0) {
        lo_ = glm::min(a, b);
        hi_ = glm::max(a, b);
    }
    are_boxes_ = triangles > most_triangles;
    shapes_.resize(building.parts.size());
    each_in_parallel(shapes_.size(), [&](std::size_t p) {
        shapes_[p] = are_boxes_ ? shape_of(box_round(building.parts[p])) : shape_of(building.parts[p].surfaces);
    });
    for (const Part& part : building.parts) storey_.push_back(building.storey_of(part));
}

Shapes::Shape Shapes::shape_of(const std::vector<geometry::Mesh>& surfaces) const {
    Shape shape;
    for (const geometry::Mesh& mesh : surfaces) {
        EdgeFinder edges;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            glm::vec3 corner[3];
            for (int k = 0; k < 3; ++k) corner[k] = upright(mesh.corner(t, k) - origin_);
            shape.corners.insert(shape.corners.end(), std::begin(corner), std::end(corner));
            edges.add(corner);
        }
        edges.append_to(shape.edges);
    }
    if (!shape.corners.empty()) shape.extent = {shape.corners[0], shape.corners[0]};
    for (const glm::vec3& corner : shape.corners) shape.extent = shape.extent.joined({corner, corner});
    return shape;
}

std::vector<std::optional<glm::vec3>> Shapes::places(const Building& building, const PartSelection& shown,
                                                     const std::vector<glm::vec3>& moved) const {
    std::vector<std::optional<glm::vec3>> places(shapes_.size());
    for (u32 p = 0; p < shapes_.size(); ++p) {
        const std::string& type = building.parts[p].type;
        if ((!shown.spaces && type == "IfcSpace") || is_listed(type, shown.hidden)) continue;
        if (shown.storeys > 0 && storey_[p] >= shown.storeys) continue;
        places[p] = moved[p] + glm::vec3(0, shown.apart * float(storey(p)), 0);
    }
    return places;
}

std::vector<Solids> Shapes::solids(const std::vector<std::optional<glm::vec3>>& places,
                                   const std::function<Material(u32)>& material) const {
    struct Group {
        Material material;
        std::vector<glm::vec3> corners;
        std::vector<u32> parts;
    };
    std::vector<Group> groups;
    for (u32 p = 0; p < shapes_.size(); ++p) {
        if (!places[p]) continue;
        const Material wanted = material(p);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.material == wanted; });
        if (group == groups.end()) group = groups.insert(group, {wanted, {}, {}});
        for (const glm::vec3& corner : shapes_[p].corners) group->corners.push_back(corner + *places[p]);
        group->parts.insert(group->parts.end(), shapes_[p].corners.size() / 3, p);
    }
    std::vector<Solids> solids;
    for (Group& g : groups)
        solids.push_back({g.material, std::make_shared<const std::vector<glm::vec3>>(std::move(g.corners)),
                          std::make_shared<const std::vector<u32>>(std::move(g.parts))});
    // transparent solids are drawn last
    std::stable_partition(solids.begin(), solids.end(), [](const Solids& s) { return !s.material.glass; });
    return solids;
}

float Shapes::distance(const std::vector<std::optional<glm::vec3>>& places, u32 part, glm::vec3 point) const {
    float least = INFINITY;
    if (!places[part]) return least;
    const glm::vec3 at = point - *places[part];
    const auto& corners = shapes_[part].corners;
    for (std::size_t t = 0; t < corners.size(); t += 3)
        least = std::min(least, building::distance(at, corners[t], corners[t + 1], corners[t + 2]));
    return least;
}

Outlines Shapes::outlines(const std::vector<std::optional<glm::vec3>>& places) const {
    auto lines = std::make_shared<std::vector<Segment>>();
    auto parts = std::make_shared<std::vector<u32>>();
    std::size_t count = 0;
    for (u32 p = 0; p < shapes_.size(); ++p) count += places[p] ? shapes_[p].edges.size() : 0;
    require_memory(Backend::cpu, count * (sizeof(Segment) + sizeof(u32)), "the building's outlines",
                   "use a smaller model or fewer buildings");
    lines->reserve(count);
    parts->reserve(count);
    for (u32 p = 0; p < shapes_.size(); ++p) {
        if (!places[p]) continue;
        for (const Segment& e : shapes_[p].edges) lines->push_back({e.from + *places[p], e.to + *places[p]});
        parts->insert(parts->end(), shapes_[p].edges.size(), p);
    }
    return {std::move(lines), std::move(parts)};
}

}  // namespace nearfield::building
