#pragma once
// What is drawn over the actors, as plain shapes; nothing here talks to OpenGL.
#include "app/draw/point_pass.hpp"
#include "app/draw/renderer.hpp"

#include <vector>

namespace nearfield {

struct Overlay {
    struct Line {
        glm::vec3 from, to;
        glm::vec4 colour;
        float width;  ///< pixels
    };
    struct Corner {
        glm::vec3 position;
        glm::vec4 colour;
    };
    struct Mark {
        glm::vec3 position;
        glm::vec4 colour;
        float radius;  ///< world units
        float rim;     ///< pixels; 0 fills the disc
    };
    std::vector<Line> lines;
    std::vector<Corner> faces;  ///< three corners per triangle
    std::vector<Mark> marks;

    void line(glm::vec3 from, glm::vec3 to, glm::vec4 colour, float width) {
        lines.push_back({from, to, colour, width});
    }
    /// A filled parallelogram.
    void face(glm::vec3 corner, glm::vec3 along, glm::vec3 up, glm::vec4 colour);
    /// The twelve edges of a box, or the four of a rectangle.
    void edges(glm::vec3 lo, glm::vec3 hi, int dimensions, glm::vec4 colour, float width);
};

/// Outline of the environment and bin borders: hidden by actors in front of them. `inner`: in 3D, only those edges of
/// the outline that something inside it can cover.
Overlay frame_overlay(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, bool inner = false);

/// One query laid open, drawn over the actors.
Overlay inspection_overlay(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, float actor_radius);

}  // namespace nearfield
