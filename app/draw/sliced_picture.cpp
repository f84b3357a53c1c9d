#include "app/draw/sliced_picture.hpp"

#include <algorithm>
#include <chrono>

namespace nearfield {

namespace {

constexpr u32 lane_length = 16384;
constexpr u32 most_lanes = 100;  // drivers must accept strides up to 2048 bytes only
constexpr u32 least_slice = 2048;

constexpr float finest = 10;  // maximum radius of a fluid's particle, pixels; larger ones reduce the resolution
constexpr int most_shrink = 8;

using Clock = std::chrono::steady_clock;

void clear(const gl::Target& target) {
    target.bind();
    glClearColor(0, 0, 0, 0);
    glDepthMask(GL_TRUE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

u32 Pace::affordable(double ms) const { return u32(std::clamp(ms / ms_per_actor_, double(least_slice), 1e9)); }

void Pace::note(u32 actors, double ms) {
    const double seen = std::max(ms / std::max(actors, 1u), 1e-9);
    ms_per_actor_ = seen > ms_per_actor_ ? seen : 0.7 * seen + 0.3 * ms_per_actor_;
}

void SlicedPicture::begin(const View& view, const PointBuffer* actors) {
    view_ = view;
    begun_ = true;
    total_ = actors && view.upload ? actors->count() : 0;
    actor_radius_ = actors ? actors->typical_radius() : 0;
    drawn_ = lane_ = done_in_lane_ = 0;
    stride_ = std::clamp((total_ + lane_length - 1) / lane_length, 1u, most_lanes);
    if (is_fluid()) begin_fluid();
    target_.shape(view.camera.viewport(), PointPass::format(view.space, view.look), view.space.dimensions == 3);
    clear(target_);
}

void SlicedPicture::begin_fluid() {
    const bool deep = view_.space.dimensions == 3;
    const float pixels =
        reach_in_fluid(view_.space.dimensions) * actor_radius_ * view_.look.size * view_.camera.scale();
    const int shrink = int(std::clamp(pixels / finest, 1.f, float(most_shrink))) * (view_.look.coarse ? 2 : 1);
    const glm::ivec2 size = (view_.camera.viewport() + shrink - 1) / shrink;
    fluid_.front.shape(size, deep ? GL_RGBA8 : GL_RGBA16F, deep);
    clear(fluid_.front);
    if (!deep) return;
    fluid_.thickness.shape((size + 1) / 2, GL_R16F, false);
    clear(fluid_.thickness);
}

std::vector<SlicedPicture::Run> SlicedPicture::next_slice(u32 wanted) {
    std::vector<Run> slice;
    for (u32 taken = 0; taken < wanted && drawn_ < total_;) {
        const u32 lane_size = (total_ - lane_ + stride_ - 1) / stride_;
        const u32 count = std::min(wanted - taken, lane_size - done_in_lane_);
        slice.push_back({lane_ + done_in_lane_ * stride_, count});
        taken += count;
        drawn_ += count;
        done_in_lane_ += count;
        if (done_in_lane_ == lane_size) {
            ++lane_;
            done_in_lane_ = 0;
        }
    }
    return slice;
}

void SlicedPicture::gather(Gathered what, const gl::Target& target, PointPass& pass, const PointBuffer& actors,
                           const std::vector<Run>& slice) const {
    target.bind();
    pass.begin(view_, actors, what, target.size());
    for (const Run& run : slice) pass.draw(actors, run.first, stride_, run.count);
    pass.end();
}

void SlicedPicture::draw_slice(PointPass& pass, const PointBuffer& actors, const std::vector<Run>& slice) const {
    if (!is_fluid()) return gather(Gathered::light, target_, pass, actors, slice);
    if (view_.space.dimensions == 2) return gather(Gathered::share, fluid_.front, pass, actors, slice);
    gather(Gathered::front, fluid_.front, pass, actors, slice);
    gl::bind_texture(1, target_.depth());
    gather(Gathered::thickness, fluid_.thickness, pass, actors, slice);
    gl::bind_texture(1, 0);
}

void SlicedPicture::advance(PointPass& pass, const PointBuffer* actors, Pace& pace, double budget_ms) {
    const auto start = Clock::now();
    double spent = 0;
    while (!complete()) {
        const u32 before = drawn_;
        draw_slice(pass, *actors, next_slice(pace.affordable(0.7 * (budget_ms - spent))));
        glFinish();
        const double now = ms_since(start);
        pace.note(drawn_ - before, now - spent);
        spent = now;
        if (spent >= 0.85 * budget_ms) return;
    }
}

}  // namespace nearfield
