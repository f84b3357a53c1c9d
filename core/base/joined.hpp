#pragma once
#include <string>
#include <vector>

namespace nearfield {

/// The words, with `between` between each two. fmt::join compiles much of fmt anew in every file.
std::string joined(const std::vector<std::string>& words, const std::string& between);

}  // namespace nearfield
