#pragma once
// Videos: frames timed by the scene's clock, written by ffmpeg or as numbered PNG files.
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace nearfield {

/// Size in pixels and playback rate in frames per second.
struct VideoShape {
    int width = 0, height = 0;
    double rate = 30;
};

/// Schedules frames. A second of video is `pace` seconds of the scene's clock, or `pace` steps in a scene without a
/// clock. If the clock goes back, for example after a reset, the schedule continues from the new time.
class FrameClock {
  public:
    FrameClock(double rate, double pace, double start) : interval_(pace / rate), start_(start), last_(start) {}
    /// Returns how many frames must show the picture at time `now` for the video to catch up.
    int take(double now);
    double next() const { return start_ + (double(taken_) - in_time) * interval_; }

  private:
    static constexpr double in_time = 1e-3;  ///< tolerance, frames: clocks sum rounded steps

    double interval_, start_, last_;
    std::uint64_t taken_ = 0;
};

/// Writes a video file on its own thread. ffmpeg encodes names with .mp4 or .webm. Without an ending or without ffmpeg,
/// the frames become a folder of numbered PNG files.
class VideoWriter {
  public:
    /// Throws UsageError for another ending, and Error if the path exists (unless `force`) or is not writable.
    VideoWriter(const std::filesystem::path& path, bool force, const VideoShape& shape);
    /// Deletes an unfinished video, except PNG files that replace no others.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;

    /// Adds a picture, RGB rows from the top, as `times` frames. A picture of another size is cropped or padded with
    /// black. Throws Error if ffmpeg has failed or the disk is full.
    void add(const std::vector<unsigned char>& rgb, int width, int height, int times);
    /// Waits until all frames are written. Throws the errors of add().
    void finish();

    std::uint64_t frames() const { return frames_; }
    double seconds() const { return double(frames_) / shape_.rate; }
    /// Path of the file or of the folder of pictures.
    const std::filesystem::path& place() const;
    /// Returns a notice for the user if ffmpeg is missing or the size is odd, with the consequences. Empty otherwise.
    const std::string& remark() const { return remark_; }

    class Sink;

  private:
    struct Frame {
        std::vector<unsigned char> rgb;
        int times;
    };
    void write();
    void stop();
    void rethrow();

    VideoShape shape_;
    std::string remark_;
    std::unique_ptr<Sink> sink_;
    std::uint64_t frames_ = 0;

    std::mutex guard_;
    std::condition_variable changed_;
    std::deque<Frame> waiting_;
    bool busy_ = false, ended_ = false;
    std::exception_ptr problem_;
    std::thread thread_;
};

}  // namespace nearfield
