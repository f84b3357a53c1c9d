#pragma once
#include <functional>
#include <string>
#include <vector>

namespace nearfield {

/// A name that nobody can guess, for a file or folder that is not complete: .nearfield-, 16 hexadecimal digits, .tmp.
/// Whoever writes it holds a lock on it (flock).
std::string hidden_name();

/// Makes a file of such a name in an open folder and locks it. Returns its descriptor, open for reading and writing, or
/// -1 with errno; `name` stays as it is then.
int make_hidden_file(int folder, std::string& name, unsigned mode);

/// Whether the program writes files of that name.
using KnowsName = std::function<bool(const std::string&)>;

/// The names of what is in an open folder, in no order.
std::vector<std::string> names_in(int folder);

/// True for a regular file of the user's; root may also remove those of the folder's owner.
bool is_own_file(int folder, const std::string& name);

/// Removes the user's regular files with names that are `known` from an open folder. Returns the names that stay.
std::vector<std::string> remove_known(int folder, const KnowsName& known);

/// Removes what killed programs left in an open folder under hidden names: regular files, and folders with nothing but
/// regular files that are `known`, if that is given; all of them the user's own, older than a minute, and locked by
/// nobody. Looks once at each folder.
void remove_orphans(int folder, const KnowsName& known = {});

}  // namespace nearfield
