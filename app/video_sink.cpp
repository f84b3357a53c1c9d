#include "app/video_sink.hpp"

#include "app/files.hpp"
#include "base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

extern char** environ;

namespace nearfield {
namespace {

namespace fs = std::filesystem;

bool is_frame(const fs::path& file) {
    const std::string stem = file.stem().string();
    return file.extension() == ".png" && stem.size() >= 6 && stem.find_first_not_of("0123456789") == std::string::npos;
}

class PngSink final : public VideoWriter::Sink {
  public:
    PngSink(const fs::path& folder, bool force, const VideoShape& shape) : folder_(folder), shape_(shape) {
        std::error_code problem;
        if (fs::exists(folder_, problem)) {
            if (!force || !fs::is_directory(folder_))
                throw Error(folder_.string() + " exists; choose another name" + (force ? "" : ", or add --force"));
            for (const auto& entry : fs::directory_iterator(folder_))
                if (is_frame(entry.path())) fs::remove(entry.path());
        } else if (!fs::create_directory(folder_, problem)) {
            throw Error(fmt::format("cannot make the folder {}: {}; choose another place", folder_.string(),
                                    problem.message()));
        }
    }
    void put(const std::vector<unsigned char>& rgb) override {
        write_png(folder_ / fmt::format("{:06}.png", ++written_), true, shape_.width, shape_.height, rgb);
    }
    const fs::path& place() const override { return folder_; }

  private:
    fs::path folder_;
    VideoShape shape_;
    std::uint64_t written_ = 0;
};

/// ffmpeg while it runs. It reads from a socket, for a socket that nobody reads ends no program, and what it complains
/// of is kept in memory.
class Ffmpeg {
  public:
    /// Throws Error if it cannot be started.
    explicit Ffmpeg(const std::vector<std::string>& arguments) : said_(memfd_create("ffmpeg", MFD_CLOEXEC)) {
        int ends[2];
        if (said_ < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw Error(fmt::format("ffmpeg could not be started: {}", std::strerror(errno)));
        input_ = ends[0];
        const int problem = spawn(arguments, ends[1]);
        close(ends[1]);
        if (problem) throw Error(fmt::format("ffmpeg could not be started: {}", std::strerror(problem)));
    }
    ~Ffmpeg() {
        if (pid_ > 0) kill(pid_, SIGKILL), wait();
        close_input();
        if (said_ >= 0) close(said_);
    }
    Ffmpeg(const Ffmpeg&) = delete;

    /// False once it reads no more.
    bool feed(const unsigned char* bytes, std::size_t count) {
        while (count > 0) {
            const ssize_t n = send(input_, bytes, count, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            bytes += n, count -= std::size_t(n);
        }
        return true;
    }
    /// Ends its input and waits. Whether it was content.
    bool finish() {
        close_input();
        return wait() == 0;
    }
    /// The last line that it wrote.
    std::string complaint() const {
        char text[2048];
        const off_t size = lseek(said_, 0, SEEK_END), from = std::max<off_t>(0, size - off_t(sizeof text));
        const ssize_t n = pread(said_, text, sizeof text, from);
        std::string all(text, std::size_t(std::max<ssize_t>(0, n)));
        all.erase(all.find_last_not_of("\n\r ") + 1);
        return all.substr(all.rfind('\n') + 1);
    }

  private:
    int spawn(const std::vector<std::string>& arguments, int input) {
        std::vector<char*> words;
        for (const auto& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        posix_spawn_file_actions_t files;
        posix_spawnattr_t attributes;
        posix_spawn_file_actions_init(&files), posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, said_, STDERR_FILENO);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none), posix_spawnattr_setpgroup(&attributes, 0);  // no Ctrl+C
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        const int problem = posix_spawnp(&pid_, words[0], &files, &attributes, words.data(), environ);
        posix_spawn_file_actions_destroy(&files), posix_spawnattr_destroy(&attributes);
        if (problem) pid_ = -1;
        return problem;
    }
    int wait() {
        int status = 0;
        while (pid_ > 0 && waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
        pid_ = -1;
        return status;
    }
    void close_input() {
        if (input_ >= 0) close(input_);
        input_ = -1;
    }

    pid_t pid_ = -1;
    int input_ = -1, said_ = -1;
};

std::vector<std::string> arguments_for(const fs::path& ending, const fs::path& to, const VideoShape& shape) {
    std::vector<std::string> words{"ffmpeg",    "-hide_banner",
                                   "-loglevel", "error",
                                   "-f",        "rawvideo",
                                   "-pix_fmt",  "rgb24",
                                   "-s",        fmt::format("{}x{}", shape.width, shape.height),
                                   "-r",        fmt::format("{:g}", shape.rate),
                                   "-i",        "pipe:0",
                                   "-vf",       "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                                   "-pix_fmt",  "yuv420p"};
    const std::vector<std::string> mp4{"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"},
        webm{"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "5", "-f", "webm"};
    const auto& codec = ending == ".mp4" ? mp4 : webm;
    words.insert(words.end(), codec.begin(), codec.end());
    words.insert(words.end(), {"-y", to.string()});
    return words;
}

class FfmpegSink final : public VideoWriter::Sink {
  public:
    FfmpegSink(const fs::path& path, bool force, const VideoShape& shape)
        : path_(path),
          unfinished_(path.parent_path() / fmt::format(".nearfield-{}-{}.tmp", getpid(), path.filename().string())),
          force_(force),
          ffmpeg_(arguments_for(path.extension(), fs::absolute(unfinished_), shape)) {}
    ~FfmpegSink() override {
        std::error_code ignored;
        fs::remove(unfinished_, ignored);
    }
    void put(const std::vector<unsigned char>& rgb) override {
        if (!ffmpeg_.feed(rgb.data(), rgb.size())) ffmpeg_.finish(), complain();
    }
    void finish() override {
        if (!ffmpeg_.finish()) complain();
        if (!force_) require_writable(path_, false);
        std::error_code problem;
        fs::rename(unfinished_, path_, problem);
        if (problem) throw Error(fmt::format("cannot write {}: {}", path_.string(), problem.message()));
    }
    const fs::path& place() const override { return path_; }

  private:
    [[noreturn]] void complain() const {
        const std::string why = ffmpeg_.complaint();
        throw Error(fmt::format("ffmpeg ended before the video was complete{}; {} was not written. A folder's name in "
                                "place of it gives PNG files",
                                why.empty() ? "" : ": " + why, path_.string()));
    }

    fs::path path_, unfinished_;
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
