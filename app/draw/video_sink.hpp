#pragma once
// Destinations of a video's frames.
#include "app/draw/video.hpp"

namespace nearfield {

class VideoWriter::Sink {
  public:
    virtual ~Sink() = default;
    /// Writes a frame of the video's size. Throws Error.
    virtual void put(const std::vector<unsigned char>& rgb) = 0;
    /// Throws Error.
    virtual void finish() {}
    virtual const std::filesystem::path& place() const = 0;
};

/// Writes a folder of 000001.png and so on. Throws Error if the folder exists; with `force`, replaces its frames once
/// all new ones are written.
std::unique_ptr<VideoWriter::Sink> png_sink(const std::filesystem::path& folder, bool force, const VideoShape& shape);

/// True if ffmpeg can be started.
bool has_ffmpeg();
/// Encodes a file with ffmpeg, in the format of its ending. The file gets its name when it is complete.
std::unique_ptr<VideoWriter::Sink> ffmpeg_sink(const std::filesystem::path& path, bool force, const VideoShape& shape);

}  // namespace nearfield
