#include "libs/building/surfaces/surfaces.hpp"

#include "base/error.hpp"
#include "base/mix.hpp"
#include "base/stoppable.hpp"
#include "boxes/morton.hpp"
#include "exec/backend.hpp"
#include "libs/building/surfaces/shells.hpp"
#include "libs/building/surfaces/winding.hpp"
#include "libs/geometry/offset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace nearfield::building {
namespace {

constexpr double finest = 8 * lattice_step;  ///< m; at smaller tolerances, rounding to the lattice would matter

using geometry::Mesh;
using Positions = std::vector<glm::dvec3>;

/// The copies of one part, with part-local indices.
struct PartCopies {
    std::array<std::vector<Point>, 3> corners;
    std::vector<Triangle> triangles;
    std::vector<Box> boxes;
    std::vector<u32> shells;
    Share triangle_share{}, shell_share{};
    Soundness soundness;

    Box box_of(const Triangle& triangle) const {
        Box box;
        for (const auto& copy : corners)
            for (const u32 c : triangle.corner) box.hold(building::box_of(copy[c]));
        return box;
    }
};

/// Sorts triangles from `first` on along a Morton curve, so blocks are compact.
void order_in_space(PartCopies& part, std::size_t first) {
    const auto n = u32(part.triangles.size() - first);
    std::vector<Box> boxes(n);
    Box all;
    for (u32 i = 0; i < n; ++i) {
        boxes[i] = part.box_of(part.triangles[first + i]);
        all.hold(boxes[i]);
    }
    std::vector<u32> key(n), order(n);
    for (u32 i = 0; i < n; ++i) nearfield::detail::MortonKeys{boxes.data(), all, key.data(), order.data()}(i);
    std::stable_sort(order.begin(), order.end(), [&](u32 a, u32 b) { return key[a] < key[b]; });
    const std::vector<Triangle> before(part.triangles.begin() + std::ptrdiff_t(first), part.triangles.end());
    for (u32 i = 0; i < n; ++i) {
        part.triangles[first + i] = before[order[i]];
        part.boxes.push_back(boxes[order[i]]);
    }
}

glm::dvec3 normal_of(const Mesh& mesh, std::size_t t) {
    const auto a = mesh.corner(t, 0);
    return glm::cross(mesh.corner(t, 1) - a, mesh.corner(t, 2) - a);
}

/// True if an inward offset consumed the solid: its volume has gone, or most of its surface has flipped.
bool is_used_up(const Mesh& solid, const Mesh& moved) {
    if (!(geometry::volume_of(moved) > 0)) return true;
    double area = 0, turned = 0;
    for (std::size_t t = 0; t < solid.triangles.size(); ++t) {
        const glm::dvec3 before = normal_of(solid, t), after = normal_of(moved, t);
        area += glm::length(before);
        if (glm::dot(before, after) < 0) turned += glm::length(before);
    }
    return turned > area / 2;
}

Mesh moved(const Mesh& mesh, const Positions& direction, double by) {
    Mesh to = mesh;
    for (std::size_t v = 0; v < to.vertices.size(); ++v) to.vertices[v] += by * direction[v];
    return to;
}

/// A shell with its own, outer and inner corners.
struct Moved {
    Mesh own, outer, inner;
};
/// The shells of a part in the order of Share.
struct MovedShells {
    std::vector<Moved> closed, open, back;
};

class Copier {
  public:
    Copier(glm::dvec3 origin, double tolerance) : origin_(origin), tolerance_(tolerance) {}

    PartCopies operator()(const Part& part) const {
        PartCopies to;
        std::vector<Shell> shells = shells_of(part.surfaces);
        for (auto& shell : shells)
            for (auto& v : shell.mesh.vertices) v -= origin_;
        face_outwards(shells, to.soundness);
        MovedShells all;
        for (const auto& shell : shells) move(shell, all, to.soundness);
        append(all.closed, &Share::open, to);
        append(all.open, &Share::back, to);
        append(all.back, &Share::end, to);
        return to;
    }

