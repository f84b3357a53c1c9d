#include "base/own_folder.hpp"

#include "base/error.hpp"
#include "base/place.hpp"
#include "base/status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace nearfield {

std::vector<std::filesystem::path> make_folders(const std::filesystem::path& folder) {
    std::error_code problem;
    if (folder.empty() || std::filesystem::exists(folder, problem)) return {};
    auto made = make_folders(folder.parent_path());
    try {
        const Place place(folder, Place::Of::folder);
        if (mkdirat(place.folder(), place.name().c_str(), 0777) == 0) made.insert(made.begin(), folder);
        else if (errno != EEXIST) place.complain(reason(errno));
    } catch (const Error&) {
        for (const auto& path : made) std::filesystem::remove(path, problem);
        throw;
    }
    return made;
}

void require_own_folder(const std::filesystem::path& folder) {
    const Place place(folder, Place::Of::folder);
    if (mkdirat(place.folder(), place.name().c_str(), 0777) != 0 && errno != EEXIST) place.complain(reason(errno));
    const auto status = status_of(place.folder(), place.name());
    if (!status || !S_ISDIR(status->st_mode)) place.complain("something else has that name");
    if (status->st_uid != geteuid() || (status->st_mode & S_IWOTH))
        throw Error(fmt::format(
            "other users can change what is in {}; make it yours alone (chmod go-w), or choose another name",
            folder.string()));
}

std::vector<std::string> remove_own_folder(const std::filesystem::path& folder, const KnowsName& known) {
    const Place place(folder, Place::Of::folder);
    const Descriptor opened(
        openat(place.folder(), place.name().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (opened < 0) return {};
    auto stay = remove_known(opened, known);
    if (stay.empty()) unlinkat(place.folder(), place.name().c_str(), AT_REMOVEDIR);
    return stay;
}

}  // namespace nearfield
