#pragma once
#include "app/draw/video.hpp"
#include "picture/picture.hpp"

namespace nearfield {

/// A video of the window's picture during recording: the scene without panels.
class Film {
  public:
    /// Creates a file or folder with an unused name in the output folder. Throws the errors of VideoWriter.
    Film(const std::string& name, const VideoShape& shape, double pace, const Picture& first);
    /// True if a frame is due.
    bool wants(const Picture& shown);
    /// Adds the current picture.
    void take(const std::vector<unsigned char>& rgb, int width, int height);
    void finish() { writer_.finish(); }
    const VideoWriter& writer() const { return writer_; }

  private:
    FrameClock clock_;
    VideoWriter writer_;
    int due_ = 0;
};

}  // namespace nearfield
