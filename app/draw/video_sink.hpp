#pragma once
// Where the frames of a video go.
#include "app/draw/video.hpp"

namespace nearfield {

class VideoWriter::Sink {
  public:
    virtual ~Sink() = default;
    /// A frame of the video's size. Throws Error.
    virtual void put(const std::vector<unsigned char>& rgb) = 0;
    /// Throws Error.
    virtual void finish() {}
    virtual const std::filesystem::path& place() const = 0;
};

/// A folder of 000001.png and so on. Throws Error if it exists; with `force` its pictures of such names are
/// replaced once all are there.
std::unique_ptr<VideoWriter::Sink> png_sink(const std::filesystem::path& folder, bool force, const VideoShape& shape);

/// Whether ffmpeg starts.
bool has_ffmpeg();
/// A file that ffmpeg encodes as its name's ending says. It gets its name when it is complete.
std::unique_ptr<VideoWriter::Sink> ffmpeg_sink(const std::filesystem::path& path, bool force, const VideoShape& shape);

}  // namespace nearfield
