#include "base/linked_folder.hpp"

#include "base/child.hpp"
#include "base/rights.hpp"
#include "base/status.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace nearfield {
namespace {

constexpr auto none_known = [](const std::string&) { return false; };

int open_folder(int parent, const std::string& name) {
    return openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

void require_done(bool is_so, const std::string& name) {
    if (!is_so) throw std::filesystem::filesystem_error("", name, {errno, std::generic_category()});
}

}  // namespace

void link_others(int from, int to, const KnowsName& known) {
    for (const auto& name : names_in(from)) {
        const auto status = status_of(from, name);
        if (!status || known(name)) continue;
        if (!S_ISDIR(status->st_mode)) {
            require_done(linkat(from, name.c_str(), to, name.c_str(), 0) == 0, name);
            continue;
        }
        require_done(mkdirat(to, name.c_str(), 0700) == 0, name);
        const Descriptor old(open_folder(from, name)), made(open_folder(to, name));
        require_done(old >= 0 && made >= 0, name);
        link_others(old, made, none_known);
        if (const auto rights = rights_of(from, name)) give_rights(made, *rights);
    }
}

void unlink_others(int folder, int kept, const KnowsName& known) {
    for (const auto& name : remove_known(folder, known)) {
        const auto mine = status_of(folder, name), other = status_of(kept, name);
        if (!mine) continue;
        if (!other) {
            renameat2(folder, name.c_str(), kept, name.c_str(), RENAME_NOREPLACE);
        } else if (S_ISDIR(mine->st_mode) && S_ISDIR(other->st_mode)) {
            const Descriptor inner(open_folder(folder, name)), twin(open_folder(kept, name));
            if (inner >= 0 && twin >= 0) unlink_others(inner, twin, none_known);
            unlinkat(folder, name.c_str(), AT_REMOVEDIR);
        } else if (is_same(*mine, *other)) {
            unlinkat(folder, name.c_str(), 0);
        }
    }
}

}  // namespace nearfield
