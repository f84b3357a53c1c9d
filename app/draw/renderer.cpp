#include "app/draw/renderer.hpp"

#include "app/draw/fluid_resolve.hpp"
#include "app/draw/layers.hpp"
#include "app/draw/overlay_pass.hpp"
#include "app/draw/resolve_pass.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace nearfield {

/// Identifies the content of an overlay: equal keys mean equal overlays.
struct OverlayKey {
    bool bounds = false, grid = false, inspection = false;
    glm::ivec3 bins{0};
    glm::vec3 bin_width{0};
    float radius = 0;
    std::optional<glm::vec3> pointer;
    double content = 0;  ///< hash of the inspection, whose address may stay the same
    bool operator==(const OverlayKey&) const = default;
};

namespace {

constexpr float dimmed = 0.45f;  // brightness of the actors while a query is inspected

double content_of(const Inspection& inspection) {
    double sum = inspection.actor + 3.0 * double(inspection.strips.size()), weight = 1;
    const auto add = [&](glm::vec3 p) {
        sum += weight * (p.x + 1.7 * p.y + 2.9 * p.z);
        weight += 0.013;
    };
    add(inspection.position);
    for (const auto& strip : inspection.strips) {
        add(strip.lo);
        add(strip.hi);
    }
    for (const auto& candidate : inspection.candidates) {
        add(candidate.position);
        sum += candidate.neighbour ? weight : 0;
    }
    return sum;
}

OverlayKey key_of(const ViewStyle& style) {
    OverlayKey key{style.bounds, style.grid, style.inspection != nullptr};
    if (style.grid) {
        key.bins = style.bins;
        key.bin_width = style.bin_width;
    }
    key.pointer = style.pointer;
    if (style.inspection) {
        key.radius = style.radius;
        key.content = content_of(*style.inspection);
    }
    return key;
}

}  // namespace

/// Adapts an overlay's colours and strokes to the style.
static Overlay with_style(Overlay overlay, const ViewStyle& style) {
    const auto ink = [&](glm::vec4& c) { c = glm::vec4(on_ground(glm::vec3(c), style.light), c.a); };
    for (auto& line : overlay.lines) {
        ink(line.colour);
        line.width *= style.stroke;
    }
    for (auto& corner : overlay.faces) ink(corner.colour);
    for (auto& mark : overlay.marks) {
        ink(mark.colour);
        mark.rim *= style.stroke;
    }
    return overlay;
}

/// Returns the enlargement of dots that are too small for the stroke; 1 at the default stroke.
static float dot_enlargement(const LayerBuffers& layers, const Camera& camera, const ViewStyle& style) {
    constexpr float legible = 1.6f;  // pixels, radius
    const PointBuffer* points = layers.main_points();
    if (!points || points->drawing() != Drawing::particles) return 1;
    const float pixels = points->typical_radius() * style.size * camera.scale();
    return std::clamp(legible * style.stroke / std::max(pixels, 1e-6f), 1.f, std::max(style.stroke, 1.f));
}

struct Renderer::Parts {
    /// Content of the display.
    struct Shown {
        View view;
        OverlayKey overlay;
        u32 drawn = 0;
        bool complete = false;
    };

    LayerPasses passes;
    OverlayPass overlays;
    ResolvePass resolve;
    FluidResolve fluid;

    LayerBuffers layers[2];
    int latest = 0;   ///< index of the newest picture's layers
    int drawing = 0;  ///< index of the layers of `pictures[building]`
    u64 uploads = 0;
    std::optional<Interop> interop;  ///< declared after the buffers, so that it is destroyed first
    std::string why_host_copy;

    SlicedPicture pictures[2];  ///< one complete, one in progress
    int building = 0;
    bool active = false;  ///< `pictures[building]` is in progress
    Pace pace;
    gl::Target display;
    gl::Target behind;  ///< background of a 3D fluid, seen through it
    gl::Target before;  ///< depth of the fluid and of everything in front of it
    std::optional<Shown> shown;
    u64 version = 0;       ///< number of pictures shown
    double finish_ms = 0;  ///< duration of the last call of finish

