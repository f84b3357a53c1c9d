#pragma once
#include "app/draw/headless.hpp"
#include "app/draw/renderer.hpp"
#include "sim/scene.hpp"

namespace nearfield {

/// Values for the ends of the colour map that suit the bulk of the actors: two standard deviations on either side of
/// the mean, but not beyond the values that occur, and 0 where a thousandth of the range more or less makes it 0. The
/// second is always the greater.
glm::vec2 auto_range(const ScalarRange& range);
/// Moves the ends of the colour map by that part of the way, and all of it where a thousandth of the range is left.
void move_range(ViewStyle& style, glm::vec2 to, float part);

/// Pictures of a world without a window. The first one frames everything; on the later ones the camera stays, and the
/// ends of the colour map follow the data slowly.
class Offscreen {
  public:
    /// Throws UsageError for a size that cannot be drawn, Error for want of OpenGL.
    /// `legend`: what the colours show, step and time are printed into pictures that have room for them.
    Offscreen(int width, int height, bool legend);
    /// The present state: RGB rows from the top.
    std::vector<unsigned char> draw(World& world, const SceneInfo& scene, const Settings& settings);

  private:
    HeadlessGl context_;
    Renderer renderer_;
    Camera camera_;
    ViewStyle style_;
    bool framed_ = false, legend_;
};

}  // namespace nearfield
