#pragma once
#include <sys/stat.h>

#include <fcntl.h>

#include <optional>
#include <string>

namespace nearfield {

/// Status of a name in an open folder, without following links. Empty, with errno, if it is missing.
inline std::optional<struct stat> status_of(int folder, const std::string& name) {
    struct stat status {};
    if (fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
    return status;
}

inline bool is_same(const struct stat& a, const struct stat& b) { return a.st_ino == b.st_ino && a.st_dev == b.st_dev; }

}  // namespace nearfield
