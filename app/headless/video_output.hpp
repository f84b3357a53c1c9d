#pragma once
#include "app/draw/snapshot.hpp"
#include "app/draw/video.hpp"
#include "app/headless/headless.hpp"
#include "app/headless/schedule.hpp"

namespace nearfield {

/// Records a video of a run without a window. Throws the exceptions of Offscreen and VideoWriter.
class VideoOutput final : public Appointment {
  public:
    VideoOutput(Run& run, const HeadlessRun& plan);
    double next() const override;
    void keep() override;
    /// Ends the video and prints its path.
    void finish();
    /// Ends the video from a thread without OpenGL, while the drawing thread waits.
    void complete();

  private:
    Run& run_;
    const HeadlessRun& plan_;
    std::optional<Offscreen> camera_;  ///< reset by finish(), because only one OpenGL context can exist
    FrameClock clock_;
    VideoWriter writer_;
    u64 most_frames_;
};

}  // namespace nearfield
