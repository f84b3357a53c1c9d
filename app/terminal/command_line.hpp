#pragma once
// Functions by which commands declare their flags. Only command_line.cpp includes CLI11, because a file that includes
// it takes seconds longer to compile.
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace nearfield {

/// Work of a command. Runs after the whole command line has been parsed; returns the exit code.
using Action = std::function<int()>;

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help);
void add_footer(CLI::App& command, const std::string& text);
/// Makes `run` the action if this command is called.
void on_call(CLI::App& command, Action& action, Action run);

/// Adds a flag without a value.
void add_switch(CLI::App& command, const std::string& flag, bool& on, const std::string& help);
/// Adds a flag with one value, kept as text. Refuses the next flag as its value, so that a missing value is noticed.
void add_text(CLI::App& command, const std::string& flag, std::string& value, const std::string& type,
              const std::string& help);
/// Adds a mandatory flag with one value.
void add_required(CLI::App& command, const std::string& flag, std::string& value, const std::string& type,
                  const std::string& help);
/// Adds a flag that takes several values or may be repeated.
void add_texts(CLI::App& command, const std::string& flag, std::vector<std::string>& values, const std::string& type,
               const std::string& help);
/// Adds arguments without a flag: exactly one, or any number. --help shows them as `name` followed by `type`.
void add_word(CLI::App& command, const std::string& name, std::string& value, const std::string& type,
              const std::string& help);
void add_words(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& help);

/// Adds commands, reads the command line and runs the command that was called. Throws UsageError if the command line is
/// invalid.
int run_command_line(int argc, char** argv, const std::vector<void (*)(CLI::App&, Action&)>& commands);

}  // namespace nearfield
