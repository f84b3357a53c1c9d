#pragma once
// What a lecturer shows: a numbered list of presets.
#include "libs/document/carried.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace nearfield::lessons {

constexpr std::size_t most_demos = 9;  ///< one per digit

struct Demo {
    std::string title, preset;
    std::string say;  ///< one sentence for the audience; may be empty
};

/// assets/demos.json.
const std::vector<document::Carried>& carried_demos();

/// Reads {"demos": [{"title": ..., "preset": ..., "say": ...}, ...]}. Throws UsageError with the place of what is
/// wrong, such as a preset that does not exist.
std::vector<Demo> read_demos(const std::string& text, const std::string& file);

/// demos.json in the user's folder.
std::filesystem::path own_demos_file();
/// The user's own list if there is one, else the one that comes with the program. If the user's cannot be read, the
/// latter, and a complaint.
std::vector<Demo> all_demos(std::string& complaint);

}  // namespace nearfield::lessons
