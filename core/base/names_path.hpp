#pragma once
#include "base/endings.hpp"

#include <string>

namespace nearfield {

/// True for the path of a document: it has a slash or ends in .json. Any other text is a name that the program or the
/// user has given, whatever files the current folder holds.
inline bool names_path(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(ending::document);
}

}  // namespace nearfield
