#include "base/read_file.hpp"

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/files_read.hpp"
#include "base/sha256.hpp"
#include "base/stoppable.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

constexpr int open_flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;

std::atomic<bool> outside_allowed = false;

/// Origin of a file name: only the user's may be a pipe.
enum class Named { by_user, by_file };

/// A path for messages. NUL, which would end the text, is written as \0.
std::string printable(const fs::path& path) {
    std::string text = path.string();
    for (auto at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) text.replace(at, 1, "\\0");
    return text;
}

/// Reason for refusing a file of this mode; empty if it may be read.
std::string refusal_of(mode_t mode, Named named) {
    if (S_ISREG(mode) || (S_ISFIFO(mode) && named == Named::by_user)) return "";
    if (S_ISDIR(mode)) return "is a folder";
    if (S_ISCHR(mode) || S_ISBLK(mode)) return "is a device";
    if (S_ISSOCK(mode)) return "is a socket";
    return "is a pipe";
}

/// Message for the errno of a failed call.
std::string reason_of(int problem) {
    if (problem == ENOENT || problem == ENOTDIR) return "there is no such file";
    if (problem == ENXIO) return "is a socket";
    if (problem == EMFILE || problem == ENFILE) return too_many_files;
    if (problem == EACCES || problem == EPERM) return "cannot be read";
    return fmt::format("cannot be read ({})", std::strerror(problem));
}

/// An open file or pipe with a size limit.
class Input {
  public:
    Input(const fs::path& path, const std::string& wanted, Most most, Named named)
        : path_(printable(path)),
          wanted_(wanted),
          most_(std::size_t(most)),
          file_(opened(path, named)) {
        examine(named);
    }
    /// A regular file at `rest` below `folder`, neither of which contains links. Messages call it `path`.
    Input(const fs::path& path, const fs::path& folder, const fs::path& rest, const std::string& wanted, Most most)
        : path_(printable(path)),
          wanted_(wanted),
          most_(std::size_t(most)),
          file_(opened_below(folder, rest)) {
        examine(Named::by_file);
    }

