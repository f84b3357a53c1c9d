#include "app/cli/program.hpp"

#include "app/cli/commands.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(command->get_name());
    return names;
}

std::vector<std::string> flag_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const auto* option : command.get_options())
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// The command that was called, or the program itself.
const CLI::App& called(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    return commands.empty() ? app : *commands.front();
}

/// What CLI11 could not place, with the nearest name.
std::string name_the_unknown(const CLI::App& app) {
    const auto& command = called(app);
    for (const auto& word : app.remaining(true)) {
        const std::string flag = word.substr(0, word.find('='));
        if (flag.size() > 1 && flag[0] == '-')
            return fmt::format("{}: no flag {}.{}", command.get_name(), flag, suggest(flag, flag_names(command)));
    }
    const auto rest = app.remaining(true);
    return fmt::format("{}: '{}' was not expected; values follow a flag, see nearfield {} --help", command.get_name(),
                       rest.empty() ? "" : rest.front(), command.get_name());
}

/// CLI11's message in plainer words where it can be.
std::string in_plain_words(const CLI::ParseError& problem) {
    const std::string what = problem.what(), flag = what.substr(0, what.find(':'));
    if (!dynamic_cast<const CLI::ArgumentMismatch*>(&problem)) return what;
    return flag + (what.find("At Most") != std::string::npos ? ": is there more than once; give it once" : ": its value is missing");
}

/// `nearfield` and `nearfield --flag ...` mean `nearfield run ...`.
std::vector<std::string> with_command(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    const auto is_own = [](const std::string& word) { return word == "-h" || word == "--help" || word == "--version"; };
    if (words.empty() || (words[0][0] == '-' && !is_own(words[0]))) words.insert(words.begin(), "run");
    return words;
}

int parse_and_run(int argc, char** argv) {
    CLI::App app("Nearfield: particle simulations on one neighbour search, to see what the search costs and why.\n"
                 "Without a command it opens the window.",
                 "nearfield");
    app.set_version_flag("--version", "nearfield " NEARFIELD_VERSION);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done, 1 failed, 2 wrong usage.\nnearfield COMMAND --help tells more of each command.");
    Action action;
    for (const auto add : {add_run, add_scenes, add_bench, add_reproduce, add_verify, add_validate, add_neighbours, add_autocheck, add_doctor}) add(app, action);

    auto words = with_command(argc, argv);
    const auto names = command_names(app);
    if (words[0][0] != '-' && std::find(names.begin(), names.end(), words[0]) == names.end())
        throw UsageError(fmt::format("no command '{}'.{}", words[0], suggest(words[0], names)));
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    try {
        app.parse(words);
    } catch (const CLI::ExtrasError&) {
        throw UsageError(name_the_unknown(app));
    } catch (const CLI::Success& wish) {  // --help, --version
        return app.exit(wish);
    } catch (const CLI::ParseError& problem) {
        throw UsageError(
            fmt::format("{}: {}; see nearfield {} --help", called(app).get_name(), in_plain_words(problem), called(app).get_name()));
    }
    return action();
}

}  // namespace

int run_program(int argc, char** argv) {
    try {
        const int code = parse_and_run(argc, argv);
        if (std::fflush(stdout) != 0 || std::ferror(stdout)) return complain("cannot write to the standard output: is the disk full?", failed);
        return code;
    } catch (const UsageError& problem) {
        return complain(problem.what(), wrong_usage);
    } catch (const Error& problem) {
        return complain(problem.what(), failed);
    } catch (const std::bad_alloc&) {
        return complain("memory is full; use fewer actors, a larger bin ratio or a smaller environment", failed);
    } catch (const std::exception& problem) {
        return complain(
            fmt::format("something went wrong that should not ({}); please report it with the output of nearfield doctor", problem.what()),
            failed);
    }
}

}  // namespace nearfield
