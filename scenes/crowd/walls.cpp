#include "scenes/crowd/walls.hpp"

namespace nearfield::crowd {

std::vector<JoinedWall> join(const std::vector<Wall>& walls) {
    constexpr float same = 1e-4f;
    std::vector<JoinedWall> joined;
    const auto meet = [&](std::size_t w, glm::vec2 end, glm::vec2& beyond, float& share) {
        int others = 0;
        for (std::size_t u = 0; u < walls.size(); ++u) {
            if (u == w || distance_to(walls[u], end) > same) continue;
            const bool at_a = glm::length(walls[u].a - end) <= same, at_b = glm::length(walls[u].b - end) <= same;
            if (!at_a && !at_b) return void(share = 0);
            if (others++ == 0) beyond = (at_a ? walls[u].b : walls[u].a) - end;
        }
        share = 1.f / float(others + 1);
    };
    for (std::size_t w = 0; w < walls.size(); ++w) {
        JoinedWall wall{walls[w].a, walls[w].b};
        meet(w, wall.a, wall.beyond_a, wall.share_a);
        meet(w, wall.b, wall.beyond_b, wall.share_b);
        joined.push_back(wall);
    }
    return joined;
}

}  // namespace nearfield::crowd
