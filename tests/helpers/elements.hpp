#pragma once
// Values of elements by attribute, and the difference between two such lists.
#include "base/error.hpp"
#include "worlds.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

/// An attribute's value per element.
inline std::vector<float> values_of(World& world, const SceneInfo& scene, const std::string& key) {
    const auto place = index_by_key(scene.attributes, key);
    if (!place) throw Error("no attribute " + key);
    return world.elements()->values(int(*place));
}

/// Number of differing values; NaN equals NaN.
template <class T> std::size_t differing(const std::vector<T>& a, const std::vector<T>& b) {
    std::size_t many = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        many += !(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])));
    return many;
}

/// Maximum difference of depths; hidden cells count as dry.
inline double apart(const std::vector<float>& a, const std::vector<float>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(double(a[i] > 0 ? a[i] : 0) - double(b[i] > 0 ? b[i] : 0)));
    return most;
}

}  // namespace nearfield
