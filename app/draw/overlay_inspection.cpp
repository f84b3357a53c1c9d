#include "app/draw/overlay.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

constexpr glm::vec4 strip_fill{1.0f, 0.70f, 0.28f, 0.10f}, strip_edge{1.0f, 0.74f, 0.36f, 0.55f};
constexpr glm::vec4 rejected{0.74f, 0.80f, 0.92f, 0.50f};
constexpr glm::vec4 kept{0.36f, 0.92f, 0.86f, 1.0f}, kept_line{0.36f, 0.92f, 0.86f, 0.32f};
constexpr glm::vec4 centre{1, 1, 1, 1}, circle{1, 1, 1, 0.95f};
constexpr int circle_parts = 128;

using Point = glm::vec3;

/// Returns shifts by whole environments that move points within `reach` of `at` back into the box.
std::vector<Point> images(const DrawnSpace& space, Point at, float reach) {
    std::vector<Point> shifts{Point(0)};
    if (!space.wrapped) return shifts;
    for (int axis = 0; axis < space.dimensions; ++axis) {
        const float size = space.hi[axis] - space.lo[axis];
        float shift = 0;
        if (at[axis] - reach < space.lo[axis]) shift = size;
        else if (at[axis] + reach > space.hi[axis]) shift = -size;
        if (shift == 0) continue;
        for (std::size_t i = 0, before = shifts.size(); i < before; ++i) {
            shifts.push_back(shifts[i]);
            shifts.back()[axis] += shift;
        }
    }
    return shifts;
}

/// The vector from `from` to the nearest image of `to`.
Point nearest_image(const DrawnSpace& space, Point from, Point to) {
    Point d = to - from;
    for (int axis = 0; space.wrapped && axis < space.dimensions; ++axis) {
        const float size = space.hi[axis] - space.lo[axis];
        if (size > 0) d[axis] -= size * std::round(d[axis] / size);
    }
    return d;
}

/// Draws a line; if the environment wraps, only its part inside.
void line_inside(Overlay& overlay, const DrawnSpace& space, Point from, Point to, glm::vec4 colour, float width) {
    float begin = 0, end = 1;
    const Point d = to - from;
    for (int axis = 0; space.wrapped && axis < space.dimensions; ++axis) {
        if (d[axis] == 0) {
            if (from[axis] < space.lo[axis] || from[axis] > space.hi[axis]) return;
            continue;
        }
        const float a = (space.lo[axis] - from[axis]) / d[axis], b = (space.hi[axis] - from[axis]) / d[axis];
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
    }
    if (begin < end) overlay.line(from + begin * d, from + end * d, colour, width);
}

void ring(Overlay& overlay, const DrawnSpace& space, Point at, Point right, Point up, glm::vec4 colour, float width) {
    const auto point = [&](int i) {
        const float angle = 6.2831853f * float(i) / circle_parts;
        return at + right * std::cos(angle) + up * std::sin(angle);
    };
    for (int i = 0; i < circle_parts; ++i) line_inside(overlay, space, point(i), point(i + 1), colour, width);
}

/// Draws the search radius: a circle; in 3D three great circles and the silhouette.
void reach(Overlay& overlay, const DrawnSpace& space, const Camera& camera, Point at, float radius) {
    const Point x(radius, 0, 0), y(0, radius, 0), z(0, 0, radius);
    for (const Point& shift : images(space, at, radius)) {
        if (space.dimensions == 2) {
            ring(overlay, space, at + shift, x, y, circle, 1.8f);
            continue;
        }
        const glm::vec4 faint = circle * glm::vec4(1, 1, 1, 0.38f);
        ring(overlay, space, at + shift, x, y, faint, 1.f);
        ring(overlay, space, at + shift, y, z, faint, 1.f);
        ring(overlay, space, at + shift, z, x, faint, 1.f);
        const Point back = glm::normalize(camera.eye() - at - shift);
        const Point right =
            glm::normalize(glm::cross(std::abs(back.y) < 0.99f ? Point(0, 1, 0) : Point(1, 0, 0), back));
        ring(overlay, space, at + shift, right * radius, glm::cross(back, right) * radius, circle, 1.6f);
    }
}

void strips(Overlay& overlay, const DrawnSpace& space, const Inspection& inspection) {
    for (const auto& strip : inspection.strips) {
        if (strip.lo == strip.hi) continue;  // strips of keys have no position
        const Point size = strip.hi - strip.lo;
        const Point x(size.x, 0, 0), y(0, size.y, 0), z(0, 0, size.z);
        const glm::vec4 fill = strip_fill * glm::vec4(1, 1, 1, space.dimensions == 2 ? 1.f : 0.35f);
        overlay.face(strip.lo, x, y, fill);
        if (space.dimensions == 3) {
            overlay.face(strip.lo, x, z, fill);
            overlay.face(strip.lo, y, z, fill);
            overlay.face(strip.hi, -x, -y, fill);
            overlay.face(strip.hi, -x, -z, fill);
            overlay.face(strip.hi, -y, -z, fill);
        }
        const glm::vec4 edge = strip_edge * glm::vec4(1, 1, 1, space.dimensions == 2 ? 1.f : 0.6f);
        overlay.edges(strip.lo, strip.hi, space.dimensions, edge, 1.2f);
    }
}

void candidates(Overlay& overlay, const DrawnSpace& space, const Inspection& inspection, float radius) {
    for (const Candidate& c : inspection.candidates) {
        if (!c.neighbour) {
            overlay.marks.push_back({c.position, rejected, radius, 1.3f});
            continue;
        }
        const Point towards = nearest_image(space, inspection.position, c.position);
        line_inside(overlay, space, inspection.position, inspection.position + towards, kept_line, 1.f);
        if (glm::distance(inspection.position + towards, c.position) > 1e-3f * glm::length(space.hi - space.lo))
            line_inside(overlay, space, c.position - towards, c.position, kept_line, 1.f);
        overlay.marks.push_back({c.position, kept, radius, 0.f});
    }
    overlay.marks.push_back({inspection.position, centre, 1.5f * radius, 0.f});
}

}  // namespace

Overlay inspection_overlay(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, float actor_radius) {
    Overlay overlay;
    if (!style.inspection) return overlay;
    strips(overlay, space, *style.inspection);
    if (style.radius > 0) reach(overlay, space, camera, style.inspection->position, style.radius);
    candidates(overlay, space, *style.inspection, actor_radius);
    return overlay;
}

}  // namespace nearfield
