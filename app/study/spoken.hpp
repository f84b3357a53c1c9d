#pragma once
#include <string>
#include <vector>

namespace nearfield {

/// Output of a program that has ended.
struct Spoken {
    int code = 0;  ///< exit code; 128 + signal if a signal ended it
    std::string out, err;
};

/// Runs a program with these words (its name first), looked up like in a shell, and waits for it. Throws Error if there
/// is no such program: "NAME was not found" and `way_out`.
Spoken run_words(const std::vector<std::string>& words, const std::string& way_out);

}  // namespace nearfield
