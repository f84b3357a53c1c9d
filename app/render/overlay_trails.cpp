#include "app/render/overlay.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace {

constexpr float strongest = 0.55f;              // opacity of the newest part
constexpr float thinnest = 1, thickest = 3;     // pixels
constexpr float thickness = 0.5f;               // in radii of an actor, between those

glm::vec3 colour_of(float value, const Subject& subject) {
    const float part = (value - subject.range.x) / std::max(subject.range.y - subject.range.x, 1e-30f);
    return colour_map(subject.look.map)[std::isfinite(part) ? std::size_t(255 * std::clamp(part, 0.f, 1.f)) : 0];
}

/// From one side of a wrapped environment to the other.
bool jumps(glm::vec3 a, glm::vec3 b, const Stage& stage) {
    const glm::vec3 far = glm::abs(a - b) - 0.5f * (stage.hi - stage.lo);
    return stage.wrapped && (far.x > 0 || far.y > 0 || (stage.dimensions == 3 && far.z > 0));
}

}  // namespace

Overlay trail_overlay(const Trails& trails, const Subject& subject, float actor_radius) {
    Overlay overlay;
    const float width = std::clamp(2 * thickness * actor_radius * subject.look.size * subject.camera.scale(), thinnest, thickest);
    const int length = trails.length;
    overlay.lines.reserve(trails.scalar.size() * std::size_t(length - 1));
    for (std::size_t a = 0; a < trails.scalar.size(); ++a) {
        const glm::vec3* place = trails.places.data() + a * std::size_t(length);
        const glm::vec3 colour = colour_of(trails.scalar[a], subject);
        for (int k = 0; k + 1 < length; ++k)
            if (!jumps(place[k], place[k + 1], subject.stage)) overlay.line(place[k], place[k + 1], {colour, strongest * (1 - float(k + 1) / float(length))}, width);
    }
    return overlay;
}

}  // namespace nearfield