    const SlicedPicture& finished() const { return pictures[1 - building]; }
    SlicedPicture& current() { return pictures[building]; }

    int layers_to_fill() const { return active && drawing != latest ? latest : 1 - latest; }
    void begin(const View& view);
    void advance(const ViewStyle& style, const OverlayKey& key, double budget_ms);
    void finish(const SlicedPicture& picture, const ViewStyle& style, const OverlayKey& key);
    void finish_actors(const SlicedPicture& picture, const ViewStyle& style, float brightness);
    void finish_deep_fluid(const SlicedPicture& picture, const ViewStyle& style, float brightness);
    void draw_surroundings(const SlicedPicture& picture, const ViewStyle& style, bool inner);
};

Renderer::Renderer(bool cuda) : parts_(std::make_unique<Parts>()) {
    if (!cuda) {
        parts_->why_host_copy = "the simulation runs on the CPU";
        return;
    }
    try {
        parts_->interop.emplace();
    } catch (const Error& error) { parts_->why_host_copy = error.what(); }
}

Renderer::~Renderer() = default;

Transfer Renderer::transfer() const { return parts_->interop ? Transfer::interop : Transfer::host_copy; }

const std::string& Renderer::why_host_copy() const { return parts_->why_host_copy; }

void Renderer::use_host_copy(const std::string& why) {
    parts_->interop.reset();
    parts_->why_host_copy = why;
}

bool Renderer::upload(const Picture& picture) {
    Parts& p = *parts_;
    const int target = p.layers_to_fill();
    try {
        p.layers[target].take(picture, p.interop ? &*p.interop : nullptr);
    } catch (const Error& error) {
        if (p.interop) use_host_copy(error.what());
        return false;
    }
    p.latest = target;
    ++p.uploads;
    return true;
}

void Renderer::Parts::begin(const View& view) {
    drawing = latest;
    active = true;
    current().begin(view, layers[drawing].main_points());
    if (view.space.dimensions == 3 && current().is_fluid()) fluid.draw_studio(view);
    passes.draw_among(layers[drawing], view);
}

/// Continues drawing. Shows the picture if it is complete or if the picture on screen has a different view.
void Renderer::Parts::advance(const ViewStyle& style, const OverlayKey& key, double budget_ms) {
    current().advance(passes.points, layers[drawing].main_points(), pace,
                      std::max(budget_ms - finish_ms, 0.5 * budget_ms));
    if (current().complete()) {
        active = false;
        building = 1 - building;
        finish(finished(), style, key);
    } else if (!shown || !shown->view.same_view(current().view())) {
        finish(current(), style, key);
    }
}

void Renderer::Parts::finish(const SlicedPicture& picture, const ViewStyle& style, const OverlayKey& key) {
    const auto start = std::chrono::steady_clock::now();
    const View& view = picture.view();
    const float brightness = style.inspection ? dimmed : 1.f;
    const bool deep = view.space.dimensions == 3;
    display.shape(view.camera.viewport(), GL_RGBA8, false);
    display.borrow_depth(0);
    if (deep && picture.is_fluid()) finish_deep_fluid(picture, style, brightness);
    else finish_actors(picture, style, brightness);
    const float radius = picture.actor_radius() * view.look.size;
    overlays.draw(with_style(inspection_overlay(view.space, view.camera, style, radius), style), view.camera, false);
    passes.draw_labels(layers[drawing], view);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glFinish();
    finish_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    shown = Shown{view, key, picture.drawn(), picture.complete()};
    ++version;
}

void Renderer::Parts::finish_actors(const SlicedPicture& picture, const ViewStyle& style, float brightness) {
    const bool deep = picture.view().space.dimensions == 3;
    resolve.draw(picture, display, brightness,
                 [&](bool as_light) { passes.draw_under(layers[drawing], picture.view(), as_light); });
    if (!deep && picture.is_fluid()) fluid.draw_flat(picture, display);
    display.borrow_depth(picture.target().depth());
    if (!deep) passes.draw_solid(layers[drawing], picture.view());
    draw_surroundings(picture, style, false);
}

