#include "scenes/building/ifc_process.hpp"

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "base/read_number.hpp"
#include "scenes/building/step_text.hpp"
#include "scenes/building/stream.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
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
            else done = std::max(done, number_from(heard.substr(0, end)));
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
    const Descriptor input(memory_file(text)), output(memory_file());
    if (input < 0 || output < 0) throw Error(out_of_memory);
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error(fmt::format("{}: no pipe to its reader: {}", name, std::strerror(errno)));
    Descriptor hear(ends[0]), speak(ends[1]);
    Child child({reader_path().string(), fmt::format("{:.0f}", std::ceil(reading.most_seconds)),
                 fmt::format("{}", reading.most_gigabytes)},
                {{input, STDIN_FILENO}, {output, STDOUT_FILENO}, {speak, progress_descriptor}});
    if (child.problem())
        throw Error(fmt::format("{} could not be started: {}; build Nearfield again", reader_path().string(),
                                std::strerror(child.problem())));
    speak.close();
    const std::string complaint = listen(hear, name, reading);
    explain(child.wait(), complaint, name);
    return from_bytes(content_of(output));
}

}  // namespace nearfield::building
