#pragma once
#include <glm/glm.hpp>

namespace nearfield {

/// The scale at which the panels' least layout, 1024 × 640 at scale 1, fills this room; at least 1.
float most_scale(glm::ivec2 room);

/// The scale that a display asks for, from 0.5 to 4 and at most `most`. A value that no display has, such as 0 dpi,
/// means that it asks for none: 1.
float sound_scale(float asked, float most);

/// Size of the window, at most `room`: the saved one or, if that is 0, the usual one times the scale.
glm::ivec2 window_size(glm::ivec2 saved, glm::ivec2 usual, glm::ivec2 room, float scale);

}  // namespace nearfield
