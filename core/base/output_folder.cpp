#include "base/output_folder.hpp"

#include "base/error.hpp"
#include "base/linked_folder.hpp"
#include "base/status.hpp"

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

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
              to_look_at = O_PATH | O_DIRECTORY | O_CLOEXEC;

/// Throws Error if the folder to replace holds the current folder: relative paths would lead nowhere afterwards.
void require_outside(const Place& place) {
    const auto there = status_of(place.folder(), place.name());
    int at = openat(AT_FDCWD, ".", to_look_at);
    for (bool is_top = !there; at >= 0 && !is_top;) {
        const Descriptor folder(at);
        const auto here = status_of(folder, "."), above = status_of(folder, "..");
        if (!here || !above) return;
        if (is_same(*here, *there))
            throw Error(
                fmt::format("the folder {} holds the current folder and cannot be replaced; go out of it, or choose "
                            "another name",
                            place.path().string()));
        is_top = is_same(*here, *above);
        at = is_top ? -1 : openat(folder, "..", to_look_at);
    }
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder, KnowsName known)
    : place_(folder, Place::Of::folder),
      known_(std::move(known)) {
    require_outside(place_);
    remove_orphans(place_.folder(), known_);
    remember();
    make();
}

/// Remembers the rights of the folder and the files to be replaced.
void OutputFolder::remember() {
    if (place_.kind() != Place::Kind::folder) return;
    rights_ = rights_of(place_.folder(), place_.name());
    if (rights_ && geteuid() != 0 && rights_->owner != geteuid())
        throw Error(fmt::format("the folder {} belongs to another user; choose another name", place_.path().string()));
    const Descriptor old(openat(place_.folder(), place_.name().c_str(), as_folder));
    if (old < 0) place_.complain(reason(errno));
    for (const auto& name : names_in(old)) {
        if (!known_(name)) continue;
        if (!is_own_file(old, name))
            throw Error(fmt::format("cannot replace the folder {}: {} in it is no file of yours; remove it, or choose "
                                    "another name",
                                    place_.path().string(), name));
        if (auto rights = rights_of(old, name)) before_.emplace(name, std::move(*rights));
    }
}

void OutputFolder::make() {
    while (hidden_.empty()) {
        const std::string name = hidden_name();
        if (mkdirat(place_.folder(), name.c_str(), rights_ ? 0700 : 0777) == 0) hidden_ = name;
        else if (errno != EEXIST) place_.complain(reason(errno));
    }
    opened_ = std::make_unique<Descriptor>(openat(place_.folder(), hidden_.c_str(), as_folder));
    const auto made = *opened_ < 0 ? std::nullopt : status_of(*opened_, ".");
    if (!made || made->st_uid != geteuid()) place_.complain(reason(errno));
    flock(*opened_, LOCK_SH | LOCK_NB);  // some file systems have no locks
}

OutputFolder::~OutputFolder() {
    if (hidden_.empty()) return;
    const Descriptor old(openat(place_.folder(), place_.name().c_str(), as_folder));
    if (old >= 0) unlink_others(*opened_, old, known_);
    else remove_known(*opened_, known_);
    unlinkat(place_.folder(), hidden_.c_str(), AT_REMOVEDIR);
}

int OutputFolder::create(const std::string& name) {
    const auto before = before_.find(name);
    const int file = openat(*opened_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                            before == before_.end() ? 0666 : 0600);
    if (file < 0)
        throw Error(fmt::format("cannot write {}: {}", (path() / name).string(),
                                errno == EEXIST ? "somebody else has put something there" : reason(errno)));
    if (before != before_.end()) give_rights(file, before->second);
    return file;
}

void OutputFolder::write(const std::string& name, const FillFile& fill) {
    const Descriptor file(create(name));
    fill_file(file, path() / name, fill);
}

void OutputFolder::put_in_place(bool over) {
    const auto mine = status_of(*opened_, "."), named = status_of(place_.folder(), hidden_);
    if (!mine || !named || !is_same(*mine, *named)) place_.complain("somebody else has moved it");
    if (rights_ && over) give_rights(*opened_, *rights_);
    const char* place = place_.name().c_str();
    if (renameat(place_.folder(), hidden_.c_str(), place_.folder(), place) == 0) return hidden_.clear();
    if (errno != EEXIST && errno != ENOTEMPTY) place_.complain(reason(errno));
    if (!over)
        throw Error(
            fmt::format("the folder {} exists; choose another name, or add --force to replace it", path().string()));
    replace();
}

/// Exchanges names with the existing folder in one call, so that either is complete under the name at any time.
void OutputFolder::replace() {
    const char *place = place_.name().c_str(), *hidden = hidden_.c_str();
    const Descriptor old(openat(place_.folder(), place, as_folder));
    if (old < 0) place_.complain(reason(errno));
    try {
        link_others(old, *opened_, known_);
    } catch (const fs::filesystem_error& problem) {
        throw Error(fmt::format("cannot replace the folder {}: {} in it cannot be kept: {}; choose another name",
                                path().string(), problem.path1().string(), problem.code().message()));
    }
    if (renameat2(place_.folder(), hidden, place_.folder(), place, RENAME_EXCHANGE) != 0)
        throw Error(fmt::format("cannot replace the folder {}: {}; remove it, or choose another name", path().string(),
                                reason(errno)));
    unlink_others(old, *opened_, known_);
    unlinkat(place_.folder(), hidden, AT_REMOVEDIR);
    hidden_.clear();
}

}  // namespace nearfield
