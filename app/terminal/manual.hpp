#pragma once
// The text of --help as a man page and as completions for bash. Both come from the table of commands.
#include <map>
#include <string>
#include <vector>

namespace nearfield {

struct FlagText {
    std::string name, type, help;  ///< type: empty for a switch. A name without dashes is an argument
};
struct CommandText {
    std::string name, help, footer;
    std::vector<FlagText> flags;
};
struct ProgramText {
    std::string help, footer;
    std::vector<CommandText> commands;
};

/// Returns nearfield(1) in troff.
std::string man_page(const ProgramText& program);

/// Possible words after a flag such as --scene, or after a command such as lessons.
using KnownWords = std::map<std::string, std::vector<std::string>>;
/// The scenes, presets and lessons that ship with the program.
KnownWords known_words();
/// Returns a script for bash. After a flag whose type lists words, such as auto|cpu|cuda, it offers these words.
std::string bash_completion(const ProgramText& program, const KnownWords& known);

}  // namespace nearfield
