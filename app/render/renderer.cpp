#include "app/render/renderer.hpp"

#include "app/render/fluid_resolve.hpp"
#include "app/render/overlay_pass.hpp"
#include "app/render/resolve_pass.hpp"
#include "app/render/solid_pass.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace nearfield {

namespace {

constexpr float dimmed = 0.45f;  // actors step back while a query is inspected

/// What the overlay shows, as far as it is switched on: equal keys mean an equal overlay.
struct OverlayKey {
    bool bounds = false, grid = false, inspection = false;
    glm::ivec3 bins{0};
    glm::vec3 bin_width{0};
    float radius = 0;
    std::optional<glm::vec3> pointer;
    double content = 0;  ///< of the inspection, whose place in memory says nothing
    bool operator==(const OverlayKey&) const = default;
};

double content_of(const Inspection& inspection) {
    double sum = inspection.actor + 3.0 * double(inspection.strips.size()), weight = 1;
    const auto add = [&](glm::vec3 p) { sum += weight * (p.x + 1.7 * p.y + 2.9 * p.z), weight += 0.013; };
    add(inspection.position);
    for (const auto& strip : inspection.strips) add(strip.lo), add(strip.hi);
    for (const auto& candidate : inspection.candidates) add(candidate.position), sum += candidate.neighbour ? weight : 0;
    return sum;
}

OverlayKey key_of(const ViewStyle& style) {
    OverlayKey key{style.bounds, style.grid, style.inspection != nullptr};
    if (style.grid) key.bins = style.bins, key.bin_width = style.bin_width;
    key.pointer = style.pointer;
    if (style.inspection) key.radius = style.radius, key.content = content_of(*style.inspection);
    return key;
}

/// What the display shows.
struct Shown {
    Subject subject;
    OverlayKey overlay;
    u32 drawn = 0;
    bool complete = false;
};

}  // namespace

struct Renderer::Parts {
    ActorPass actors;
    OverlayPass overlays;
    ResolvePass resolve;
    FluidResolve fluid;
    SolidPass solids;
    FieldPass field;
    LinePass lines;

    ActorBuffer buffers[2];
    std::shared_ptr<const Trails> trails[2];  ///< of the same frames
    ActorBuffer shapes;
    std::shared_ptr<const std::vector<Shape>> shapes_taken;
    int latest = 0;   ///< buffer of the newest frame
    int drawing = 0;  ///< buffer that `pictures[building]` is drawn from
    Stage stage;
    Drawing drawing_wanted = Drawing::particles;
    u64 uploads = 0;
    std::optional<Interop> interop;  ///< after the buffers: goes before them
    std::string why_host_copy;

    Picture pictures[2];  ///< one complete, one being drawn
    int building = 0;
    bool active = false;  ///< `pictures[building]` is being drawn
    Pace pace;
    gl::Target display;
    gl::Target behind;  ///< of a fluid in 3D: what is seen through it
    gl::Target before;  ///< whose depth is that of the fluid and of what stands before it
    std::optional<Shown> shown;
    double finish_ms = 0;  ///< what bringing a picture to the screen took last time

    const Picture& finished() const { return pictures[1 - building]; }
    Picture& current() { return pictures[building]; }
    Interop* sharing() { return interop ? &*interop : nullptr; }

