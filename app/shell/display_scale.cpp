#include "app/shell/display_scale.hpp"

#include <algorithm>

namespace nearfield {

float most_scale(glm::ivec2 room) { return std::max(1.f, std::min(float(room.x) / 1024, float(room.y) / 640)); }

float sound_scale(float asked, float most) {
    const bool possible = asked >= 0.25f && asked <= 10;  // 24 to 960 dpi; false for NaN
    return possible ? std::clamp(asked, 0.5f, std::min(4.f, std::max(0.5f, most))) : 1;
}

glm::ivec2 window_size(glm::ivec2 saved, glm::ivec2 usual, glm::ivec2 room, float scale) {
    const bool is_saved = saved.x > 0 && saved.y > 0;
    const glm::ivec2 wanted = is_saved ? saved : glm::ivec2(glm::vec2(usual) * scale);
    return glm::max(glm::min(wanted, room), glm::ivec2(320, 240));
}

}  // namespace nearfield
