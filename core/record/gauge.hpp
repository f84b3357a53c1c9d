#pragma once
#include <glm/glm.hpp>

#include <string>
#include <vector>

namespace nearfield {

/// A measurement of a scene: on a line, in an area of the plane, or over the whole scene.
struct Gauge {
    std::string name;
    std::vector<glm::vec2> outline;  ///< two points: a line; more: corners of an area; none: not drawn
    std::string key;                 ///< parameter that lists it; empty for one of the scene's own
    std::size_t item = 0;            ///< index in that list
    std::vector<double> values;      ///< in the order of SceneInfo::gauged; NaN if unknown, such as the speed of no
                                     ///< actors, or not measured by this gauge
    double every = 1;                ///< interval between kept readings on the scene's clock, s
};

}  // namespace nearfield