/// Draws the surroundings of a fluid twice: behind it, refracted and tinted, and in front of it.
void Renderer::Parts::finish_deep_fluid(const SlicedPicture& picture, const ViewStyle& style, float brightness) {
    const glm::ivec2 size = display.size();
    behind.shape(size, GL_RGBA8, false);
    behind.borrow_depth(0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, picture.target().framebuffer());
    glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    behind.borrow_depth(picture.target().depth());
    draw_surroundings(picture, style, true);

    before.shape(size, GL_R8, true);
    display.borrow_depth(before.depth());
    fluid.draw_deep(picture, behind.colour(), brightness, display);
    draw_surroundings(picture, style, false);
}

/// Draws trails, glass, edges and overlays around the actors, depth-tested in 3D. `inner`: only parts that a fluid may
/// cover.
void Renderer::Parts::draw_surroundings(const SlicedPicture& picture, const ViewStyle& style, bool inner) {
    const View& view = picture.view();
    passes.draw_over(layers[drawing], view, picture.actor_radius() * view.look.size);
    overlays.draw(with_style(frame_overlay(view.space, view.camera, style, inner), style), view.camera,
                  view.space.dimensions == 3);
}

bool Renderer::draw(const Camera& camera, const ViewStyle& style, double budget_ms) {
    Parts& p = *parts_;
    const LayerBuffers& latest = p.layers[p.latest];
    const bool glow = style.glow && !style.light && latest.cells.empty() && latest.drawing() == Drawing::particles;
    const float size = style.size * dot_enlargement(latest, camera, style);
    const View wanted{
        .camera = camera,
        .space = latest.space,
        .look = {style.map, size, glow, latest.drawing(), style.coarse, style.light, style.stroke, style.names},
        .range = {style.lo, style.hi},
        .shown = latest.shown,
        .upload = p.uploads};
    const OverlayKey key = key_of(style);

    if (p.active ? !p.current().view().same_view(wanted) : !(p.finished().begun() && p.finished().view() == wanted))
        p.begin(wanted);
    if (p.active) p.advance(style, key, budget_ms);
    if (p.shown->overlay != key) p.finish(p.shown->complete ? p.finished() : p.current(), style, key);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return p.shown->complete && p.shown->view == wanted;
}

unsigned Renderer::texture() const { return parts_->display.colour(); }

u64 Renderer::version() const { return parts_->version; }

std::vector<unsigned char> Renderer::pixels() const {
    const glm::ivec2 size = parts_->display.size();
    const std::size_t row = std::size_t(size.x) * 3;
    std::vector<unsigned char> rows(row * std::size_t(size.y));
    glBindFramebuffer(GL_FRAMEBUFFER, parts_->display.framebuffer());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.x, size.y, GL_RGB, GL_UNSIGNED_BYTE, rows.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    for (std::size_t top = 0, bottom = std::size_t(size.y); top + 1 < bottom--; ++top)
        std::swap_ranges(rows.begin() + long(top * row), rows.begin() + long((top + 1) * row),
                         rows.begin() + long(bottom * row));
    return rows;
}

std::optional<glm::vec3> Renderer::place_under(glm::vec2 pixel) const {
    if (!parts_->shown || !parts_->finished().begun()) return std::nullopt;
    const SlicedPicture& picture = parts_->finished();
    const glm::vec2 size(picture.target().size()), at(pixel.x, size.y - 1 - pixel.y);
    if (!picture.target().depth() || glm::clamp(at, glm::vec2(0), size - 1.f) != at) return std::nullopt;
    float depth = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, picture.target().framebuffer());
    glReadPixels(int(at.x), int(at.y), 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!(depth < 1)) return std::nullopt;
    const Camera& camera = picture.view().camera;
    const glm::vec4 place =
        glm::inverse(camera.projection() * camera.view()) * glm::vec4((at + 0.5f) / size * 2.f - 1.f, 2 * depth - 1, 1);
    return glm::vec3(place) / place.w;
}

u32 Renderer::drawn() const { return parts_->shown ? parts_->shown->drawn : 0; }

}  // namespace nearfield
