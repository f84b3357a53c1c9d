#include "app/draw/video_sink.hpp"

#include "app/files.hpp"
#include "base/child.hpp"
#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "base/output_folder.hpp"
#include "base/unfinished_file.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

bool is_frame(const std::string& name) {
    const fs::path file = name;
    const std::string stem = file.stem().string();
    return file.extension() == ending::picture && stem.size() >= 6 &&
           stem.find_first_not_of("0123456789") == std::string::npos;
}

/// Collects frames in a hidden folder. Existing frames of that name stay until the new ones are complete. If the name
/// is unused, frames of a failed video are kept too.
class PngSink final : public VideoWriter::Sink {
  public:
    PngSink(const fs::path& folder, bool force, const VideoShape& shape)
        : folder_(folder),
          force_(force),
          shape_(shape),
          begun_(free_name(folder, force), is_frame) {}
    ~PngSink() override {
        try {
            if (written_) begun_.put_in_place(false);
        } catch (const Error&) {}
    }
    void put(const std::vector<unsigned char>& rgb) override {
        begun_.write(fmt::format("{:06}.png", written_ + 1),
                     [&](std::ostream& out) { write_png(out, shape_.width, shape_.height, rgb); });
        ++written_;
    }
    void finish() override {
        begun_.put_in_place(force_);
        written_ = 0;
    }
    const fs::path& place() const override { return folder_; }

  private:
    static const fs::path& free_name(const fs::path& folder, bool force) {
        std::error_code problem;
        if (fs::exists(fs::symlink_status(folder, problem)) && (!force || !fs::is_directory(folder, problem)))
            throw Error(folder.string() + " exists; choose another name" + (force ? "" : ", or add --force"));
        return folder;
    }

    fs::path folder_;
    bool force_;
    VideoShape shape_;
    OutputFolder begun_;
    std::uint64_t written_ = 0;
};

/// Makes a socket pair. Unlike with a pipe, a write after ffmpeg has exited raises no SIGPIPE (MSG_NOSIGNAL).
std::array<int, 2> socket_ends() {
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw Error(fmt::format("ffmpeg could not be started: {}", why_not_started(errno)));
    return ends;
}

/// A running ffmpeg process. Its error output is kept in memory.
class Ffmpeg {
  public:
    /// Throws Error if ffmpeg cannot be started.
    explicit Ffmpeg(const std::vector<std::string>& arguments, const std::vector<Child::Link>& files = {})
        : Ffmpeg(arguments, files, socket_ends()) {}

    /// Returns false once ffmpeg has stopped reading.
    bool feed(const unsigned char* bytes, std::size_t count) {
        while (count > 0) {
            const ssize_t n = send(input_, bytes, count, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            bytes += n;
            count -= std::size_t(n);
        }
        return true;
    }
    /// Closes ffmpeg's input and waits for its exit. Returns true on success.
    bool finish() {
        input_.close();
        return child_.wait() == 0;
    }
    /// Returns the last line of ffmpeg's error output.
    std::string complaint() const { return last_line(content_of(said_)); }

  private:
    Ffmpeg(const std::vector<std::string>& arguments, std::vector<Child::Link> files, std::array<int, 2> ends)
        : input_(ends[0]),
          reads_(ends[1]),
          said_(memory_file()),
          child_(arguments, with_pipes(std::move(files))) {
        reads_.close();
        if (child_.problem())
            throw Error(fmt::format("ffmpeg could not be started: {}", why_not_started(child_.problem())));
    }

    std::vector<Child::Link> with_pipes(std::vector<Child::Link> files) const {
        files.insert(files.end(), {{reads_, STDIN_FILENO}, {said_, STDERR_FILENO}});
        return files;
    }

    Descriptor input_, reads_, said_;
    Child child_;
};

constexpr int video_there = 3;  ///< ffmpeg's descriptor of the output file, opened by name so that it can seek

std::vector<std::string> arguments_for(const fs::path& file, const VideoShape& shape) {
    std::vector<std::string> words{"ffmpeg",
                                   "-hide_banner",
                                   "-loglevel",
                                   "error",
                                   "-f",
                                   "rawvideo",
                                   "-pix_fmt",
                                   "rgb24",
                                   "-s",
                                   fmt::format("{}x{}", shape.width, shape.height),
                                   "-r",
                                   fmt::format("{:g}", shape.rate),
                                   "-i",
                                   "pipe:0",
                                   "-vf",
                                   "crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv",
                                   "-pix_fmt",
                                   "yuv420p",
                                   "-colorspace",
                                   "bt709",
                                   "-color_primaries",
                                   "bt709",
                                   "-color_trc",
                                   "bt709",
                                   "-color_range",
                                   "tv"};
    const std::vector<std::string> mp4{"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"},
        webm{"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "5", "-f", "webm"};
    const auto& codec = file.extension() == ending::mp4 ? mp4 : webm;
    words.insert(words.end(), codec.begin(), codec.end());
    words.insert(words.end(), {"-y", fmt::format("/dev/fd/{}", video_there)});
    return words;
}

class FfmpegSink final : public VideoWriter::Sink {
  public:
    FfmpegSink(const fs::path& path, bool force, const VideoShape& shape)
        : place_(path),
          file_(place_),
          force_(force),
          ffmpeg_(arguments_for(path, shape), {{file_.descriptor(), video_there}}) {}
    void put(const std::vector<unsigned char>& rgb) override {
        if (!ffmpeg_.feed(rgb.data(), rgb.size())) {
            ffmpeg_.finish();
            complain();
        }
    }
    void finish() override {
        if (!ffmpeg_.finish()) complain();
        file_.put_in_place(force_);
    }
    const fs::path& place() const override { return place_.path(); }

  private:
    [[noreturn]] void complain() const {
        const std::string why = ffmpeg_.complaint();
        throw Error(fmt::format("ffmpeg ended before the video was complete{}; {} was not written. A folder's name in "
                                "place of it gives PNG files",
                                why.empty() ? "" : ": " + why, place_.path().string()));
    }

    Place place_;
    UnfinishedFile file_;
    bool force_;
    Ffmpeg ffmpeg_;
};

}  // namespace

std::unique_ptr<VideoWriter::Sink> png_sink(const fs::path& folder, bool force, const VideoShape& shape) {
    return std::make_unique<PngSink>(folder, force, shape);
}

bool has_ffmpeg() {
    try {
        return Ffmpeg({"ffmpeg", "-version"}).finish();
    } catch (const Error&) { return false; }
}

std::unique_ptr<VideoWriter::Sink> ffmpeg_sink(const fs::path& path, bool force, const VideoShape& shape) {
    return std::make_unique<FfmpegSink>(path, force, shape);
}

}  // namespace nearfield
