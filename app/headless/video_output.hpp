#pragma once
#include "app/draw/snapshot.hpp"
#include "app/draw/video.hpp"
#include "app/headless/headless.hpp"
#include "app/headless/schedule.hpp"

namespace nearfield {

/// Films a run without a window. Throws what Offscreen and VideoWriter throw.
class VideoOutput final : public Appointment {
  public:
    VideoOutput(Run& run, const HeadlessRun& plan);
    double next() const override;
    void keep() override;
    /// Ends the video and says where it is.
    void finish();
    /// The same from a thread that does not draw, while this one waits.
    void complete();

  private:
    Run& run_;
    const HeadlessRun& plan_;
    std::optional<Offscreen> camera_;  ///< until finish(): one OpenGL context at a time
    FrameClock clock_;
    VideoWriter writer_;
    u64 most_frames_;
};

}  // namespace nearfield
