#pragma once
#include "picture/picture.hpp"
#include "sim/scene.hpp"

#include <string>
#include <vector>

namespace nearfield {

struct ViewStyle;

/// True if any layer is coloured by value. Clear water and shaded ground are not.
bool shows_values(const Picture& picture);

/// The legend of a saved picture: colours and time.
struct PrintedLegend {
    std::string title;               ///< attribute and unit; empty if no layer is coloured by value
    std::string moment;              ///< step and time
    std::vector<std::string> names;  ///< names of the values 0, 1 ...; empty for numbers
    float lo, hi;                    ///< values at the ends of the colour map
    int map;
    bool light;
};

/// `names`: names of the attribute's values. `timed`: the scene has a clock.
PrintedLegend legend_of(const Picture& picture, const SceneInfo& scene, std::vector<std::string> names, bool timed,
                        const ViewStyle& style);

/// Draws the legend into the lower left corner of a picture (`rgb`: `width` x `height` pixels, rows from the top).
/// Leaves the picture unchanged if the legend does not fit or the font is missing.
void print_legend(std::vector<unsigned char>& rgb, int width, int height, const PrintedLegend& legend);

}  // namespace nearfield
