#pragma once
// Videos: frames that follow the scene's clock, written by ffmpeg or as numbered pictures.
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

/// Pixels each way, and frames per second when it is played.
struct VideoShape {
    int width = 0, height = 0;
    double rate = 30;
};

/// Which frames are due. A second of video is `pace` seconds of the scene's clock, or so many steps in a scene without
/// one. A clock that goes back, as after a reset, goes on from there.
class FrameClock {
  public:
    FrameClock(double rate, double pace, double start) : interval_(pace / rate), start_(start), last_(start) {}
    /// How often the picture of this time is to be written, so that the video has caught up.
    int take(double now);
    double next() const { return start_ + (double(taken_) - in_time) * interval_; }

  private:
    static constexpr double in_time = 1e-3;  ///< so much of a frame may be missing: clocks are sums of rounded steps

    double interval_, start_, last_;
    std::uint64_t taken_ = 0;
};

/// A video file while it is written, by a thread of its own. A name with .mp4 or .webm is encoded by ffmpeg; a name
/// without an ending, or with one of these where ffmpeg is not installed, is a folder of numbered PNG files.
class VideoWriter {
  public:
    /// Throws UsageError for another ending, Error if the place is taken (unless `force`) or cannot be written.
    VideoWriter(const std::filesystem::path& path, bool force, const VideoShape& shape);
    /// What is not finished is removed, except for PNG files that would replace none.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;

    /// RGB rows from the top, `times` frames long. A picture of another size is cut off, or stands on black. Throws
    /// Error if ffmpeg has failed or the disk is full.
    void add(const std::vector<unsigned char>& rgb, int width, int height, int times);
    /// Waits until all is written. Throws as add() does.
    void finish();

    std::uint64_t frames() const { return frames_; }
    double seconds() const { return double(frames_) / shape_.rate; }
    /// Where it is: the file, or the folder of pictures.
    const std::filesystem::path& place() const;
    /// What the user must know: that ffmpeg is not here, and what to do then. Empty otherwise.
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
