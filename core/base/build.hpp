#pragma once
#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nearfield {

/// Identity of a program: equal builds give equal results from equal inputs.
struct Build {
    std::string version;      ///< "0.1.0"
    std::string sources;      ///< hash of all files that are compiled or embedded, 16 hexadecimal digits
    std::string commit;       ///< last commit of these files; empty without git
    bool is_changed = false;  ///< true if the files differ from the commit
    std::string compiler;     ///< "GNU 12.2.0"
    std::string type;         ///< "Release"

    bool operator==(const Build&) const = default;
};

/// The build of this program, made by cmake/build.cmake.
const Build& this_build();

/// "nearfield 0.1.0, sources 0123456789abcdef, commit 0123456789 with changes, GNU 12.2.0, Release".
std::string text_of(const Build& build);
/// {"version": ..., "sources": ..., "commit": ..., "changed": ..., "compiler": ..., "type": ...}
nlohmann::ordered_json to_json(const Build& build);
/// Reads what to_json wrote. Missing parts stay empty.
Build build_of(const nlohmann::ordered_json& json);

/// True if both were made from equal sources in the same way. Their commits may differ.
bool is_same_program(const Build& one, const Build& other);

}  // namespace nearfield
