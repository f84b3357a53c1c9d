#include "base/unfinished_file.hpp"

#include "base/hidden_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace nearfield {
namespace {

std::string name_of(int file) { return fmt::format("/proc/self/fd/{}", file); }

/// Opens an unnamed file; -1 where it could not be named later.
int open_unnamed(int folder, mode_t mode) {
    const int file = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (file >= 0 && access(name_of(file).c_str(), F_OK) == 0) return file;
    close(file);
    return -1;
}

}  // namespace

UnfinishedFile::UnfinishedFile(const Place& place, Way way)
    : place_(place),
      rights_(rights_of(place.folder(), place.name())),
      file_(opened(way)) {
    if (file_ < 0) place.complain(reason(errno));
    remove_orphans(place.folder());
}

/// Opens it with no rights for others until those of the replaced file, which may be secret, are applied.
int UnfinishedFile::opened(Way way) {
    const mode_t mode = rights_ ? 0600 : 0666;
    if (way == Way::hidden) return make_hidden_file(place_.folder(), hidden_, mode);
    const int file = open_unnamed(place_.folder(), mode);
    return file >= 0 ? file : make_hidden_file(place_.folder(), hidden_, mode);
}

UnfinishedFile::~UnfinishedFile() { remove(); }

void UnfinishedFile::remove() {
    if (!hidden_.empty()) unlinkat(place_.folder(), hidden_.c_str(), 0);
    hidden_.clear();
}

void UnfinishedFile::put_in_place(bool over) {
    if (over) {
        place_.require_file(true);
        if (place_.kind() == Place::Kind::stream) place_.complain("it became a device or a pipe");
        if (auto now = rights_of(place_.folder(), place_.name())) rights_ = std::move(now);
        if (rights_) give_rights(file_, *rights_);
    }
    if (take_free_name()) return;
    if (errno != EEXIST) place_.complain(reason(errno));
    if (!over) place_.complain_of_twin();
    hide();
    if (renameat(place_.folder(), hidden_.c_str(), place_.folder(), place_.name().c_str()) != 0)
        place_.complain(reason(errno));
    hidden_.clear();
}

/// Fails if the name is taken.
bool UnfinishedFile::take_free_name() {
    const int folder = place_.folder();
    const char* name = place_.name().c_str();
    if (hidden_.empty()) return linkat(AT_FDCWD, name_of(file_).c_str(), folder, name, AT_SYMLINK_FOLLOW) == 0;
    if (renameat2(folder, hidden_.c_str(), folder, name, RENAME_NOREPLACE) == 0) {
        hidden_.clear();
        return true;
    }
    return errno != EEXIST && linkat(folder, hidden_.c_str(), folder, name, 0) == 0;  // some file systems lack
                                                                                      // RENAME_NOREPLACE
}

/// Gives it a hidden name, from which it is then renamed over another file.
void UnfinishedFile::hide() {
    for (bool hidden = !hidden_.empty(); !hidden;) {
        const std::string name = hidden_name();
        hidden = linkat(AT_FDCWD, name_of(file_).c_str(), place_.folder(), name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        if (hidden) hidden_ = name;
        else if (errno != EEXIST) place_.complain(reason(errno));
    }
}

}  // namespace nearfield
