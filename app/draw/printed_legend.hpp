#pragma once
#include "picture/picture.hpp"
#include "sim/scene.hpp"

#include <string>
#include <vector>

namespace nearfield {

struct ViewStyle;

/// Whether anything in the picture has the colours of its value; clear water and shaded ground have not.
bool shows_values(const Picture& picture);

/// What a saved picture says of itself: what its colours show, and when.
struct PrintedLegend {
    std::string title;               ///< of the attribute, with its unit; empty: nothing has its colours
    std::string moment;              ///< step and time
    std::vector<std::string> names;  ///< of the values 0, 1 ..., if these are names
    float lo, hi;                    ///< values at the ends of the colours
    int map;
    bool light;
};

/// `names`: of the values of the picture's attribute. `timed`: the scene has a clock.
PrintedLegend legend_of(const Picture& picture, const SceneInfo& scene, std::vector<std::string> names, bool timed,
                        const ViewStyle& style);

/// Prints the legend in the lower left corner of a picture (`rgb`: `width` x `height` pixels, rows from the top). A
/// picture that has no room for it, or no font, stays as it is.
void print_legend(std::vector<unsigned char>& rgb, int width, int height, const PrintedLegend& legend);

}  // namespace nearfield
