#include "app/terminal/command_line.hpp"

#include "app/say.hpp"
#include "app/terminal/manual.hpp"
#include "app/terminal/options.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "exec/gpus.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

std::string refuse_flag(const std::string& value) {
    if (value.empty()) return "its value is empty";
    return value.rfind("--", 0) == 0 ? fmt::format("a value is missing before {}", value) : std::string();
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
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

/// Names the argument that CLI11 did not recognise and the nearest known name.
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

/// Returns CLI11's message, in plainer words where possible.
std::string in_plain_words(const CLI::ParseError& problem) {
    const std::string what = problem.what(), flag = what.substr(0, what.find(':'));
    if (!dynamic_cast<const CLI::ArgumentMismatch*>(&problem)) return what;
    return flag + (what.find("At Most") != std::string::npos ? " is given more than once; give it once"
                                                             : ": its value is missing");
}

/// Adds --gpu to every command with --backend.
void add_gpu(CLI::App& app, std::string& gpu) {
    for (auto* command : app.get_subcommands([](const CLI::App* c) { return c->get_option_no_throw("--backend"); }))
        add_text(*command, "--gpu", gpu, "N",
                 "the GPU to use, where there are several: its number in nearfield doctor");
}

/// Adds --allow-outside to every command that reads a file which may name other files.
void add_allow_outside(CLI::App& app, bool& outside) {
    const auto reads = [](const CLI::App* c) {
        for (const char* flag : {"--preset", "--backend", "--search", "--scene"})
            if (c->get_option_no_throw(flag)) return true;
        return c->get_name() == "lessons";
    };
    for (auto* command : app.get_subcommands(reads))
        add_switch(*command, "--allow-outside", outside,
                   "models and other documents may name files outside of their own folders");
}

FlagText text_of(const CLI::Option& option) {
    const bool is_positional = option.get_lnames().empty();
    const std::string name = is_positional ? option.get_name() : "--" + option.get_lnames().front();
    return {name, option.get_type_name(), option.get_description()};
}

ProgramText text_of(const CLI::App& app) {
    ProgramText program{app.get_description(), app.get_footer(), {}};
    for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        CommandText text{command->get_name(), command->get_description(), command->get_footer(), {}};
        for (const auto* option : command->get_options()) text.flags.push_back(text_of(*option));
        program.commands.push_back(std::move(text));
    }
    return program;
}

/// Prints a text needed for installation. False for another flag. Help does not list these flags.
bool print_manual(const std::string& flag, const CLI::App& app) {
    if (flag == "--man-page") print_lines(man_page(text_of(app)));
    else if (flag == "--bash-completion") print_lines(bash_completion(text_of(app), known_words()));
    else return false;
    return true;
}

/// Inserts the command `run` into `nearfield` and `nearfield --flag ...`.
std::vector<std::string> with_command(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    const auto is_own = [](const std::string& word) { return word == "-h" || word == "--help" || word == "--version"; };
    if (words.empty() || (words[0][0] == '-' && !is_own(words[0]))) words.insert(words.begin(), "run");
    return words;
}

}  // namespace

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help) {
    return *app.add_subcommand(name, help);
}

void add_footer(CLI::App& command, const std::string& text) { command.footer(text); }

void on_call(CLI::App& command, Action& action, Action run) {
    command.callback([&action, run = std::move(run)] { action = run; });
}

void add_switch(CLI::App& command, const std::string& flag, bool& on, const std::string& help) {
    command.add_flag(flag, on, help);
}

void add_text(CLI::App& command, const std::string& flag, std::string& value, const std::string& type,
              const std::string& help) {
    command.add_option(flag, value, help)->type_name(type)->check(refuse_flag, "", "flag");
}

void add_required(CLI::App& command, const std::string& flag, std::string& value, const std::string& type,
                  const std::string& help) {
    add_text(command, flag, value, type, help);
    command.get_option(flag)->required();
}

void add_texts(CLI::App& command, const std::string& flag, std::vector<std::string>& values, const std::string& type,
               const std::string& help) {
    command.add_option(flag, values, help)->type_name(type)->check(refuse_flag, "", "flag");
}

void add_word(CLI::App& command, const std::string& name, std::string& value, const std::string& type,
              const std::string& help) {
    command.add_option(name, value, help)->type_name(type);
}

void add_words(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& help) {
    command.add_option(name, values, help)->type_name("");
}

int run_command_line(int argc, char** argv, const std::vector<void (*)(CLI::App&, Action&)>& commands) {
    CLI::App app("Nearfield: particle simulations on one neighbour search, to see what the search costs and why.\n"
                 "Without a command it opens the window.",
                 "nearfield");
    app.set_version_flag("--version", "nearfield " NEARFIELD_VERSION);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done, 1 failed, 2 wrong usage, 128 + N ended by signal N (Ctrl+C: 130).\nnearfield "
               "COMMAND --help "
               "describes a command in detail.");
    Action action;
    for (const auto add : commands) add(app, action);
    std::string gpu;
    add_gpu(app, gpu);
    bool outside = false;
    add_allow_outside(app, outside);

    if (argc == 2 && print_manual(argv[1], app)) return 0;
    auto words = with_command(argc, argv);
    const auto names = command_names(app);
    if (words[0][0] != '-' && std::find(names.begin(), names.end(), words[0]) == names.end())
        throw UsageError(fmt::format("no command '{}'.{}", words[0], suggest(words[0], names)));
    std::reverse(words.begin(), words.end());  // CLI11 expects them in reverse order
    try {
        app.parse(words);
    } catch (const CLI::ExtrasError&) {
        throw UsageError(name_the_unknown(app));
    } catch (const CLI::Success& wish) {  // --help, --version
        return app.exit(wish);
    } catch (const CLI::ParseError& problem) {
        throw UsageError(fmt::format("{}: {}; see nearfield {} --help", called(app).get_name(), in_plain_words(problem),
                                     called(app).get_name()));
    }
    if (outside) allow_outside();
    if (!gpu.empty()) choose_gpu(unsigned(whole_number("--gpu", gpu, 0, 1023)));
    return action();
}

}  // namespace nearfield
