#include "app/files.hpp"

#include "base/error.hpp"
#include "base/hidden_file.hpp"
#include "base/one_line.hpp"
#include "record/recorder.hpp"

#include <ext/stdio_filebuf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <stb_image_write.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

/// Where the bytes go: symbolic links are followed, also one to a file that is not there yet, so that the link stays.
fs::path target_of(const fs::path& path) {
    if (path.empty()) throw UsageError("the name of the file to write is empty");
    constexpr int most_links = 40;  // as the kernel
    fs::path target = path;
    std::error_code problem;
    for (int link = 0; link < most_links && fs::is_symlink(fs::symlink_status(target, problem)); ++link)
        target = target.parent_path() / fs::read_symlink(target, problem);
    const fs::path whole = fs::weakly_canonical(fs::absolute(target, problem), problem);
    return problem ? target : whole;
}

/// The open descriptor that a name such as /dev/stdout, /dev/fd/3 or - (standard output) stands for.
std::optional<int> descriptor_of(const fs::path& path) {
    const std::string name = path.string();
    if (name == "-" || name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = 0;
        const char* end = name.data() + name.size();
        if (name.rfind(folder, 0) != 0) continue;
        const auto [stopped, problem] = std::from_chars(name.data() + folder.size(), end, number);
        if (problem == std::errc{} && stopped == end && fcntl(number, F_GETFD) >= 0) return number;
    }
    return std::nullopt;
}

std::string reason(int error) { return std::error_code(error ? error : EIO, std::generic_category()).message(); }

[[noreturn]] void complain_of_place(const fs::path& path, const std::string& why) {
    throw Error(fmt::format("cannot write {}: {}; choose another place", path.string(), why));
}

[[noreturn]] void complain_of_disk(const fs::path& path) {
    throw Error(fmt::format("cannot write {}: the disk is full or failed; nothing was left behind", path.string()));
}

[[noreturn]] void complain_of_twin(const fs::path& path) {
    throw Error(path.string() + " exists; choose another name, or add --force to replace it");
}

void require_free_name(const fs::path& path, const fs::path& target, bool force) {
    std::error_code problem;
    const auto type = fs::status(target, problem).type();
    if (type == fs::file_type::none) complain_of_place(path, problem.message());
    if (type == fs::file_type::directory) throw Error(path.string() + " is a folder; give the name of a file");
    if (!force && type != fs::file_type::not_found) complain_of_twin(path);
}

volatile std::sig_atomic_t temporary_exists = 0;
char temporary_name[PATH_MAX];  ///< what a signal handler can read

void remove_temporary(int signal) {
    if (temporary_exists) unlink(temporary_name);
    ::raise(signal);
}

/// A file beside the target that is removed when this object goes, or when a signal ends the program, unless it was put
/// in the target's place. One at a time.
class Temporary {
  public:
    /// Throws Error, which names `path`, if there can be no file.
    Temporary(const fs::path& path, const fs::path& target) : lock_(one_at_a_time), path_(path), target_(target) {
        const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
        std::error_code problem;
        if (!fs::is_directory(folder, problem))
            throw Error(fmt::format("cannot write {}: there is no folder {}; make it first, or choose another place",
                                    path.string(), folder.string()));
        name_ = hidden_name(target, fmt::format("-{:x}", std::random_device{}()));
        if (name_.string().size() >= sizeof temporary_name) complain_of_place(path, reason(ENAMETOOLONG));
        name_.string().copy(temporary_name, sizeof temporary_name - 1);
        temporary_name[name_.string().size()] = 0;
        catch_signals();
        temporary_exists = 1;
        errno = 0;
        out_.open(name_, std::ios::binary | std::ios::trunc);
        const int error = errno;
        if (!out_) leave(), complain_of_place(path, reason(error));
        owned_ = open(name_.c_str(), O_RDONLY | O_CLOEXEC);
        flock(owned_, LOCK_SH | LOCK_NB);
        remove_orphans(folder);
    }
    ~Temporary() { leave(); }
    Temporary(const Temporary&) = delete;

    std::ostream& out() { return out_; }

    void put_in_place(bool force) {
        out_.close();
        if (!out_) complain_of_disk(path_);
        if (force ? std::rename(name_.c_str(), target_.c_str()) == 0 : take_free_name()) return;
        if (errno == EEXIST) complain_of_twin(path_);
        complain_of_place(path_, reason(errno));
    }

  private:
    /// Fails if another program took the name; every file system knows one of the two ways.
    bool take_free_name() const {
        if (renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) == 0) return true;
        return errno != EEXIST && link(name_.c_str(), target_.c_str()) == 0;
    }
    void leave() {
        out_.close();
        if (owned_ >= 0) close(std::exchange(owned_, -1));
        unlink(name_.c_str());
        temporary_exists = 0;
        for (std::size_t s = 0; s < before_.size(); ++s)
            if (before_[s].sa_handler == SIG_DFL) sigaction(ending[s], &before_[s], nullptr);
    }
    /// Those signals that would end the program: somebody else may wait for them.
    void catch_signals() {
        struct sigaction action {};
        action.sa_handler = remove_temporary;
        action.sa_flags = SA_RESETHAND;
        for (std::size_t s = 0; s < before_.size(); ++s) {
            sigaction(ending[s], nullptr, &before_[s]);
            if (before_[s].sa_handler == SIG_DFL) sigaction(ending[s], &action, nullptr);
        }
    }

    static constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};
    static inline std::mutex one_at_a_time;
    std::lock_guard<std::mutex> lock_;
    fs::path path_, target_, name_;
    std::ofstream out_;
    int owned_ = -1;  ///< holds a lock on the file for as long as this program lives
    std::array<struct sigaction, ending.size()> before_{};
};

