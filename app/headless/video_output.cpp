#include "app/headless/video_output.hpp"

#include "app/say.hpp"
#include "sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr double usual_seconds = 10;  ///< length if neither steps nor length are given

u64 most_frames_of(const HeadlessRun& plan) {
    if (!plan.video->seconds && (plan.steps || plan.replay)) return ~0ull;
    return u64(std::max(1., std::round(plan.video->seconds.value_or(usual_seconds) * plan.video->rate)));
}

}  // namespace

VideoOutput::VideoOutput(Run& run, const HeadlessRun& plan)
    : run_(run),
      plan_(plan),
      camera_(std::in_place, plan.width, plan.height, plan.legend),
      clock_(plan.video->rate, plan.video->pace.value_or(usual_pace(!std::isnan(run.world().time()))),
             clock_of(run.world())),
      writer_(plan.video->path, plan.force, {plan.width, plan.height, plan.video->rate}),
      most_frames_(most_frames_of(plan)) {
    if (!writer_.remark().empty()) say("nearfield: {}", writer_.remark());
}

double VideoOutput::next() const { return writer_.frames() < most_frames_ ? clock_.next() : INFINITY; }

void VideoOutput::keep() {
    const u64 due = u64(clock_.take(clock_of(run_.world()))), times = std::min(due, most_frames_ - writer_.frames());
    if (times == 0) return;
    writer_.add(camera_->draw(run_.world(), run_.scene(), run_.settings()), plan_.width, plan_.height, int(times));
}

void VideoOutput::finish() {
    camera_.reset();
    complete();
}

void VideoOutput::complete() {
    writer_.finish();
    print("video: {} ({} frames, {:.4g} s)\n", writer_.place().string(), writer_.frames(), writer_.seconds());
}

}  // namespace nearfield
