#include "app/draw/overlay.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

constexpr glm::vec4 outline{0.46f, 0.58f, 0.82f, 0.75f};
constexpr glm::vec4 bin_border{0.42f, 0.55f, 0.80f, 0.34f};
constexpr glm::vec4 pointer_ring{1.f, 0.76f, 0.35f, 0.9f};
constexpr float pointer_pixels = 13;         // radius
constexpr float outline_behind = 0.40f;      // brightness of the outline's far edges
constexpr float densest = 4, sparsest = 16;  // pixels between bin borders at which these are invisible, and fully drawn

constexpr int axes_beside[3][2] = {{1, 2}, {0, 2}, {0, 1}};

float border_strength(float pixels_apart) {
    return std::clamp((pixels_apart - densest) / (sparsest - densest), 0.f, 1.f);
}

/// The side of the box along `axis` that is farther from the eye.
float far_side(const DrawnSpace& space, glm::vec3 eye, int axis) {
    return eye[axis] > 0.5f * (space.lo[axis] + space.hi[axis]) ? space.lo[axis] : space.hi[axis];
}

/// Draws edges on a far side dimmer. `inner`: only the edges between two far sides.
void outline_3d(Overlay& overlay, const DrawnSpace& space, glm::vec3 eye, bool inner) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [u, v] = axes_beside[axis];
        for (int side = 0; side < 4; ++side) {
            glm::vec3 from = space.lo, to = space.lo;
            from[u] = to[u] = side & 1 ? space.hi[u] : space.lo[u];
            from[v] = to[v] = side & 2 ? space.hi[v] : space.lo[v];
            to[axis] = space.hi[axis];
            const bool far_u = from[u] == far_side(space, eye, u), far_v = from[v] == far_side(space, eye, v),
                       far = far_u || far_v;
            if (inner && !(far_u && far_v)) continue;
            overlay.line(from, to, outline * glm::vec4(1, 1, 1, far ? outline_behind : 1.f), far ? 1.2f : 1.6f);
        }
    }
}

/// Draws bin borders across `axis` along `along` from `base`, for the bins of `span`.
void borders(Overlay& overlay, const DrawnSpace& space, const ViewStyle& style, int axis, int along, glm::vec3 base,
             glm::ivec2 span, float strength) {
    for (int i = std::max(span.x, 1); i < std::min(span.y, style.bins[axis]); ++i) {
        glm::vec3 from = base, to = base;
        from[axis] = to[axis] = std::min(space.lo[axis] + float(i) * style.bin_width[axis], space.hi[axis]);
        from[along] = space.lo[along];
        to[along] = space.hi[along];
        overlay.line(from, to, bin_border * glm::vec4(1, 1, 1, strength), 1.f);
    }
}

/// Range of bins along `axis` in view of a 2D camera.
glm::ivec2 visible_bins(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, int axis) {
    const glm::vec2 size(camera.viewport());
    const float a = camera.ray({0, size.y}).origin[axis], b = camera.ray({size.x, 0}).origin[axis];
    const float most = float(style.bins[axis]);
    const auto bin = [&](float at) { return std::clamp((at - space.lo[axis]) / style.bin_width[axis], 0.f, most); };
    return {int(bin(a)), int(bin(b)) + 1};
}

void grid_2d(Overlay& overlay, const DrawnSpace& space, const Camera& camera, const ViewStyle& style) {
    for (int axis = 0; axis < 2; ++axis) {
        const float strength = border_strength(style.bin_width[axis] * camera.scale());
        if (strength > 0)
            borders(overlay, space, style, axis, 1 - axis, space.lo, visible_bins(space, camera, style, axis),
                    strength);
    }
}

/// Draws the grid on the three far faces, behind the actors.
void grid_3d(Overlay& overlay, const DrawnSpace& space, const Camera& camera, const ViewStyle& style) {
    const glm::vec3 eye = camera.eye();
    const float distance = glm::length(eye - 0.5f * (space.lo + space.hi));
    const float pixels = camera.focal() / std::max(distance, 1e-6f);
    for (int normal = 0; normal < 3; ++normal) {
        glm::vec3 base = space.lo;
        base[normal] = far_side(space, eye, normal);
        const auto [u, v] = axes_beside[normal];
        for (const auto& [axis, along] : {std::pair(u, v), std::pair(v, u)}) {
            const float strength = border_strength(style.bin_width[axis] * pixels);
            if (strength > 0) borders(overlay, space, style, axis, along, base, {0, style.bins[axis]}, strength);
        }
    }
}

}  // namespace

void Overlay::face(glm::vec3 corner, glm::vec3 along, glm::vec3 up, glm::vec4 colour) {
    const glm::vec3 a = corner + along, b = corner + along + up, c = corner + up;
    for (const glm::vec3& p : {corner, a, b, corner, b, c}) faces.push_back({p, colour});
}

void Overlay::edges(glm::vec3 lo, glm::vec3 hi, int dimensions, glm::vec4 colour, float width) {
    for (int axis = 0; axis < dimensions; ++axis) {
        const auto [u, v] = axes_beside[axis];
        for (int side = 0; side < (dimensions == 2 ? 2 : 4); ++side) {
            glm::vec3 from = lo;
            if (side & 1) from[u] = hi[u];
            if (side & 2) from[v] = hi[v];
            glm::vec3 to = from;
            to[axis] = hi[axis];
            line(from, to, colour, width);
        }
    }
}

Overlay frame_overlay(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, bool inner) {
    Overlay overlay;
    if (space.lo == space.hi) return overlay;
    if (style.pointer)
        overlay.marks.push_back({*style.pointer, pointer_ring, pointer_pixels / std::max(camera.scale(), 1e-12f), 2.f});
    const bool grid = style.grid && style.radius > 0;
    if (grid && space.dimensions == 2) grid_2d(overlay, space, camera, style);
    if (grid && space.dimensions == 3) grid_3d(overlay, space, camera, style);
    const bool bounds = style.bounds && !space.walled;
    if (bounds && space.dimensions == 2) overlay.edges(space.lo, space.hi, 2, outline, 1.5f);
    if (bounds && space.dimensions == 3) outline_3d(overlay, space, camera.eye(), inner);
    return overlay;
}

}  // namespace nearfield
