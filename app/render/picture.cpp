#include "app/render/picture.hpp"

#include <algorithm>
#include <chrono>

namespace nearfield {

namespace {

constexpr u32 lane_length = 16384;
constexpr u32 most_lanes = 100;  // drivers need only take vertices up to 2048 bytes apart
constexpr u32 least_slice = 2048;

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

}  // namespace

u32 Pace::affordable(double ms) const { return u32(std::clamp(ms / ms_per_actor_, double(least_slice), 1e9)); }

void Pace::note(u32 actors, double ms) {
    const double seen = std::max(ms / std::max(actors, 1u), 1e-9);
    ms_per_actor_ = seen > ms_per_actor_ ? seen : 0.7 * seen + 0.3 * ms_per_actor_;
}

void Picture::begin(const Subject& subject, const ActorBuffer& actors, ActorPass& pass, const ActorBuffer& shapes) {
    subject_ = subject;
    begun_ = true;
    total_ = subject.upload ? actors.count() : 0;
    actor_radius_ = actors.typical_radius();
    drawn_ = lane_ = done_in_lane_ = 0;
    stride_ = std::clamp((total_ + lane_length - 1) / lane_length, 1u, most_lanes);
    target_.shape(subject.camera.viewport(), ActorPass::format(subject.stage, subject.look), subject.stage.dimensions == 3);
    target_.bind();
    glClearColor(0, 0, 0, 0);
    glDepthMask(GL_TRUE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    pass.draw_shapes(subject.camera, subject.stage, subject.look, shapes);
}

u32 Picture::draw_slice(const ActorPass& pass, const ActorBuffer& actors, u32 wanted) {
    u32 slice = 0;
    while (slice < wanted && drawn_ < total_) {
        const u32 lane_size = (total_ - lane_ + stride_ - 1) / stride_;
        const u32 count = std::min(wanted - slice, lane_size - done_in_lane_);
        pass.draw(actors, lane_ + done_in_lane_ * stride_, stride_, count);
        slice += count, drawn_ += count, done_in_lane_ += count;
        if (done_in_lane_ == lane_size) ++lane_, done_in_lane_ = 0;
    }
    return slice;
}

void Picture::advance(ActorPass& pass, const ActorBuffer& actors, Pace& pace, double budget_ms) {
    if (complete()) return;
    target_.bind();
    pass.begin(subject_.camera, subject_.stage, subject_.look, subject_.range, actors);
    const auto start = Clock::now();
    double spent = 0;
    do {
        const u32 slice = draw_slice(pass, actors, pace.affordable(0.7 * (budget_ms - spent)));
        glFinish();
        const double now = ms_since(start);
        pace.note(slice, now - spent);
        spent = now;
    } while (!complete() && spent < 0.85 * budget_ms);
    pass.end();
}

}  // namespace nearfield
