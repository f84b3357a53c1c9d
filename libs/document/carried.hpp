#pragma once
// Files that the program carries, and files given by the user.
#include <string>
#include <vector>

namespace nearfield::document {

/// A file that is part of the program (embed.cmake).
struct Carried {
    std::string key;  ///< path under its folder, without .json: "hub", "rimea/06-corner"
    std::string text;
};

struct Document {
    std::string name;  ///< what errors call it
    std::string text;
    bool carried = false;
};

/// The carried file with that key, or else the file with that name. `kind` says what the file should be, such as
/// "plan". Throws UsageError with the name looked for and the nearest key.
Document find(const std::string& key_or_file, const std::vector<Carried>& carried, const std::string& kind);

}  // namespace nearfield::document
