#include "base/hidden_folder.hpp"

#include "base/error.hpp"
#include "base/hidden_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void complain(const fs::path& folder, std::error_code problem) {
    throw Error(fmt::format("cannot make the folder {}: {}; choose another place", folder.string(), problem.message()));
}

std::error_code last_problem() { return {errno, std::generic_category()}; }

/// Where the folder is, whatever links lead to it. Names would lead nowhere if another took the place of one that the
/// program is in.
fs::path place_of(const fs::path& folder) {
    std::error_code problem;
    const fs::path place = fs::weakly_canonical(fs::absolute(folder, problem), problem);
    if (problem) complain(folder, problem);
    const fs::path inside = fs::current_path(problem).lexically_relative(place);
    if (!inside.empty() && *inside.begin() != "..")
        throw Error(
            fmt::format("the folder {} holds the current folder and cannot be replaced; go out of it, or choose "
                        "another name",
                        folder.string()));
    return place;
}

}  // namespace

HiddenFolder::HiddenFolder(const fs::path& folder) : folder_(folder), place_(place_of(folder)) {
    remove_orphans(place_.parent_path());
    std::error_code problem;
    bool made = false;
    // The mark tells it from what a program of the same number left, in a container or on another machine
    for (int n = 0; n < 100 && !made && !problem; ++n)
        made = fs::create_directory(path_ = hidden_name(place_, fmt::format("-{}", n)), problem);
    if (!made) complain(folder, problem ? problem : std::make_error_code(std::errc::file_exists));
    owned_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    flock(owned_, LOCK_SH | LOCK_NB);  // some file systems have no locks
}

HiddenFolder::~HiddenFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    close(owned_);
}

void HiddenFolder::put_in_place(bool over, const std::function<bool(const std::string&)>& replaces) {
    if (rename(path_.c_str(), place_.c_str()) == 0) return;  // the name was free, or that of an empty folder
    if (errno != EEXIST && errno != ENOTEMPTY) complain(folder_, last_problem());
    if (!over)
        throw Error(
            fmt::format("the folder {} exists; choose another name, or add --force to replace it", folder_.string()));
    constexpr auto as_further_names =
        fs::copy_options::recursive | fs::copy_options::create_hard_links | fs::copy_options::copy_symlinks;
    for (const auto& entry : fs::directory_iterator(place_)) {
        const fs::path name = entry.path().filename();
        std::error_code problem;
        if (!replaces(name.string())) fs::copy(entry.path(), path_ / name, as_further_names, problem);
        if (problem)
            throw Error(fmt::format("cannot replace the folder {}: {} in it cannot be kept: {}; choose another name",
                                    folder_.string(), name.string(), problem.message()));
    }
    if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) != 0)
        throw Error(fmt::format("cannot replace the folder {}: {}; remove it, or choose another name", folder_.string(),
                                last_problem().message()));
}

}  // namespace nearfield
