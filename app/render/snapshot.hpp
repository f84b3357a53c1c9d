#pragma once
#include "app/render/renderer.hpp"
#include "sim/scene.hpp"

namespace nearfield {

/// Values for the ends of the colour map that suit the bulk of the actors: two standard deviations on either side of
/// the mean, but not beyond the values that occur. The second is always the greater.
glm::vec2 auto_range(const ScalarRange& range);

/// Throws now what render_offscreen would throw for this size or for want of OpenGL.
void require_offscreen(int width, int height);

/// Renders the world's present state without a window. RGB rows from the top.
std::vector<unsigned char> render_offscreen(World& world, const SceneInfo& scene, const Settings& settings, int width,
                                            int height);

}  // namespace nearfield
