#include "app/draw/snapshot.hpp"

#include "app/draw/gl.hpp"
#include "app/draw/printed_legend.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nearfield {

glm::vec2 auto_range(const ScalarRange& range) {
    const float lo = std::max(range.lo, range.mean - 2 * range.deviation),
                hi = std::min(range.hi, range.mean + 2 * range.deviation);
    if (!std::isfinite(lo) || !std::isfinite(hi)) return {0, 1};
    const float least = std::max(1e-5f * std::max(std::abs(lo), std::abs(hi)), 1e-20f);
    const float unseen = 1e-3f * (hi - lo);
    if (hi - lo > least) return {std::abs(lo) < unseen ? 0 : lo, std::abs(hi) < unseen ? 0 : hi};
    const float half = lo == 0 ? 0.5f : 0.5f * std::abs(lo);
    return {lo - half, lo + half};
}

glm::vec2 range_of_names(std::size_t names) { return {0, float(std::max<std::size_t>(names, 2) - 1)}; }

void move_range(ViewStyle& style, glm::vec2 to, float part) {
    const float unseen = 1e-3f * (to.y - to.x);
    const auto move = [&](float& end, float wanted) {
        end += (wanted - end) * part;
        if (std::abs(wanted - end) < unseen) end = wanted;
    };
    move(style.lo, to.x);
    move(style.hi, to.y);
}

Offscreen::Offscreen(int width, int height, bool legend) : renderer_(false), legend_(legend) {
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        throw UsageError(
            fmt::format("A picture of {} x {} pixels cannot be drawn; give 1 to 16384 each way.", width, height));
    gl::Target().shape({width, height}, GL_RGBA16F, true);  // same format as the render targets
    camera_.resize(width, height);
}

std::vector<unsigned char> Offscreen::draw(World& world, const SceneInfo& scene, const Settings& settings) {
    Picture picture;
    world.draw(picture, scene.attribute(settings), true);
    renderer_.upload(picture);
    auto* const elements = world.elements();
    const auto names = elements ? elements->value_names(picture.attribute) : std::vector<std::string>{};
    style_.names = names.size();
    if (style_.names) move_range(style_, range_of_names(style_.names), 1);
    else move_range(style_, auto_range(picture.range), framed_ ? 0.15f : 1);
    if (!std::exchange(framed_, true)) camera_.frame_all(picture.lo, picture.hi, picture.dimensions);
    while (!renderer_.draw(camera_, style_, 1000)) {}
    auto rgb = renderer_.pixels();
    if (!legend_) return rgb;
    const glm::ivec2 size = camera_.viewport();
    print_legend(rgb, size.x, size.y, legend_of(picture, scene, names, !std::isnan(world.time()), style_));
    return rgb;
}

}  // namespace nearfield
