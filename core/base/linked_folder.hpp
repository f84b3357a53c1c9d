#pragma once
#include "base/hidden_file.hpp"

namespace nearfield {

/// Gives what is in the open folder `from` names in the folder `to`, too, except what is `known` there; folders are
/// made anew. Throws std::filesystem::filesystem_error with the name of what cannot be linked.
void link_others(int from, int to, const KnowsName& known);

/// Takes apart a folder whose content has names in another one: removes the user's files that are `known`, and all that
/// is in `kept`, too. What came in between moves there; it stays if its name is taken.
void unlink_others(int folder, int kept, const KnowsName& known);

}  // namespace nearfield
