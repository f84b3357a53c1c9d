#include "scenes/flood/people.hpp"

namespace nearfield::flood {

std::vector<std::uint8_t> refuges_of(const plans::Plan& plan, const plans::NavigationGrid& grid) {
    constexpr float body = 0.3f;  // radius, m
    std::vector<std::uint8_t> inside(std::size_t(grid.nodes()), 0);
    for (const auto& exit : plan.exits)
        for (int k = 0; k < grid.nodes() && exit.refuge; ++k) {
            if (!plans::contains(exit.outline, grid.node(k))) continue;
            float border = INFINITY;
            for (std::size_t c = 0; c < exit.outline.size(); ++c) {
                const auto next = (c + 1) % exit.outline.size();
                border = std::min(border, plans::distance_to({exit.outline[c], exit.outline[next]}, grid.node(k)));
            }
            inside[std::size_t(k)] = border < body ? 1 : 2;
        }
    return inside;
}

}  // namespace nearfield::flood
