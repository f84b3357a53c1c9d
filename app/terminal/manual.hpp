#pragma once
// What --help says, for man and for a shell that completes words: both come from the table of commands.
#include <map>
#include <string>
#include <vector>

namespace nearfield {

struct FlagText {
    std::string name, type, help;  ///< type: empty for a switch; a name without dashes stands for a word
};
struct CommandText {
    std::string name, help, footer;
    std::vector<FlagText> flags;
};
struct ProgramText {
    std::string help, footer;
    std::vector<CommandText> commands;
};

/// nearfield(1) in troff.
std::string man_page(const ProgramText& program);

/// Words that a flag such as --scene, or a command such as lessons, can be followed by.
using KnownWords = std::map<std::string, std::vector<std::string>>;
/// The scenes, presets and lessons that come with the program.
KnownWords known_words();
/// A script for bash. Flags whose type lists words, such as auto|cpu|cuda, are followed by one of them.
std::string bash_completion(const ProgramText& program, const KnownWords& known);

}  // namespace nearfield
