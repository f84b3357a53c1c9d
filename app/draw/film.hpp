#pragma once
#include "app/draw/video.hpp"
#include "picture/picture.hpp"

namespace nearfield {

/// A video of the window's picture while it is taken: the scene without panels.
class Film {
  public:
    /// Makes a file, or a folder, of a fresh name in the output folder. Throws what a VideoWriter throws.
    Film(const std::string& name, const VideoShape& shape, double pace, const Picture& first);
    /// Whether a picture is due.
    bool wants(const Picture& shown);
    /// The picture shown.
    void take(const std::vector<unsigned char>& rgb, int width, int height);
    void finish() { writer_.finish(); }
    const VideoWriter& writer() const { return writer_; }

  private:
    FrameClock clock_;
    VideoWriter writer_;
    int due_ = 0;
};

}  // namespace nearfield
