#include "app/render/snapshot.hpp"

#include "app/render/gl.hpp"
#include "app/render/headless.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {

glm::vec2 auto_range(const ScalarRange& range) {
    const float lo = std::max(range.lo, range.mean - 2 * range.deviation),
                hi = std::min(range.hi, range.mean + 2 * range.deviation);
    if (!std::isfinite(lo) || !std::isfinite(hi)) return {0, 1};
    const float least = std::max(1e-5f * std::max(std::abs(lo), std::abs(hi)), 1e-20f);
    if (hi - lo > least) return {lo, hi};
    const float half = lo == 0 ? 0.5f : 0.5f * std::abs(lo);
    return {lo - half, lo + half};
}

void require_offscreen(int width, int height) {
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        throw UsageError(
            fmt::format("A picture of {} x {} pixels cannot be drawn; give 1 to 16384 each way.", width, height));
    const HeadlessGl context;
    gl::Target().shape({width, height}, GL_RGBA16F, true);  // as large as those that pictures are gathered in
}

std::vector<unsigned char> render_offscreen(World& world, const SceneInfo& scene, const Settings& settings, int width,
                                            int height) {
    require_offscreen(width, height);
    const HeadlessGl context;
    Picture picture;
    world.draw(picture, scene.attribute(settings), true);

    Renderer renderer(false);
    renderer.upload(picture);
    Camera camera;
    camera.resize(width, height);
    camera.frame_all(picture.lo, picture.hi, picture.dimensions);
    const glm::vec2 range = auto_range(picture.range);
    ViewStyle style;
    style.lo = range.x, style.hi = range.y;
    while (!renderer.draw(camera, style, 1000)) {}
    return renderer.pixels();
}

}  // namespace nearfield
