#include "scenes/crowd/level_of_service.hpp"

#include <array>
#include <cmath>

namespace nearfield::crowd {
namespace {

/// Least areas per person of the levels A to E in square feet; the limit itself belongs to the better level.
LevelLimits in_square_feet(std::array<double, 5> area) {
    LevelLimits limits{};
    for (std::size_t l = 0; l < 5; ++l) limits.upto[l] = float(1 / (area[l] * square_metres_per_square_foot));
    return limits;
}

float just_below(double density) { return std::nextafter(float(density), 0.f); }

/// Areas per person in m² above which the levels A to E apply; the limit itself belongs to the worse level.
LevelLimits above_square_metres(std::array<double, 5> area) {
    LevelLimits limits{};
    for (std::size_t l = 0; l < 5; ++l) limits.upto[l] = just_below(1 / area[l]);
    return limits;
}

LevelLimits thesis() {
    LevelLimits limits = in_square_feet({130, 40, 24, 15, 6});
    limits.upto[0] = 0.08f;
    limits.upto[4] = just_below(1.66);
    return limits;
}

}  // namespace

const std::vector<LevelTable>& level_tables() {
    static const std::vector<LevelTable> tables{
        {"fruin-walkway", "Fruin, walkways", "Fruin 1971; at least 35, 25, 15, 10, 5 square feet per person for A to E",
         in_square_feet({35, 25, 15, 10, 5})},
        {"fruin-stairs", "Fruin, stairs", "Fruin 1971; at least 20, 15, 10, 7, 4 square feet per person for A to E",
         in_square_feet({20, 15, 10, 7, 4})},
        {"fruin-queuing", "Fruin, queuing", "Fruin 1971; at least 13, 10, 7, 3, 2 square feet per person for A to E",
         in_square_feet({13, 10, 7, 3, 2})},
        {"hcm-walkway", "HCM 2000, walkways",
         "Highway Capacity Manual 2000; more than 5.6, 3.7, 2.2, 1.4, 0.75 m² per person for A to E",
         above_square_metres({5.6, 3.7, 2.2, 1.4, 0.75})},
        {"hcm-queuing", "HCM 2000, queuing",
         "Highway Capacity Manual 2000; more than 1.2, 0.9, 0.6, 0.3, 0.2 m² per person for A to E",
         above_square_metres({1.2, 0.9, 0.6, 0.3, 0.2})},
        {"thesis", "Chisholm 2020",
         "Chisholm 2020, ch. 7.3 gives only A up to 0.08 and F from 1.66 persons/m², as Fruin's. The "
         "limits in between are taken from the HCM's walkway table of 1985 (40, 24, 15 square feet per person), whose "
         "A "
         "(130) is his 0.08",
         thesis()}};
    return tables;
}

}  // namespace nearfield::crowd
