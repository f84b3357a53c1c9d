#pragma once
#include "app/draw/headless.hpp"
#include "app/draw/renderer.hpp"
#include "sim/scene.hpp"

namespace nearfield {

/// Returns the colour map's range for most actors: mean ± two standard deviations, clamped to the range of values. An
/// end within a thousandth of the range from 0 becomes 0. The second value is always greater.
glm::vec2 auto_range(const ScalarRange& range);
/// Returns the range of the numbers of named values.
glm::vec2 range_of_names(std::size_t names);
/// Moves the ends of the colour map by the fraction `part` towards `to`. Jumps to `to` within a thousandth of the
/// range.
void move_range(ViewStyle& style, glm::vec2 to, float part);

/// Pictures of a world without a window. The first picture frames everything; then the camera stays, and the colour
/// range follows the data slowly.
class Offscreen {
  public:
    /// Throws UsageError for an invalid size, and Error if OpenGL is missing. `legend`: prints colours, step and time
    /// into pictures with room for them.
    Offscreen(int width, int height, bool legend);
    /// Draws the current state. Returns RGB rows from the top.
    std::vector<unsigned char> draw(World& world, const SceneInfo& scene, const Settings& settings);

  private:
    HeadlessGl context_;
    Renderer renderer_;
    Camera camera_;
    ViewStyle style_;
    bool framed_ = false, legend_;
};

}  // namespace nearfield
