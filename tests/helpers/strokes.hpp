#pragma once
#include "sim/world.hpp"

namespace nearfield {

inline void point(World& world, std::optional<glm::vec3> at) {
    world.tools()->use({"point", at ? std::vector{*at} : std::vector<glm::vec3>()});
}
inline void drop(World& world, glm::vec3 at) { world.tools()->use({"drop", {at}}); }

}  // namespace nearfield