/// What was written to the descriptor before stays before: it keeps its place, which a file opened anew would not.
void write_descriptor(const fs::path& path, int descriptor, const std::function<void(std::ostream&)>& fill) {
    std::fflush(stdout);
    __gnu_cxx::stdio_filebuf<char> buffer(dup(descriptor), std::ios::out | std::ios::binary);
    std::ostream out(&buffer);
    fill(out);
    if (!out.flush()) complain_of_disk(path);
}

void write_stream(const fs::path& path, const std::function<void(std::ostream&)>& fill) {
    if (const auto descriptor = descriptor_of(path)) return write_descriptor(path, *descriptor, fill);
    std::ofstream out(path, std::ios::binary | std::ios::app);
    if (!out) throw Error("cannot write " + path.string() + "; choose another place");
    fill(out);
    if (!out.flush()) complain_of_disk(path);
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

fs::path home() {
    if (const auto from_environment = environment("HOME"); fs::path(from_environment).is_absolute())
        return from_environment;
    if (const passwd* user = getpwuid(getuid()); user && user->pw_dir) return user->pw_dir;
    throw Error("no home folder is known; set HOME");
}

fs::path made(const fs::path& folder, const char* way_out) {
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem || !fs::is_directory(folder))
        throw Error(fmt::format("cannot make the folder {}: {}; {}", folder.string(),
                                problem ? problem.message() : "something else has that name", way_out));
    return folder;
}

}  // namespace

bool is_stream(const fs::path& path) {
    if (path.string().rfind("/dev/", 0) == 0 && path.string().rfind("/dev/shm/", 0) != 0) return true;
    if (descriptor_of(path)) return true;
    std::error_code problem;
    const auto type = fs::status(path, problem).type();
    return type == fs::file_type::character || type == fs::file_type::fifo || type == fs::file_type::socket;
}

void write_file(const fs::path& path, bool force, const std::function<void(std::ostream&)>& fill) {
    if (is_stream(path)) return write_stream(path, fill);
    const fs::path target = target_of(path);
    require_free_name(path, target, force);
    Temporary temporary(path, target);
    fill(temporary.out());
    temporary.put_in_place(force);
}

void require_writable(const fs::path& path, bool force) {
    if (is_stream(path)) return;
    const fs::path target = target_of(path);
    require_free_name(path, target, force);
    Temporary try_it(path, target);
}

void require_different(const std::vector<Output>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (const auto& a = outputs[j], &b = outputs[i];
                !a.path.empty() && !b.path.empty() && target_of(a.path) == target_of(b.path))
                throw UsageError(fmt::format("{} and {} are both {}; give two names", a.flag, b.flag, b.path.string()));
}

void require_run_outputs(const std::optional<fs::path>& record, const std::optional<fs::path>& picture, bool force) {
    if (record) Recorder::require_folder(*record, force);
    if (!picture) return;
    std::error_code problem;
    if (record && !is_stream(*picture)) {
        const fs::path target = target_of(*picture), name = target.filename();
        if (target == target_of(*record / name)) {
            if (Recorder::writes(name.string()))
                throw UsageError(picture->string() + ": the recording has a file of that name; choose another");
            if (!fs::exists(target.parent_path(), problem)) return;
        }
    }
    require_writable(*picture, force);
}

void write_png(const fs::path& path, bool force, int width, int height, const std::vector<unsigned char>& rgb) {
    if (width <= 0 || height <= 0 || rgb.size() != std::size_t(width) * std::size_t(height) * 3)
        throw std::logic_error(fmt::format("a picture of {} x {} needs {} bytes, not {}", width, height,
                                           3ll * width * height, rgb.size()));
    write_file(path, force, [&](std::ostream& out) {
        const auto append = [](void* to, void* bytes, int count) {
            static_cast<std::ostream*>(to)->write(static_cast<const char*>(bytes), count);
        };
        if (!stbi_write_png_to_func(append, &out, width, height, 3, rgb.data(), width * 3))
            throw Error("cannot make the picture " + path.string() + "; is memory full?");
    });
}

fs::path config_place() {
    const fs::path base = environment("XDG_CONFIG_HOME");
    return (base.is_absolute() ? base : home() / ".config") / "nearfield";
}

fs::path config_folder() { return made(config_place(), "set XDG_CONFIG_HOME to a folder that can be written"); }

fs::path output_folder() {
    const auto chosen = environment("NEARFIELD_OUTPUT");
    return made(chosen.empty() ? home() / "nearfield" : fs::path(chosen),
                "set NEARFIELD_OUTPUT to a folder that can be written");
}

fs::path fresh_path(const fs::path& folder, const std::string& stem, const std::string& extension) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char moment[32];
    std::strftime(moment, sizeof moment, "-%Y%m%d-%H%M%S", &local);
    const std::string name = stem + moment;
    fs::path path = folder / (name + extension);
    for (int n = 2; fs::exists(path); ++n) path = folder / fmt::format("{}-{}{}", name, n, extension);
    return path;
}

}  // namespace nearfield
