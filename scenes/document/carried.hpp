#pragma once
// Built-in files, and files given by the user.
#include <string>
#include <vector>

namespace nearfield::document {

/// A built-in file, part of the program (embed.cmake).
struct Carried {
    std::string key;  ///< path in its folder, without .json: "hub", "rimea/06-corner"
    std::string text;
};

struct Document {
    std::string name;  ///< name for error messages
    std::string text;
    bool carried = false;
};

/// The built-in file with that key, or else the file with that name. `kind` names the expected content, such as "plan".
/// Throws UsageError with the name and the closest key.
Document find(const std::string& key_or_file, const std::vector<Carried>& carried, const std::string& kind);

}  // namespace nearfield::document
