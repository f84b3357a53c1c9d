#pragma once
#include <string>
#include <vector>

namespace nearfield {

/// Joins words with a separator. fmt::join would compile much of fmt anew in every file.
std::string joined(const std::vector<std::string>& words, const std::string& between);

}  // namespace nearfield
