#pragma once
#include "base/hidden_file.hpp"

namespace nearfield {

/// Hard-links all entries of the open folder `from` into the folder `to`, except `known` ones. Subfolders are made
/// anew. Throws std::filesystem::filesystem_error, which names the entry that cannot be linked.
void link_others(int from, int to, const KnowsName& known);

/// Removes the user's `known` files from a folder, and entries that `kept` has, too. Moves other entries, which were
/// added meanwhile, to `kept` unless their name is taken there.
void unlink_others(int folder, int kept, const KnowsName& known);

}  // namespace nearfield
