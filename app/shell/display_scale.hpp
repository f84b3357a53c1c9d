#pragma once
#include <glm/glm.hpp>

namespace nearfield {

/// Returns the scale at which the panels' smallest layout, 1024 × 640 at scale 1, fills the room; at least 1.
float most_scale(glm::ivec2 room);

/// Returns the scale that a display requests, from 0.5 to 4 and at most `most`; 1 for an implausible value, such as 0
/// dpi.
float sound_scale(float asked, float most);

/// Returns the window size, at most `room`: the saved size or, if that is 0, the usual size times the scale.
glm::ivec2 window_size(glm::ivec2 saved, glm::ivec2 usual, glm::ivec2 room, float scale);

}  // namespace nearfield
