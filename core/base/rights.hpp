#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// Ownership and permissions of a file or folder.
struct Rights {
    unsigned mode = 0, owner = 0, group = 0;
    std::vector<std::pair<std::string, std::string>> attributes;  ///< extended attributes: access lists (ACL) and the
                                                                  ///< user's own
};

/// The rights of a file or folder; none if it is missing or a link.
std::optional<Rights> rights_of(int folder, const std::string& name);

/// Applies rights to an open file or folder as far as the system permits. If the group cannot be set, the new group
/// gets no more than others.
void give_rights(int file, const Rights& rights);

}  // namespace nearfield
