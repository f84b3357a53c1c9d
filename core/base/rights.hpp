#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// Who may do what with a file or folder.
struct Rights {
    unsigned mode = 0, owner = 0, group = 0;
    std::vector<std::pair<std::string, std::string>> attributes;  ///< lists of access, the user's notes
};

/// Those of a file or folder; none if there is nothing of that name. A link has none.
std::optional<Rights> rights_of(int folder, const std::string& name);

/// Gives an open file or folder these rights, as far as the system lets the user. A group that cannot be given gets no
/// more than everybody else.
void give_rights(int file, const Rights& rights);

}  // namespace nearfield
