#include "app/cli/program.hpp"

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <new>

namespace nearfield {
namespace {

constexpr int failed = 1, wrong_usage = 2;

int complain(std::string what, int code) {
    for (char& c : what)
        if (c == '\n' || c == '\r') c = ' ';
    std::fflush(stdout);
    fmt::print(stderr, "nearfield: {}\n", what);
    return code;
}

}  // namespace

int run_program(int argc, char** argv) {
    try {
        const int code = run_command_line(argc, argv,
                                          {add_run, add_scenes, add_bench, add_reproduce, add_verify, add_validate,
                                           add_neighbours, add_autocheck, add_doctor});
        if (std::fflush(stdout) != 0 || std::ferror(stdout))
            return complain("cannot write to the standard output: is the disk full?", failed);
        return code;
    } catch (const UsageError& problem) { return complain(problem.what(), wrong_usage); } catch (const Error& problem) {
        return complain(problem.what(), failed);
    } catch (const std::bad_alloc&) {
        return complain("memory is full; use fewer actors, a larger bin ratio or a smaller environment", failed);
    } catch (const std::exception& problem) {
        return complain(
            fmt::format(
                "something went wrong that should not ({}); please report it with the output of nearfield doctor",
                problem.what()),
            failed);
    }
}

}  // namespace nearfield
