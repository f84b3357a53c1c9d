#include "app/draw/video.hpp"

#include "app/draw/video_sink.hpp"
#include "app/files.hpp"
#include "base/endings.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

constexpr std::size_t most_waiting = 4;  ///< frames; a longer queue blocks the drawing thread

std::unique_ptr<VideoWriter::Sink> sink_for(const std::filesystem::path& path, bool force, const VideoShape& shape,
                                            std::string& remark) {
    const std::string end = path.extension().string();
    if (end.empty()) return png_sink(path, force, shape);
    if (end != ending::mp4 && end != ending::webm)
        throw UsageError(fmt::format("a video cannot end in '{}'; write .mp4, .webm, or the name of a folder for "
                                     "numbered PNG files",
                                     end));
    if (is_stream(path)) throw Error(path.string() + " is a device or a pipe; a video needs a file, give another name");
    require_writable(path, force);
    if (has_ffmpeg()) {
        if (shape.width % 2 || shape.height % 2)
            remark = fmt::format("videos have even sides: the video is {} x {} pixels instead of {} x {}",
                                 shape.width / 2 * 2, shape.height / 2 * 2, shape.width, shape.height);
        return ffmpeg_sink(path, force, shape);
    }
    auto folder = path;
    folder.replace_extension();
    remark = fmt::format("ffmpeg is not installed: the frames go to {}/ as PNG files (apt-get install ffmpeg makes "
                         "{} possible)",
                         folder.string(), end.substr(1));
    return png_sink(folder, force, shape);
}

/// Returns the picture at the video's size, cropped or padded with black.
std::vector<unsigned char> fitted(const std::vector<unsigned char>& rgb, int width, int height,
                                  const VideoShape& shape) {
    if (width == shape.width && height == shape.height) return rgb;
    std::vector<unsigned char> frame(std::size_t(shape.width) * std::size_t(shape.height) * 3);
    for (int y = 0; y < std::min(height, shape.height); ++y)
        std::copy_n(rgb.begin() + std::ptrdiff_t(y) * width * 3, std::min(width, shape.width) * 3,
                    frame.begin() + std::ptrdiff_t(y) * shape.width * 3);
    return frame;
}

}  // namespace

int FrameClock::take(double now) {
    if (now < last_) start_ += now - last_;
    last_ = now;
    const double due = std::floor((now - start_) / interval_ + in_time) + 1 - double(taken_);
    const int times = int(std::clamp(due, 0., 1e6));
    taken_ += std::uint64_t(times);
    return times;
}

VideoWriter::VideoWriter(const std::filesystem::path& path, bool force, const VideoShape& shape)
    : shape_(shape),
      sink_(sink_for(path, force, shape, remark_)),
      thread_([this] { write(); }) {}

VideoWriter::~VideoWriter() { stop(); }

const std::filesystem::path& VideoWriter::place() const { return sink_->place(); }

void VideoWriter::write() {
    std::unique_lock lock(guard_);
    for (;;) {
        changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Frame frame = std::move(waiting_.front());
        waiting_.pop_front();
        busy_ = true;
        lock.unlock();
        std::exception_ptr problem;
        try {
            for (int k = 0; k < frame.times; ++k) sink_->put(frame.rgb);
        } catch (...) { problem = std::current_exception(); }
        lock.lock();
        busy_ = false;
        if (problem) {
            problem_ = problem;
            waiting_.clear();
            ended_ = true;
        }
        changed_.notify_all();
    }
}

void VideoWriter::add(const std::vector<unsigned char>& rgb, int width, int height, int times) {
    if (times <= 0) return;
    std::unique_lock lock(guard_);
    changed_.wait(lock, [&] { return problem_ || waiting_.size() < most_waiting; });
    rethrow();
    waiting_.push_back({fitted(rgb, width, height, shape_), times});
    frames_ += std::uint64_t(times);
    changed_.notify_all();
}

void VideoWriter::finish() {
    {
        std::unique_lock lock(guard_);
        changed_.wait(lock, [&] { return problem_ || (waiting_.empty() && !busy_); });
        rethrow();
    }
    stop();
    sink_->finish();
}

void VideoWriter::rethrow() {
    if (problem_) std::rethrow_exception(problem_);
}

void VideoWriter::stop() {
    {
        const std::lock_guard lock(guard_);
        ended_ = true;
        waiting_.clear();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

}  // namespace nearfield
