#pragma once
#include <string>
#include <vector>

namespace nearfield {

/// What a program said before it ended.
struct Spoken {
    int code = 0;  ///< its exit code; 128 and the signal if one ended it
    std::string out, err;
};

/// Runs a program, found like a shell finds it, with these words (its name first) and waits for it. Throws Error if
/// there is no such program: "NAME was not found" and `way_out`.
Spoken run_words(const std::vector<std::string>& words, const std::string& way_out);

}  // namespace nearfield
