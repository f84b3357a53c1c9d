#include "base/own_program.hpp"

#include "base/error.hpp"

#include <sys/auxv.h>
#include <unistd.h>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

/// Computed before main: a relative path refers to the folder of the start.
const fs::path started_as = [] {
    std::error_code unknown;
    const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    return path_of_start(name ? name : "", fs::current_path(unknown));
}();

bool is_file(const fs::path& path) {
    std::error_code missing;
    return fs::is_regular_file(path, missing);
}

/// Removes the mark that the kernel adds when the program's file was replaced, as by an upgrade.
fs::path without_mark(const fs::path& target) {
    const std::string mark = " (deleted)", text = target.string();
    return !text.ends_with(mark) || is_file(target) ? target : fs::path(text.substr(0, text.size() - mark.size()));
}

}  // namespace

fs::path path_of_start(const std::string& name, const fs::path& folder) {
    if (name.find('/') == std::string::npos) return {};
    return name[0] == '/' || folder.empty() ? fs::path(name) : folder / name;
}

std::optional<fs::path> program_from(const fs::path& link, const fs::path& started, const fs::path& installed) {
    std::error_code problem;
    const auto target = fs::read_symlink(link, problem);
    if (!problem && target.is_absolute())
        return without_mark(target);  // relative: outside of this process's root
                                      // folder
    for (const auto& path : {started, installed}) {
        const auto file = fs::canonical(path, problem);
        if (path.is_absolute() && !problem && is_file(file)) return file;
    }
    return std::nullopt;
}

std::optional<fs::path> find_own_program() {
    return program_from("/proc/self/exe", started_as, NEARFIELD_INSTALLED_PROGRAM);
}

fs::path own_program() {
    if (auto program = find_own_program()) return *program;
    throw Error("the program does not find its own file: /proc is not mounted; start it by its whole path");
}

std::vector<fs::path> helper_folders() {
    const auto program = find_own_program();
    if (!program) return {};
    const auto own = program->parent_path();
    return {own, (own / NEARFIELD_HELPERS).lexically_normal()};
}

std::optional<fs::path> find_helper(const std::string& name) {
    for (const auto& folder : helper_folders())
        if (const auto path = folder / name; is_file(path) && access(path.c_str(), X_OK) == 0) return path;
    return std::nullopt;
}

}  // namespace nearfield