  private:
    /// Orients closed shells outwards, except cavities of another shell.
    static void face_outwards(std::vector<Shell>& shells, Soundness& soundness) {
        std::vector<double> volumes;
        for (const auto& shell : shells) volumes.push_back(shell.closed ? geometry::volume_of(shell.mesh) : 0);
        for (std::size_t s = 0; s < shells.size(); ++s) {
            if (!shells[s].closed) continue;
            bool hollow = false;
            for (std::size_t o = 0; volumes[s] < 0 && o < shells.size() && !hollow; ++o)
                hollow = volumes[o] > 0 && goes_round(shells[o].mesh, shells[s].mesh.vertices[0]);
            if (volumes[s] < 0 && !hollow) {
                for (auto& t : shells[s].mesh.triangles) std::swap(t[1], t[2]);
                ++soundness.flipped_shells;
                volumes[s] = -volumes[s];
            }
            soundness.volume += volumes[s];
        }
    }
    static Corners corners_of(const Mesh& mesh, std::size_t t) {
        return {snapped(mesh.corner(t, 0)), snapped(mesh.corner(t, 1)), snapped(mesh.corner(t, 2))};
    }
    static bool goes_round(const Mesh& mesh, glm::dvec3 p) {
        int winding = 0;
        SignCount count;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            winding += crossing(corners_of(mesh, t), snapped(p), count);
        return winding > 0;
    }

    void move(const Shell& shell, MovedShells& to, Soundness& soundness) const {
        const Mesh& own = shell.mesh;
        const Positions direction = geometry::mitres(own);
        const Mesh outer = moved(own, direction, tolerance_), inner = moved(own, direction, -tolerance_);
        for (std::size_t t = 0; t < own.triangles.size(); ++t) {
            const Corners c = corners_of(own, t);
            soundness.flat_triangles += normal_signs(c.p, c.q, c.r).none();
        }
        if (!shell.closed) {
            ++soundness.open_shells;
            to.open.push_back({own, outer, own});
            to.back.push_back({own, inner, own});
        } else if (geometry::volume_of(own) > 0 && is_used_up(own, inner)) {
            ++soundness.thin_shells;
            to.open.push_back({own, outer, own});
        } else {
            to.closed.push_back({own, outer, inner});
        }
    }

    /// Records the end of these shells' section.
    static void append(const std::vector<Moved>& shells, u32 Share::*end, PartCopies& to) {
        const std::size_t before = to.triangles.size();
        for (const auto& shell : shells) {
            const u32 first = u32(to.corners[0].size());
            const Mesh* const copies[3]{&shell.outer, &shell.inner, &shell.own};  // in the order of Copy
            for (std::size_t c = 0; c < 3; ++c)
                for (const auto& v : copies[c]->vertices) to.corners[c].push_back(snapped(v));
            to.shells.push_back(first);
            for (const auto& [a, b, c] : shell.own.triangles)
                to.triangles.push_back({{first + a, first + b, first + c}});
        }
        order_in_space(to, before);
        to.triangle_share.*end = u32(to.triangles.size()), to.shell_share.*end = u32(to.shells.size());
    }

    glm::dvec3 origin_;
    double tolerance_;
};

Share shifted(const Share& s, std::size_t by) {
    return {u32(s.closed + by), u32(s.open + by), u32(s.back + by), u32(s.end + by)};
}

void append_blocks(const std::vector<Box>& boxes, std::vector<Box>& to) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (i % block_size == 0) to.emplace_back();
        to.back().hold(boxes[i]);
    }
}

/// A hash of a part's mesh, independent of the order of its triangles.
u64 form_of(const PartCopies& part) {
    u64 form = mix(part.shell_share.open) + part.shell_share.end;
    for (const u32 s : part.shells) form = mix(form + s);
    u64 joined = 0;
    for (const auto& [t] : part.triangles) joined += mix(t[0] + mix(t[1] + mix(t[2] + golden_ratio)));
    return mix(form + joined);
}

