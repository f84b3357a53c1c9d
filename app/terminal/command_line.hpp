#pragma once
// How commands declare their flags. Only command_line.cpp includes CLI11, because that library takes seconds to compile
// wherever it is included.
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace nearfield {

/// Runs after the whole command line has been understood; returns the exit code.
using Action = std::function<int()>;

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help);
void add_footer(CLI::App& command, const std::string& text);
/// `run` becomes the action if this command is called.
void on_call(CLI::App& command, Action& action, Action run);

/// A flag without a value.
void add_switch(CLI::App& command, const std::string& flag, bool& on, const std::string& help);
/// A flag with one value, kept as text. Refuses the next flag as its value, so that a missing value is noticed.
void add_text(CLI::App& command, const std::string& flag, std::string& value, const std::string& type,
              const std::string& help);
/// The same for a flag that must be given.
void add_required(CLI::App& command, const std::string& flag, std::string& value, const std::string& type,
                  const std::string& help);
/// The same for a flag with several values, or given several times.
void add_texts(CLI::App& command, const std::string& flag, std::vector<std::string>& values, const std::string& type,
               const std::string& help);
/// Words without a flag: exactly one, or any number. --help shows them as `name` followed by `type`.
void add_word(CLI::App& command, const std::string& name, std::string& value, const std::string& type,
              const std::string& help);
void add_words(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& help);

/// Adds commands, reads the command line and runs the command that was called. Throws UsageError if the command line is
/// not valid.
int run_command_line(int argc, char** argv, const std::vector<void (*)(CLI::App&, Action&)>& commands);

}  // namespace nearfield
