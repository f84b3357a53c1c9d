#pragma once
#include <glm/glm.hpp>

#include <string>
#include <vector>

namespace nearfield {

/// Where a scene measures: on a line, in an area of the plane, or in the scene as a whole.
struct Gauge {
    std::string name;
    std::vector<glm::vec2> outline;  ///< two points: a line; more: the corners of an area; none: not drawn
    std::string key;                 ///< of the parameter that lists it; empty if it belongs to the scene itself
    std::size_t item = 0;            ///< its place in that list
    std::vector<double> values;      ///< in the order of SceneInfo::gauged; NaN: unknown, such as the speed where
                                     ///< nobody is, or not measured by this gauge
    double every = 1;                ///< s of the scene's clock between kept readings
};

}  // namespace nearfield
