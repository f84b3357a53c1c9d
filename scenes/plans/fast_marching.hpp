#pragma once
// Fast marching on a square grid with thin walls: |grad T| = slowness outwards from given values, second order where
// two upwind nodes in a row are known (Sethian 1999, "Fast marching methods", SIAM Review 41(2)), first order
// elsewhere.
#include "scenes/plans/navigation_grid.hpp"

#include <vector>

namespace nearfield::plans {

/// A node whose value and direction are known beforehand.
struct Seed {
    int node;
    float time;
    glm::vec2 direction;
};

struct ArrivalField {
    std::vector<float> time;  ///< infinite where no link leads
    std::vector<Packed<2>>
        direction;  ///< -grad T / |grad T|, along which time falls fastest; (0, 0) where there is none
};

/// `links` and `slowness` per node. Nodes are taken in order of time; the cost is n log n.
ArrivalField march(const NavigationGrid&, const std::vector<std::uint8_t>& links, const std::vector<float>& slowness,
                   const std::vector<Seed>&, const PortalLinks& portals = {});

}  // namespace nearfield::plans
