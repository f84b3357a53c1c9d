#include "scenes/building/ifc_process.hpp"

#include "base/error.hpp"
#include "base/one_line.hpp"
#include "scenes/building/step_text.hpp"
#include "scenes/building/stream.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nearfield::building {
namespace {

constexpr const char* out_of_memory = "not enough memory to read the model; close other programs or split the model";

/// The reader lies beside the program.
std::filesystem::path reader_path() {
    std::error_code problem;
    return std::filesystem::read_symlink("/proc/self/exe", problem).parent_path() / "nearfield-read-ifc";
}

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {
        if (number < 0) throw Error(out_of_memory);
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    operator int() const { return number_; }
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }

  private:
    int number_;
};

/// A file in memory that holds `text`, to be read from its start.
int memory_file(const std::string& text) {
    const int file = memfd_create("ifc", MFD_CLOEXEC);
    for (std::size_t at = 0; file >= 0 && at < text.size();) {
        const ssize_t n = write(file, text.data() + at, text.size() - at);
        if (n <= 0) {
            ::close(file);
            return -1;
        }
        at += std::size_t(n);
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

std::string content_of(int file) {
    struct stat about {};
    fstat(file, &about);
    std::string content(std::size_t(about.st_size), '\0');
    for (std::size_t at = 0; at < content.size();) {
        const ssize_t n = pread(file, content.data() + at, content.size() - at, off_t(at));
        if (n <= 0) throw Error(out_of_memory);
        at += std::size_t(n);
    }
    return content;
}

/// The reader while it runs; it ends with this at the latest.
class Child {
  public:
    Child(int input, int output, int progress, const Reading& reading) {
        posix_spawn_file_actions_t files;
        posix_spawnattr_t attributes;
        posix_spawn_file_actions_init(&files), posix_spawnattr_init(&attributes);
        // First to numbers that none of them has, so that none overwrites another.
        const int from[] = {input, output, progress}, to[] = {STDIN_FILENO, STDOUT_FILENO, progress_descriptor};
        for (int k = 0; k < 3; ++k) posix_spawn_file_actions_adddup2(&files, from[k], parked + k);
        for (int k = 0; k < 3; ++k) posix_spawn_file_actions_adddup2(&files, parked + k, to[k]);
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclosefrom_np(&files, progress_descriptor + 1);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none), posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        const std::string path = reader_path(), seconds = fmt::format("{:.0f}", std::ceil(reading.most_seconds)),
                          gigabytes = fmt::format("{}", reading.most_gigabytes);
        const char* arguments[] = {path.c_str(), seconds.c_str(), gigabytes.c_str(), nullptr};
        const int problem =
            posix_spawn(&pid_, path.c_str(), &files, &attributes, const_cast<char**>(arguments), environ);
        posix_spawn_file_actions_destroy(&files), posix_spawnattr_destroy(&attributes);
        if (problem)
            throw Error(
                fmt::format("{} could not be started: {}; build Nearfield again", path, std::strerror(problem)));
    }
    ~Child() {
        if (pid_ <= 0) return;
        kill(pid_, SIGKILL);
        wait();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Its status as waitpid gives it.
    int wait() {
        int status = 0;
        while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
        pid_ = -1;
        return status;
    }

  private:
    static constexpr int parked = 200;
    pid_t pid_ = -1;
};

/// Passes on what the reader tells, until it tells no more. Returns what went wrong, if it said so.
std::string listen(int pipe, const std::string& name, const Reading& reading) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    std::string heard, complaint;
    double done = 0;
    for (;;) {
        reading.progress(done);
        if (std::chrono::duration<double>(Clock::now() - begin).count() > reading.most_seconds)
            throw UsageError(fmt::format(
                "{}: reading took longer than {:.4g} s; split the model, or leave parts out when exporting it", name,
                reading.most_seconds));
        pollfd ready{pipe, POLLIN, 0};
        if (poll(&ready, 1, 50) <= 0) continue;
        char some[4096];
        const ssize_t n = read(pipe, some, sizeof some);
        if (n <= 0) return complaint;
        heard.append(some, std::size_t(n));
        for (auto end = heard.find('\n'); end != std::string::npos; end = heard.find('\n')) {
            if (heard[0] == '!') complaint = heard.substr(1, end - 1);
            else done = std::max(done, std::atof(heard.c_str()));
            heard.erase(0, end + 1);
        }
    }
}

void explain(int status, const std::string& complaint, const std::string& name) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    if (complaint == "memory") throw UsageError(name + ": " + out_of_memory);
    if (!complaint.empty())
        throw UsageError(
            fmt::format("{}: {}; check the file with the program that wrote it", name, one_line(complaint)));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        throw UsageError(name + ": reading took too long; split the model, or leave parts out when exporting it");
    throw UsageError(name + ": the file breaks the reader (ifcplusplus); look for coordinates beyond all measure or "
                            "entities that contain themselves, or export it anew");
}

}  // namespace

bool ifc_is_read() { return access(reader_path().c_str(), X_OK) == 0; }

Building read_ifc(const std::string& text, const std::string& name, const Reading& reading) {
    check_step(text, name);
    if (!ifc_is_read())
        throw UsageError(
            name + ": this build does not read IFC; install libifcplusplus-dev and build again, or give OBJ or glTF");
    Descriptor input(memory_file(text)), output(memory_file(""));
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error(fmt::format("{}: no pipe to its reader: {}", name, std::strerror(errno)));
    Descriptor hear(ends[0]), speak(ends[1]);
    Child child(input, output, speak, reading);
    speak.close();
    const std::string complaint = listen(hear, name, reading);
    explain(child.wait(), complaint, name);
    return from_bytes(content_of(output));
}

}  // namespace nearfield::building
