#include "app/commands/program.hpp"

#include "app/commands/commands.hpp"
#include "app/say.hpp"
#include "app/terminal/command_line.hpp"
#include "app/terminal/interrupt.hpp"
#include "base/error.hpp"
#include "exec/backend.hpp"
#include "exec/simd.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>
#include <system_error>

namespace nearfield {
namespace {

constexpr int failed = 1, wrong_usage = 2;

int complain(const std::string& what, int code) {
    std::fflush(stdout);
    say("nearfield: {}", what);
    return code;
}

/// Reports a failed write to stdout and returns the exit code. After a signal, such as a lost terminal, prints nothing.
int complain_of_stdout() {
    if (Interrupt::signal()) return Interrupt::exit_code();
    return complain("cannot write to the standard output: is it closed, or the disk full?", failed);
}

int complain_of_the_unexpected(const std::exception& problem) {
    if (std::ferror(stdout)) return complain_of_stdout();
    return complain(
        fmt::format("unexpected error ({}); please report it with the output of nearfield doctor", problem.what()),
        failed);
}

/// Opens stand-ins for closed standard descriptors. Otherwise the next file opened would get such a number, and the
/// printed text with it. A write to a stand-in fails like a write to a closed descriptor.
void keep_descriptors_taken() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

int run_program(int argc, char** argv) {
    keep_descriptors_taken();
    std::signal(SIGXFSZ, SIG_IGN);  // a file at the limit of ulimit -f then causes an ordinary error
    try {
        require_instructions();
        const int code = run_command_line(argc, argv,
                                          {add_run, add_scenes, add_lessons, add_bench, add_experiment, add_reproduce,
                                           add_verify, add_validate, add_neighbours, add_relate, add_compare, add_tune,
                                           add_autocheck, add_cite, add_doctor});
        const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout);
        return lost ? complain_of_stdout() : code;
    } catch (const UsageError& problem) { return complain(problem.what(), wrong_usage); } catch (const Error& problem) {
        return complain(problem.what(), failed);
    } catch (const WorkStopped&) {
        return complain("interrupted", Interrupt::exit_code());
    } catch (const std::filesystem::filesystem_error& problem) {
        return complain(fmt::format("{}: {}; choose another place", problem.path1().string(), problem.code().message()),
                        failed);
    } catch (const std::bad_alloc&) {
        return complain(std::string("memory is full; ") + fewer_actors, failed);
    } catch (const std::system_error& problem) {
        if (problem.code() == std::errc::resource_unavailable_try_again)  // thrown by std::thread
            return complain("cannot start a thread: memory is full, or a limit reached (ulimit -u, -v)", failed);
        return complain_of_the_unexpected(problem);
    } catch (const std::exception& problem) { return complain_of_the_unexpected(problem); }
}

}  // namespace nearfield
