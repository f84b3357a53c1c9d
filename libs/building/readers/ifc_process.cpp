#include "libs/building/readers/ifc_process.hpp"

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "base/own_program.hpp"
#include "base/read_number.hpp"
#include "libs/building/readers/step_text.hpp"
#include "libs/building/readers/stream.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nearfield::building {
namespace {

constexpr std::size_t longest_line = 100'000;
constexpr const char* build_again = "build Nearfield again";

/// Remedy for lack of memory: raise the limit of this shell, or free memory.
std::string way_to_memory() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return "close other programs or split the model";
    return fmt::format("memory is limited to {} kB, raise that (ulimit -v)", limit.rlim_cur / 1024);
}

[[noreturn]] void refuse_memory(const std::string& name) {
    throw UsageError(fmt::format("{}: not enough memory to read the model; {}", name, way_to_memory()));
}

constexpr const char* reader = "nearfield-read-ifc";

/// Messages received from a reader.
struct ReaderMessages {
    bool began = false;  ///< true once its first message arrived
    std::string complaint;
};

/// Passes on the reader's progress until it exits.
ReaderMessages listen(int pipe, const Child& child, const std::string& name, const Reading& reading) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    ReaderMessages told;
    std::string heard;
    double done = 0;
    for (bool speaks = true; speaks || !child.ended();) {
        reading.progress(done);
        if (std::chrono::duration<double>(Clock::now() - begin).count() > reading.most_seconds)
            throw UsageError(fmt::format(
                "{}: reading took longer than {:.4g} s; split the model, or leave parts out when exporting it", name,
                reading.most_seconds));
        pollfd ready{speaks ? pipe : -1, POLLIN, 0};
        if (poll(&ready, 1, speaks ? 50 : 1) <= 0) continue;
        char some[4096];
        const ssize_t n = read(pipe, some, sizeof some);
        speaks = n > 0;
        heard.append(some, std::size_t(std::max<ssize_t>(n, 0)));
        for (auto end = heard.find('\n'); end != std::string::npos; end = heard.find('\n')) {
            told.began = true;
            if (heard[0] == '!') told.complaint = heard.substr(1, end - 1);
            else done = std::max(done, number_from(heard.substr(0, end)));
            heard.erase(0, end + 1);
        }
        if (heard.size() > longest_line)
            throw UsageError(name + ": its reader sent an invalid message; " + build_again);
    }
    return told;
}

/// The reader exited before its first message: the system could not load it.
[[noreturn]] void refuse_unstarted(const std::string& name) {
    throw Error(fmt::format("{}: its reader, {}, exited at its start; {}, or build Nearfield again", name, reader,
                            way_to_memory()));
}

void explain(int status, const ReaderMessages& told, const std::string& name) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && told.began) return;
    if (told.complaint == "memory") refuse_memory(name);
    if (!told.complaint.empty())
        throw UsageError(
            fmt::format("{}: {}; check the file with the program that wrote it", name, one_line(told.complaint)));
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM))
        throw Error(fmt::format("{}: its reader was ended by another program ({}); is memory full? Try again", name,
                                strsignal(WTERMSIG(status))));
    if (!told.began) refuse_unstarted(name);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        throw UsageError(name + ": reading took too long; split the model, or leave parts out when exporting it");
    throw UsageError(name + ": the file breaks the reader (ifcplusplus); look for excessive coordinates or "
                            "entities that contain themselves, or export it again");
}

}  // namespace

bool ifc_is_read() { return find_helper(reader).has_value(); }

std::string how_to_read_ifc() {
    const auto folders = helper_folders();
    return fmt::format("{} is missing{}; install libifcplusplus-dev and build again", reader,
                       folders.empty() ? "" : " in " + folders.back().string());
}

Building read_ifc(const std::string& text, const std::string& name, const Reading& reading) {
    check_step(text, name);
    const auto program = find_helper(reader);
    if (!program) throw UsageError(fmt::format("{}: {}, or give OBJ or glTF", name, how_to_read_ifc()));
    const Descriptor input(memory_file(text)), output(memory_file());
    int ends[2] = {-1, -1};
    if (input < 0 || output < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        if (errno == ENOMEM) refuse_memory(name);
        throw Error(fmt::format("{}: cannot connect to its reader: {}", name, why_not_started(errno)));
    }
    Descriptor hear(ends[0]), speak(ends[1]);
    Child child({program->string(), fmt::format("{:.0f}", std::ceil(reading.most_seconds)),
                 fmt::format("{}", reading.most_gigabytes)},
                {{input, STDIN_FILENO}, {output, STDOUT_FILENO}, {speak, progress_descriptor}});
    if (child.problem())
        throw Error(fmt::format("{} could not be started: {}{}", program->string(), why_not_started(child.problem()),
                                child.problem() == EMFILE ? "" : fmt::format("; {}", build_again)));
    speak.close();
    const ReaderMessages told = listen(hear, child, name, reading);
    explain(child.wait(), told, name);
    try {
        return from_bytes(content_of(output));
    } catch (const Error& problem) {
        throw Error(fmt::format("{}: its reader sent no valid building ({}); {}", name, problem.what(), build_again));
    }
}

}  // namespace nearfield::building