    /// Reads up to `size` bytes; returns 0 at the end. Waits for pipes.
    std::size_t read(char* to, std::size_t size) {
        for (;;) {
            if (is_pipe_) stop_if_unwanted();  // regular files do not block, and are read at the end of a run, too
            if (is_pipe_ && !has_input()) continue;
            const ssize_t n = ::read(file_, to, size);
            if (n < 0 && (errno == EINTR || (errno == EAGAIN && is_pipe_))) continue;
            if (n < 0) refuse(reason_of(errno));
            if ((read_ += std::size_t(n)) > most_) refuse_size();
            note(std::string_view(to, std::size_t(n)));
            return std::size_t(n);
        }
    }
    std::size_t size() const { return size_; }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw UsageError(fmt::format("{}: {}; give {}", path_, why, wanted_));
    }
    [[noreturn]] void refuse_size() const {
        if (most_ < 1'000'000'000) refuse(fmt::format("has more than {} MB", most_ / 1'000'000));
        refuse(fmt::format("has more than {} GB", most_ / 1'000'000'000));
    }
    int opened(const fs::path& path, Named named) const {
        if (path.native().find('\0') != std::string::npos) refuse("no name has a NUL");
        struct stat about {};
        if (stat(path.c_str(), &about) != 0) refuse(reason_of(errno));
        if (const auto why = refusal_of(about.st_mode, named); !why.empty())
            refuse(why);  // opening a device may have
                          // side effects
        const int file = open(path.c_str(), open_flags);
        if (file < 0) refuse(reason_of(errno));
        return file;
    }
    /// Follows no links. Without openat2 in the kernel only the last part of the path is checked.
    int opened_below(const fs::path& folder, const fs::path& rest) const {
        const Descriptor inside(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (inside < 0) refuse(reason_of(errno));
        struct stat about {};
        if (fstatat(inside, rest.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) refuse(reason_of(errno));
        if (const auto why = refusal_of(about.st_mode, Named::by_file); !S_ISLNK(about.st_mode) && !why.empty())
            refuse(why);
        open_how how{};
        how.flags = open_flags;
        how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
        int file = int(syscall(SYS_openat2, int(inside), rest.c_str(), &how, sizeof how));
        if (file < 0 && (errno == ENOSYS || errno == EPERM))
            file = openat(inside, rest.c_str(), open_flags | O_NOFOLLOW);
        if (file < 0) refuse(reason_of(errno));
        return file;
    }
    void examine(Named named) {
        struct stat about {};
        if (fstat(file_, &about) != 0) refuse(reason_of(errno));
        if (const auto why = refusal_of(about.st_mode, named); !why.empty()) refuse(why);
        is_pipe_ = S_ISFIFO(about.st_mode);
        size_ = is_pipe_ ? 0 : std::size_t(about.st_size);
        if (size_ > most_) refuse_size();
    }
    /// Hashes the bytes for the thread's FilesRead; none mark the end.
    void note(std::string_view bytes) {
        auto* files = FilesRead::current();
        if (!files || is_noted_) return;
        hash_.add(bytes);
        if (!bytes.empty()) return;
        files->note({path_, read_, hash_.finish()});
        is_noted_ = true;
    }
    bool has_input() const {
        pollfd ready{file_, POLLIN, 0};
        return poll(&ready, 1, 50) > 0;
    }

    const std::string path_, wanted_;
    const std::size_t most_;
    const Descriptor file_;
    std::size_t size_ = 0, read_ = 0;
    bool is_pipe_ = false, is_noted_ = false;
    Sha256 hash_;
};

/// Stream buffer over an Input.
class InputBuffer : public std::streambuf {
  public:
    InputBuffer(const fs::path& path, const std::string& wanted, Most most)
        : input_(path, wanted, most, Named::by_user) {}

    int_type underflow() override {
        const std::size_t n = input_.read(bytes_.data(), bytes_.size());
        setg(bytes_.data(), bytes_.data(), bytes_.data() + n);
        return n == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_[0]);
    }

  private:
    Input input_;
    std::vector<char> bytes_ = std::vector<char>(1 << 16);
};

std::string all_of(Input& input) {
    constexpr std::size_t chunk = 1 << 20, least = 1 << 16;
    std::string text;
    text.resize(input.size() + 1);  // files in /proc report no size, and others may grow
    std::size_t filled = 0;
    for (;;) {
        if (filled == text.size()) text.resize(filled + std::clamp(filled, least, chunk));
        const std::size_t n = input.read(text.data() + filled, std::min(text.size() - filled, chunk));
        if (n == 0) break;
        filled += n;
    }
    text.resize(filled);
    return text;
}

fs::path folder_of(const fs::path& document) {
    return document.has_parent_path() ? document.parent_path() : fs::path(".");
}

/// Path of `file` relative to `folder` with links resolved; empty if it is outside. Resolves the links of `folder`,
/// too.
fs::path below(fs::path& folder, const fs::path& file) {
    std::error_code problem;
    folder = fs::canonical(folder, problem);
    if (problem) return {};
    const fs::path whole = fs::weakly_canonical(fs::absolute(file, problem), problem);
    if (problem) return {};
    const fs::path rest = whole.lexically_relative(folder);
    return rest.empty() || *rest.begin() == ".." || rest == "." ? fs::path() : rest;
}

[[noreturn]] void refuse_outside(const fs::path& document, const fs::path& file) {
    throw UsageError(fmt::format("{}: names the file '{}', which is outside of its folder; put it there, or add "
                                 "--allow-outside to read it",
                                 printable(document), printable(file)));
}

}  // namespace

std::string read_file(const fs::path& path, const std::string& wanted, Most most) {
    Input input(path, wanted, most, Named::by_file);
    return all_of(input);
}

std::string read_named(const fs::path& path, const std::string& wanted, Most most) {
    Input input(path, wanted, most, Named::by_user);
    return all_of(input);
}

std::string read_chosen(const fs::path& path, const std::string& wanted, Most most) {
    const bool is_handed_on = path == "/dev/stdin" || path.parent_path() == "/dev/fd";
    return is_handed_on ? read_named(path, wanted, most) : read_file(path, wanted, most);
}

std::string read_beside(const fs::path& document, const std::string& reference, const std::string& wanted, Most most) {
    fs::path folder = folder_of(document);
    const fs::path file = folder / reference;
    if (reference.find('\0') != std::string::npos || is_outside_allowed()) return read_file(file, wanted, most);
    const fs::path rest = below(folder, file);
    if (rest.empty()) refuse_outside(document, reference);
    std::error_code problem;
    if (!fs::exists(file, problem))
        throw UsageError(fmt::format("{}: {}; give {}", printable(file), reason_of(ENOENT), wanted));
    Input input(file, folder, rest, wanted, most);
    return all_of(input);
}

void require_beside(const fs::path& document, const fs::path& file) {
    fs::path folder = folder_of(document);
    if (!is_outside_allowed() && below(folder, file).empty()) refuse_outside(document, file);
    struct stat about {};
    if (stat(file.c_str(), &about) != 0) return;
    if (const auto why = refusal_of(about.st_mode, Named::by_file); !why.empty())
        throw UsageError(
            fmt::format("{}: names '{}', which {}; name a file", printable(document), printable(file), why));
}

void allow_outside() { outside_allowed = true; }
bool is_outside_allowed() { return outside_allowed; }

std::string read_system_file(const fs::path& path) {
    const FilesRead not_noted;
    try {
        return read_file(path, "a file of the system");
    } catch (const Error&) { return ""; }
}

InputStream::InputStream(const fs::path& path, const std::string& wanted, Most most)
    : std::istream(nullptr),
      buffer_(std::make_unique<InputBuffer>(path, wanted, most)) {
    rdbuf(buffer_.get());
    exceptions(std::ios::badbit);  // exceptions of the buffer reach the caller
}

InputStream::~InputStream() = default;

}  // namespace nearfield
