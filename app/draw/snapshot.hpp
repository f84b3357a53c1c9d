#pragma once
#include "app/draw/headless.hpp"
#include "app/draw/renderer.hpp"
#include "sim/scene.hpp"

namespace nearfield {

/// Range of the colour map for the bulk of the actors: two standard deviations around the mean, limited to the range of
/// values. An end within a thousandth of the range from 0 becomes 0. The second is always greater.
glm::vec2 auto_range(const ScalarRange& range);
/// Moves the ends of the colour map by the fraction `part` towards `to`; the last thousandth of the range is skipped.
void move_range(ViewStyle& style, glm::vec2 to, float part);

/// Pictures of a world without a window. The first one frames everything; afterwards the camera stays, and the colour
/// range follows the data slowly.
class Offscreen {
  public:
    /// Throws UsageError for an invalid size, and Error if OpenGL is missing. `legend`: prints colours, step and time
    /// into pictures with room for them.
    Offscreen(int width, int height, bool legend);
    /// Draws the present state. Returns RGB rows from the top.
    std::vector<unsigned char> draw(World& world, const SceneInfo& scene, const Settings& settings);

  private:
    HeadlessGl context_;
    Renderer renderer_;
    Camera camera_;
    ViewStyle style_;
    bool framed_ = false, legend_;
};

}  // namespace nearfield
