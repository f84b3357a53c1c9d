#include "base/rights.hpp"

#include "base/status.hpp"

#include <fmt/format.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>

namespace nearfield {
namespace {

constexpr const char* access_list = "system.posix_acl_access";

/// True for the attributes that are copied; others belong to the system.
bool is_kept(const std::string& attribute) { return attribute == access_list || attribute.starts_with("user."); }

std::vector<std::pair<std::string, std::string>> attributes_of(int folder, const std::string& name) {
    const std::string path = fmt::format("/proc/self/fd/{}/{}", folder, name);
    std::vector<std::pair<std::string, std::string>> all;
    std::string names(std::size_t(std::max<ssize_t>(0, llistxattr(path.c_str(), nullptr, 0))), '\0');
    names.resize(std::size_t(std::max<ssize_t>(0, llistxattr(path.c_str(), names.data(), names.size()))));
    for (std::size_t at = 0; at < names.size();) {
        const std::string attribute = names.c_str() + at;
        at += attribute.size() + 1;
        const ssize_t size = is_kept(attribute) ? lgetxattr(path.c_str(), attribute.c_str(), nullptr, 0) : -1;
        if (size < 0) continue;
        std::string value(std::size_t(size), '\0');
        if (lgetxattr(path.c_str(), attribute.c_str(), value.data(), value.size()) == size)
            all.emplace_back(attribute, value);
    }
    return all;
}

}  // namespace

std::optional<Rights> rights_of(int folder, const std::string& name) {
    const auto status = status_of(folder, name);
    if (!status || S_ISLNK(status->st_mode)) return std::nullopt;
    return Rights{status->st_mode & 0777u, status->st_uid, status->st_gid, attributes_of(folder, name)};
}

void give_rights(int file, const Rights& rights) {
    struct stat status {};
    if (fstat(file, &status) != 0) return;
    unsigned mode = rights.mode;
    const bool same = status.st_uid == rights.owner && status.st_gid == rights.group;
    if (!same && fchown(file, rights.owner, rights.group) != 0 && fchown(file, uid_t(-1), rights.group) != 0)
        mode &= ~070u | (mode & 07u) << 3;
    if (fchmod(file, mode) != 0) return;  // the file system has no rights
    for (const auto& [name, value] : rights.attributes) fsetxattr(file, name.c_str(), value.data(), value.size(), 0);
}

}  // namespace nearfield
