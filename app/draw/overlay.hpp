#pragma once
// Shapes drawn over the actors, independent of OpenGL.
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
    /// Adds a filled parallelogram.
    void face(glm::vec3 corner, glm::vec3 along, glm::vec3 up, glm::vec4 colour);
    /// Adds the twelve edges of a box, or the four of a rectangle.
    void edges(glm::vec3 lo, glm::vec3 hi, int dimensions, glm::vec4 colour, float width);
};

/// Returns the environment's outline and bin borders, which actors may hide. `inner`: in 3D, only outline edges that
/// content may cover.
Overlay frame_overlay(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, bool inner = false);

/// Returns details of one inspected query, drawn over the actors.
Overlay inspection_overlay(const DrawnSpace& space, const Camera& camera, const ViewStyle& style, float actor_radius);

}  // namespace nearfield
