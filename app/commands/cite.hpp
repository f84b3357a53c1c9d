#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace nearfield::citation {

/// An entry of BibTeX.
struct Entry {
    std::string key, text;
};

/// The entries of a text; an entry begins with @ at the start of a line.
std::vector<Entry> entries_of(std::string_view text);

/// The publications that a scene's equations come from: scenes/NAME/sources.bib. Empty if it declares none.
std::vector<Entry> sources_of(const std::string& scene);

/// The program of this build.
std::string program_entry();

}  // namespace nearfield::citation
