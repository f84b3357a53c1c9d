#pragma once
// A lecturer's demonstrations: a numbered list of presets.
#include "libs/document/carried.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace nearfield::lessons {

constexpr std::size_t most_demos = 9;  ///< one per digit

struct Demo {
    std::string title, preset;
    std::string say;  ///< sentence for the audience; may be empty
};

/// assets/demos.json.
const std::vector<document::Carried>& carried_demos();

/// Reads {"demos": [{"title": ..., "preset": ..., "say": ...}, ...]}. Throws UsageError with the place of a mistake,
/// such as a preset that does not exist.
std::vector<Demo> read_demos(const std::string& text, const std::string& file);

/// Path of demos.json in the user's folder.
std::filesystem::path own_demos_file();
/// Returns the user's own list, or the shipped one if there is none. If the user's list cannot be read, returns the
/// shipped one and sets `complaint`.
std::vector<Demo> all_demos(std::string& complaint);

}  // namespace nearfield::lessons
