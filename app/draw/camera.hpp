#pragma once
#include <glm/glm.hpp>

#include <array>

namespace nearfield {

/// View of the environment: from straight above (2D: pan and zoom) or around a pivot (3D: orbit, pan and zoom). Angles
/// in radians, lengths in world units, pixels from the viewport's top left corner, y down.
class Camera {
  public:
    /// Brings the whole box [lo, hi] into view, with a small margin. In 2D the z extent is ignored.
    void frame_all(glm::vec3 lo, glm::vec3 hi, int dimensions);
    /// Sets the viewport's size in pixels; keeps the centre of the view.
    void resize(int width, int height);

    void orbit(glm::vec2 drag_pixels);            ///< 3D only
    void pan(glm::vec2 drag_pixels);              ///< the world follows the mouse
    void zoom(float factor, glm::vec2 at_pixel);  ///< > 1 zooms in; keeps the point under the pixel
    void look_at(glm::vec3 point);                ///< moves the pivot
    /// Brings a part of the framed box into view, with room around it, from the same side.
    void show(glm::vec3 lo, glm::vec3 hi);

    glm::mat4 view() const;
    glm::mat4 projection() const;
    glm::vec3 eye() const;
    int dimensions() const { return dimensions_; }
    glm::ivec2 viewport() const { return viewport_; }
    /// Pixels per world unit at the pivot.
    float scale() const;
    /// Pixels per world unit: in 3D at depth 1, in 2D at any depth.
    float focal() const { return projection()[1][1] * 0.5f * float(viewport_.y); }

    struct Ray {
        glm::vec3 origin, direction;
    };
    Ray ray(glm::vec2 pixel) const;
    /// The point under a pixel on the plane through the pivot that faces the eye (2D: the world).
    glm::vec3 on_pivot_plane(glm::vec2 pixel) const;
    /// The point under a pixel on the parallel plane through another point.
    glm::vec3 on_plane_through(glm::vec3 point, glm::vec2 pixel) const;
    /// Position of a world point on the screen, pixels; z is its depth, negative behind the camera.
    glm::vec3 project(glm::vec3 point) const;

    /// Pivot x, y, z and distance, in world units; yaw and pitch in radians.
    std::array<float, 6> pose() const;
    /// Restores a pose, limited to what the framed box allows.
    void take_pose(const std::array<float, 6>& pose);

    /// Compares all parameters of the view, to detect changes.
    bool operator==(const Camera&) const = default;

  private:
    int dimensions_ = 2;
    glm::ivec2 viewport_{1280, 800};
    glm::vec3 pivot_{0};
    float distance_ = 1;  ///< 3D: eye to pivot; 2D: half the visible height
    float yaw_ = 0.6f, pitch_ = 0.36f;
    glm::vec3 centre_{0};  ///< centre of the framed box
    float extent_ = 1;     ///< diagonal of the framed box, for clip planes and zoom limits

    glm::mat3 axes() const;       ///< right, up and back vectors in the world
    glm::vec2 half_view() const;  ///< half of the visible extent at the pivot, world units
    float distance_to_fit(glm::vec3 lo, glm::vec3 hi) const;
    void keep_in_reach();
};

}  // namespace nearfield
