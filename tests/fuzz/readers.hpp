#pragma once
// Every reader of text that comes from outside, as a fuzzer and the replay of its finds call it.
#include <string>
#include <vector>

namespace nearfield::fuzz {

/// How a reader's text is made up, so that a mutation keeps to it.
enum class Form { json, json_lines, words };

struct Reader {
    const char* name;  ///< also of the folders with its seeds and its cases
    Form form;
    void (*read)(const std::string& text);  ///< throws Error for a text that it refuses
    bool listed = true;                     ///< else too slow to be fuzzed each time: only if it is named
};

const std::vector<Reader>& readers();

/// The text with what stands for @NAMES@: `@VERSION@` for the program's version, `@COLUMNS@` for the first line of a
/// bench table, `@RESULTS@` for the first lines of an experiment's, `@TERRAIN@` and `@FLOW@` for files that can be
/// read.
std::string filled(std::string text);

/// Reads the text, filled. Throws what the reader throws.
void read_filled(const Reader& reader, const std::string& text);

/// Seconds of processor time that reading so many bytes may take.
double budget(std::size_t bytes);

/// What is wrong with the message of an Error; empty if it is one line that can be shown.
std::string fault_of_message(const std::string& message);

/// What is wrong with the reader's answer to `text`; empty if it took it, or refused it in one line that can be shown.
/// Wrong are exceptions other than Error, messages that are empty or cannot be printed as they are, and more processor
/// time than the budget.
std::string fault(const Reader& reader, const std::string& text);

}  // namespace nearfield::fuzz
