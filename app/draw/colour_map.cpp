#include "app/draw/point_pass.hpp"
#include "app/draw/renderer.hpp"
#include "picture/palettes.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace nearfield {

namespace {

struct Ramp {
    const char* name;
    std::size_t names_on_dark, names_on_light;  ///< greatest number of evenly spaced colours that differ enough
    std::string_view points;                    ///< evenly spaced, "rrggbb "
};

// The maps start above their darkest tones, so that the lowest values stand out from the dark background. viridis,
// magma, inferno: Smith and van der Walt; cividis: Nunez, Anderton and Renslow.
constexpr Ramp ramps[] = {
    {"viridis", 5, 4,
     "472b7a 443983 3f4788 3a548c 34618d 2f6c8e 2a788e 26838e 218e8d 1f998a "
     "20a486 29af80 39b977 4ec36b 67cc5d 83d44b a1da38 c1df24 e0e318 fde725"},
    {"cividis", 5, 4,
     "10366c 1f3e6e 2f466e 3f4f6e 4e576e 5c606e 686870 737172 7d7a74 878376 "
     "918c78 9b9578 a69f77 b3a974 c1b36f cfbd67 dec85e ecd355 f7de4c fdea45"},
    {"magma", 4, 3,
     "4c117a 5c177f 6c1d81 7c2382 8c2981 9d2e7f ad347c be3977 ce4070 de4968 "
     "ea5661 f3665c f9795d fc8c63 fe9f6d feb27a fec589 fed89a fdeaac fcfdbf"},
    {"inferno", 5, 3,
     "530e6d 63146e 731a6e 83206b 932667 a42c61 b33359 c23b50 d04545 dd513a "
     "e75f2d f06e21 f67f13 fa9207 fca50a fbb81d f8cc36 f4e055 f2f27c fcffa4"},
    {"ice", 6, 4, "1c3a7a 1f4f9c 2765ba 367dd0 4c95df 68ade9 88c4f0 aad9f5 d0ebfa f5fcff"},
    {"grey", 5, 4, "3c3c3c fafafa"},
};

int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

glm::vec3 point(std::string_view points, std::size_t i) {
    const char* text = points.data() + i * 7;
    const auto channel = [&](int k) { return float(digit(text[2 * k]) * 16 + digit(text[2 * k + 1])) / 255.f; };
    return {channel(0), channel(1), channel(2)};
}

/// Interpolates 256 colours between points(0) and points(last).
template <class Points> std::array<glm::vec3, 256> interpolate(const Points& points, std::size_t last) {
    std::array<glm::vec3, 256> colours;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const float at = float(i) * float(last) / 255.f;
        const std::size_t k = std::min(std::size_t(at), last - 1);
        colours[i] = glm::mix(points(k), points(k + 1), at - float(k));
    }
    return colours;
}

std::array<glm::vec3, 256> whole(const Ramp& ramp) {
    return interpolate([&](std::size_t i) { return point(ramp.points, i); }, (ramp.points.size() + 1) / 7 - 1);
}

/// The part of a map with sufficient contrast to light ground.
std::array<glm::vec3, 256> darker_part(const std::array<glm::vec3, 256>& map) {
    const auto stands_out = [](glm::vec3 c) { return contrast(c, background_of(true)) >= least_contrast; };
    const auto last = std::size_t(std::find_if_not(map.begin(), map.end(), stands_out) - map.begin()) - 1;
    return interpolate([&](std::size_t i) { return map[i]; }, last);
}

}  // namespace

static float luminance(glm::vec3 colour) {
    const auto linear = [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); };
    return 0.2126f * linear(colour.r) + 0.7152f * linear(colour.g) + 0.0722f * linear(colour.b);
}

float contrast(glm::vec3 a, glm::vec3 b) {
    const auto [less, more] = std::minmax({luminance(a), luminance(b)});
    return (more + 0.05f) / (less + 0.05f);
}

glm::vec3 on_ground(glm::vec3 colour, bool light) {
    while (light && contrast(colour, background_of(true)) < least_contrast) colour *= 0.95f;
    return colour;
}

const std::vector<std::string>& colour_map_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Ramp& ramp : ramps) all.push_back(ramp.name);
        return all;
    }();
    return names;
}

const std::array<glm::vec3, 256>& colour_map(int index, bool light) {
    static const auto maps = [] {
        std::array<std::vector<std::array<glm::vec3, 256>>, 2> all;
        for (const Ramp& ramp : ramps) {
            all[0].push_back(whole(ramp));
            all[1].push_back(darker_part(all[0].back()));
        }
        return all;
    }();
    const auto& suited = maps[light ? 1 : 0];
    return suited[std::size_t(std::clamp(index, 0, int(suited.size()) - 1))];
}

glm::vec3 colour_of_name(std::size_t k, std::size_t count, int map, bool light) {
    const Ramp& ramp = ramps[std::size_t(std::clamp(map, 0, int(std::size(ramps)) - 1))];
    if (count > (light ? ramp.names_on_light : ramp.names_on_dark))
        return palette(light ? Palette::series_on_light : Palette::series_on_dark)[k];
    return colour_map(map, light)[count < 2 ? 255 : k * 255 / (count - 1)];
}

std::array<glm::vec3, 256> colours_of_values(int map, bool light, glm::vec2 range, std::size_t names) {
    if (names == 0) return colour_map(map, light);
    std::array<glm::vec3, 256> colours;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const float value = glm::mix(range.x, range.y, float(i) / 255.f);
        colours[i] =
            colour_of_name(std::size_t(std::clamp(std::lround(value), 0l, long(names) - 1)), names, map, light);
    }
    return colours;
}

}  // namespace nearfield
