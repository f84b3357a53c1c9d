#include "app/terminal/manual.hpp"

#include "app/lessons/catalogue.hpp"
#include "app/preset.hpp"
#include "base/joined.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace nearfield {
namespace {

/// Escapes a text for troff.
std::string troff(const std::string& text) {
    std::string safe;
    bool at_line_start = true;
    for (const char c : text) {
        if (at_line_start && (c == '.' || c == '\'')) safe += "\\&";
        if (c == '\\') safe += "\\e";
        else if (c == '-') safe += "\\-";
        else safe += c;
        at_line_start = c == '\n';
    }
    return safe;
}

/// Returns a paragraph that keeps its line breaks, such as examples.
std::string as_typed(const std::string& text) { return text.empty() ? "" : ".PP\n.nf\n" + troff(text) + "\n.fi\n"; }

bool is_flag(const FlagText& flag) { return flag.name[0] == '-'; }

std::string description(const CommandText& command) {
    std::string text = fmt::format(".SS nearfield {}\n{}\n", troff(command.name), troff(command.help));
    for (const auto& flag : command.flags)
        text += fmt::format(".TP\n.B {}{}\n{}\n", troff(flag.name),
                            flag.type.empty() ? "" : " \\fI" + troff(flag.type) + "\\fR", troff(flag.help));
    return text + as_typed(command.footer);
}

/// The words of a type such as auto|cpu|cuda. Empty for placeholders such as NAME|FILE.
std::vector<std::string> choices(const std::string& type) {
    if (type.find('|') == std::string::npos) return {};
    std::vector<std::string> words;
    std::istringstream in(type);
    for (std::string word; std::getline(in, word, '|');) {
        if (word.empty() || !std::all_of(word.begin(), word.end(), [](unsigned char c) {
                return std::islower(c) || std::isdigit(c) || c == '-';
            }))
            return {};
        words.push_back(word);
    }
    return words;
}

std::string all_names(const std::vector<FlagText>& flags) {
    std::vector<std::string> names;
    for (const auto& flag : flags)
        if (is_flag(flag)) names.push_back(flag.name);
    return joined(names, " ");
}

/// Returns patterns for `case`: each previous word of the line with its possible successors.
std::string followers(const CommandText& command, const KnownWords& known) {
    std::string cases, free;
    for (const auto& flag : command.flags) {
        if (!is_flag(flag) || flag.type.empty()) continue;
        auto words = choices(flag.type);
        if (const auto at = known.find(flag.name); at != known.end()) words = at->second;
        if (words.empty()) free += (free.empty() ? "" : "|") + flag.name;
        else cases += fmt::format("        {}) words='{}' ;;\n", flag.name, joined(words, " "));
    }
    if (!free.empty()) cases += fmt::format("        {}) return ;;\n", free);  // bash then completes file names
    const auto own = known.find(command.name);
    const std::string more = own == known.end() ? "" : " " + joined(own->second, " ");
    return fmt::format("        *) words='{}{}' ;;\n", all_names(command.flags), more).insert(0, cases);
}

}  // namespace

std::string man_page(const ProgramText& program) {
    std::string text = ".TH NEARFIELD 1 \"\" \"nearfield " NEARFIELD_VERSION "\"\n"
                       ".SH NAME\nnearfield \\- interactive sandbox for particle and agent simulations\n"
                       ".SH SYNOPSIS\n.B nearfield\n[\\fICOMMAND\\fR] [\\fIFLAG\\fR...]\n.SH DESCRIPTION\n";
    text += troff(program.help) + "\n.SH COMMANDS\n";
    for (const auto& command : program.commands) text += description(command);
    text += ".SH FILES\n.TP\n.I ~/.config/nearfield\nsettings, and the user's own presets and lessons\n"
            ".TP\n.I ~/nearfield\npictures, videos, states and recordings of the window\n"
            ".SH ENVIRONMENT\n.TP\n.B XDG_CONFIG_HOME\nfolder for settings in place of ~/.config\n"
            ".TP\n.B NEARFIELD_OUTPUT\nfolder in place of ~/nearfield\n.SH EXIT STATUS\n";
    return text + troff(program.footer) + "\n";
}

KnownWords known_words() {
    KnownWords known;
    for (const auto& scene : scenes()) known["--scene"].push_back(scene.key);
    std::set<std::string> presets;
    for (const auto& preset : shipped_presets()) presets.insert(preset.name);
    known["--preset"] = {presets.begin(), presets.end()};
    for (const auto& lesson : lessons::all_lessons())
        if (!lesson.own) known["--lesson"].push_back(lesson.name);
    known["lessons"] = known["--lesson"];
    return known;
}

std::string bash_completion(const ProgramText& program, const KnownWords& known) {
    std::string names, cases;
    for (const auto& command : program.commands) {
        names += " " + command.name;
        cases +=
            fmt::format("    {})\n      case $previous in\n{}      esac ;;\n", command.name, followers(command, known));
    }
    return "# bash completion for nearfield: as printed by nearfield --bash-completion\n"
           "_nearfield() {\n"
           "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words='' command=run\n"
           "  [[ ${COMP_WORDS[1]} == -* ]] || command=${COMP_WORDS[1]}\n"
           "  if ((COMP_CWORD == 1)) && [[ $current != -* ]]; then\n"
           "    COMPREPLY=($(compgen -W '" +
           names.substr(1) +
           "' -- \"$current\"))\n"
           "    return\n"
           "  fi\n"
           "  case $command in\n" +
           cases +
           "  esac\n"
           "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o default -F _nearfield nearfield\n";
}

}  // namespace nearfield