    int buffer_to_fill() const { return active && drawing != latest ? latest : 1 - latest; }
    void take_shapes(const std::shared_ptr<const std::vector<Shape>>& taken);
    void begin(const Subject& subject);
    void advance(const ViewStyle& style, const OverlayKey& key, double budget_ms);
    void finish(const Picture& picture, const ViewStyle& style, const OverlayKey& key);
    void finish_actors(const Picture& picture, const ViewStyle& style, float brightness);
    void finish_deep_fluid(const Picture& picture, const ViewStyle& style, float brightness);
    void draw_surroundings(const Picture& picture, const ViewStyle& style, bool inner);
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

bool Renderer::upload(Frame& frame) {
    Parts& p = *parts_;
    const int target = p.buffer_to_fill();
    try {
        if (frame.host || frame.actors == 0) p.buffers[target].fill_from_host(frame, p.sharing());
        else if (p.interop && frame.device) p.buffers[target].fill_from_device(frame, *p.interop);
        else return false;
    } catch (const Error& error) {
        use_host_copy(error.what());
        return false;
    }
    p.latest = target;
    p.trails[target] = frame.trails;
    p.solids.take(frame.solids), p.drawing_wanted = frame.drawing;
    p.field.take(frame.field), p.lines.take(frame.lines, frame.firm_lines), p.take_shapes(frame.shapes);
    const bool walls = frame.firm_lines && frame.lines && !frame.lines->empty(), tank = frame.solids && !frame.solids->edges.empty();
    p.stage = {frame.dimensions, frame.wrapped, frame.lo, frame.hi, !frame.wrapped && (walls || tank)};
    ++p.uploads;
    return true;
}

void Renderer::Parts::take_shapes(const std::shared_ptr<const std::vector<Shape>>& taken) {
    if (taken == shapes_taken) return;
    shapes_taken = taken;
    std::vector<Vertex> vertices;
    if (taken)
        for (const Shape& shape : *taken) vertices.push_back({shape.at.x, shape.at.y, shape.at.z, shape.radius, 0});
    shapes.fill(vertices);
}

void Renderer::Parts::begin(const Subject& subject) {
    drawing = latest;
    active = true;
    current().begin(subject, buffers[drawing]);
    const bool deep = subject.stage.dimensions == 3;
    if (deep && current().is_fluid()) fluid.draw_studio(subject);
    if (deep) solids.draw_opaque(subject.camera);
    actors.draw_shapes(subject.camera, subject.stage, subject.look, shapes);
}

/// Draws on, and shows the picture if it is complete or the shown one is of another view.
void Renderer::Parts::advance(const ViewStyle& style, const OverlayKey& key, double budget_ms) {
    current().advance(actors, buffers[drawing], pace, std::max(budget_ms - finish_ms, 0.5 * budget_ms));
    if (current().complete()) {
        active = false;
        building = 1 - building;
        finish(finished(), style, key);
    } else if (!shown || !shown->subject.same_view(current().subject())) {
        finish(current(), style, key);
    }
}

void Renderer::Parts::finish(const Picture& picture, const ViewStyle& style, const OverlayKey& key) {
    const auto start = std::chrono::steady_clock::now();
    const Subject& subject = picture.subject();
    const float brightness = style.inspection ? dimmed : 1.f;
    const bool deep = subject.stage.dimensions == 3;
    display.shape(subject.camera.viewport(), GL_RGBA8, false);
    display.borrow_depth(0);
    if (deep && picture.is_fluid()) finish_deep_fluid(picture, style, brightness);
    else finish_actors(picture, style, brightness);
    const float radius = picture.actor_radius() * subject.look.size;
    overlays.draw(inspection_overlay(subject.stage, subject.camera, style, radius), subject.camera, false);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glFinish();
    finish_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    shown = Shown{subject, key, picture.drawn(), picture.complete()};
}

void Renderer::Parts::finish_actors(const Picture& picture, const ViewStyle& style, float brightness) {
    const Camera& camera = picture.subject().camera;
    const bool deep = picture.subject().stage.dimensions == 3;
    resolve.draw(picture, display, brightness, field, lines);
    if (!deep && picture.is_fluid()) fluid.draw_flat(picture, display);
    display.borrow_depth(picture.target().depth());
    if (!deep) solids.draw_opaque(camera);
    draw_surroundings(picture, style, false);
}

/// What surrounds a fluid is drawn twice: behind it, where it is seen bent and coloured, and before it.
void Renderer::Parts::finish_deep_fluid(const Picture& picture, const ViewStyle& style, float brightness) {
    const glm::ivec2 size = display.size();
    behind.shape(size, GL_RGBA8, false);
    behind.borrow_depth(0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, picture.target().framebuffer());
    glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    behind.borrow_depth(picture.target().depth());
    draw_surroundings(picture, style, true);

    before.shape(size, GL_R8, true);
    display.borrow_depth(before.depth());
    fluid.draw_deep(picture, behind.colour(), brightness);
    draw_surroundings(picture, style, false);
}

/// In 3D hidden by what is there. `inner`: only what a fluid may lie before.
void Renderer::Parts::draw_surroundings(const Picture& picture, const ViewStyle& style, bool inner) {
    const Subject& subject = picture.subject();
    const bool deep = subject.stage.dimensions == 3;
    if (trails[drawing]) overlays.draw(trail_overlay(*trails[drawing], subject, picture.actor_radius()), subject.camera, deep);
    solids.draw_glass(subject.camera);
    overlays.draw(solids.edges(), subject.camera, deep);
    overlays.draw(frame_overlay(subject.stage, subject.camera, style, inner), subject.camera, deep);
}

bool Renderer::draw(const Camera& camera, const ViewStyle& style, double budget_ms) {
    Parts& p = *parts_;
    const bool glow = style.glow && p.field.empty() && p.drawing_wanted == Drawing::particles;
    const Subject wanted{camera, p.stage, {style.map, style.size, glow, p.drawing_wanted, style.coarse}, {style.lo, style.hi}, p.uploads};
    const OverlayKey key = key_of(style);

    if (p.active ? !p.current().subject().same_view(wanted) : !(p.finished().begun() && p.finished().subject() == wanted)) p.begin(wanted);
    if (p.active) p.advance(style, key, budget_ms);
    if (p.shown->overlay != key) p.finish(p.shown->complete ? p.finished() : p.current(), style, key);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return p.shown->complete && p.shown->subject == wanted;
}

unsigned Renderer::texture() const { return parts_->display.colour(); }

std::vector<unsigned char> Renderer::pixels() const {
    const glm::ivec2 size = parts_->display.size();
    const std::size_t row = std::size_t(size.x) * 3;
    std::vector<unsigned char> rows(row * std::size_t(size.y));
    glBindFramebuffer(GL_FRAMEBUFFER, parts_->display.framebuffer());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.x, size.y, GL_RGB, GL_UNSIGNED_BYTE, rows.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    for (std::size_t top = 0, bottom = std::size_t(size.y); top + 1 < bottom--; ++top)
        std::swap_ranges(rows.begin() + long(top * row), rows.begin() + long((top + 1) * row), rows.begin() + long(bottom * row));
    return rows;
}

u32 Renderer::drawn() const { return parts_->shown ? parts_->shown->drawn : 0; }

}  // namespace nearfield
