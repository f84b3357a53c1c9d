#pragma once
// All readers of external text, for the fuzzer and the replay of its finds.
#include <string>
#include <vector>

namespace nearfield::fuzz {

/// Structure of a reader's text, which mutations preserve.
enum class Form { json, json_lines, words };

struct Reader {
    const char* name;  ///< also the name of its folders of seeds and cases
    Form form;
    void (*read)(const std::string& text);  ///< throws Error for refused text
    bool listed = true;                     ///< false if it is too slow for routine fuzzing and runs only by name
};

const std::vector<Reader>& readers();

/// Substitutes placeholders: `@VERSION@` by the program's version, `@COLUMNS@` by the first line of a bench table,
/// `@RESULTS@` by the first lines of an experiment's table, `@TERRAIN@` and `@FLOW@` by readable files.
std::string filled(std::string text);

/// Reads the text with placeholders substituted. Throws like the reader.
void read_filled(const Reader& reader, const std::string& text);

/// Permitted processor time for a text of this size, s.
double budget(std::size_t bytes);

/// Fault of an error message; empty if it is a single printable line.
std::string fault_of_message(const std::string& message);

/// Fault of the reader's response to `text`; empty if it accepts the text, or refuses it with a single printable line.
/// Faults are exceptions other than Error, empty or unprintable messages, and excessive processor time.
std::string fault(const Reader& reader, const std::string& text);

}  // namespace nearfield::fuzz
