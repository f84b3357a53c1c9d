#pragma once
#include <functional>
#include <string>
#include <vector>

namespace nearfield {

/// A random name for an incomplete file or folder: .nearfield-, 16 hexadecimal digits, .tmp. Its writer holds a lock on
/// it (flock).
std::string hidden_name();

/// Makes and locks a file with a hidden_name() in an open folder. Returns its descriptor, open for reading and writing,
/// or -1 with errno, in which case `name` is unchanged.
int make_hidden_file(int folder, std::string& name, unsigned mode);

/// True for names of files that the program writes.
using KnowsName = std::function<bool(const std::string&)>;

/// Names of all entries of an open folder, in no particular order.
std::vector<std::string> names_in(int folder);

/// True for a regular file that the user owns; for root also one of the folder's owner.
bool is_own_file(int folder, const std::string& name);

/// Removes the user's `known` regular files from an open folder. Returns the names of the remaining entries.
std::vector<std::string> remove_known(int folder, const KnowsName& known);

/// Removes leftovers of killed programs from an open folder: regular files with a hidden name and, if `known` is given,
/// folders with a hidden name that hold only `known` regular files. They must be the user's, older than a minute and
/// unlocked. Each folder is searched once.
void remove_orphans(int folder, const KnowsName& known = {});

}  // namespace nearfield