void append(const PartCopies& part, Surfaces& to) {
    const std::size_t corners = to.corners[0].size();
    PartSurface place{.triangles = shifted(part.triangle_share, to.triangles.size()),
                      .shells = shifted(part.shell_share, to.shells.size()),
                      .blocks = u32(to.blocks.size()),
                      .first_corner = u32(corners),
                      .end_corner = u32(corners + part.corners[0].size()),
                      .form = form_of(part)};
    for (std::size_t c = 0; c < 3; ++c) {
        for (const Point& p : part.corners[c]) place.box.hold(box_of(p));
        to.corners[c].insert(to.corners[c].end(), part.corners[c].begin(), part.corners[c].end());
    }
    for (const auto& [t] : part.triangles)
        to.triangles.push_back({{u32(t[0] + corners), u32(t[1] + corners), u32(t[2] + corners)}});
    to.boxes.insert(to.boxes.end(), part.boxes.begin(), part.boxes.end());
    append_blocks(part.boxes, to.blocks);
    for (const u32 s : part.shells) to.shells.push_back(u32(s + corners));
    to.parts.push_back(place);
    to.soundness.push_back(part.soundness);
}

geometry::Bounds finite_bounds_of(const Building& building) {
    geometry::Bounds bounds;
    for (const auto& part : building.parts)
        for (const auto& surface : part.surfaces)
            for (const auto& p : surface.vertices) {
                if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)))
                    throw UsageError(fmt::format("{}: part '{}' has a corner at ({}, {}, {}); give finite coordinates",
                                                 building.name, part.name, p.x, p.y, p.z));
                bounds.hold(p);
            }
    return bounds;
}

void require_fit(const Building& building, const geometry::Bounds& bounds, double tolerance) {
    if (!(bounds.lo.x <= bounds.hi.x))
        throw UsageError(building.name + ": no part has a surface; give a model with geometry");
    const glm::dvec3 size = bounds.hi - bounds.lo;
    const double widest = std::max({size.x, size.y, size.z});
    if (!(tolerance >= finest))
        throw UsageError(
            fmt::format("tolerance: {} m; give at least {:.2g} m, the rounding of corners", tolerance, finest));
    if (!(tolerance <= widest))
        throw UsageError(
            fmt::format("tolerance: {} m is more than the building's {:.4g} m; give less", tolerance, widest));
    const double room = 2 * (lattice_reach - 1 - 4 * tolerance);  // a corner moves by at most 4 tolerances
    if (widest > room)
        throw UsageError(
            fmt::format("{}: {:.6g} m wide, while {:.4g} m fit; cut the model, or check its unit of length",
                        building.name, widest, room));
}

/// Requires memory for the separate copies of all parts and for the concatenated arrays.
void require_memory_for(const Building& building) {
    constexpr std::size_t of_part = 2 * sizeof(PartCopies) + sizeof(PartSurface) + sizeof(Soundness),
                          of_triangle = 2 * (sizeof(Triangle) + sizeof(Box)), of_corner = 2 * 3 * sizeof(Point);
    std::size_t bytes = building.parts.size() * of_part;
    for (const auto& part : building.parts)
        for (const auto& surface : part.surfaces)
            bytes += surface.triangles.size() * of_triangle + surface.vertices.size() * of_corner;
    require_memory(Backend::cpu, bytes, "the building", "use a smaller model or fewer buildings");
}

void make_room(const std::vector<PartCopies>& copies, Surfaces& to) {
    std::size_t corners = 0, triangles = 0;
    for (const auto& part : copies) {
        corners += part.corners[0].size();
        triangles += part.triangles.size();
    }
    for (auto& copy : to.corners) copy.reserve(corners);
    to.triangles.reserve(triangles);
    to.boxes.reserve(triangles);
    to.parts.reserve(copies.size());
    to.soundness.reserve(copies.size());
}

}  // namespace

Surfaces surfaces_of(const Building& building, double tolerance) {
    const geometry::Bounds bounds = finite_bounds_of(building);
    require_fit(building, bounds, tolerance);
    const glm::dvec3 origin = glm::round((bounds.lo + bounds.hi) / 2.);
    require_memory_for(building);
    const Copier copies_of(origin, tolerance);
    std::vector<PartCopies> copies(building.parts.size());
    each_in_parallel(copies.size(), [&](std::size_t p) { copies[p] = copies_of(building.parts[p]); });
    Surfaces all{.origin = origin, .tolerance = tolerance};
    make_room(copies, all);
    for (auto& part : copies) {
        append(part, all);
        part = {};
    }
    return all;
}

}  // namespace nearfield::building
