#pragma once
#include "base/endings.hpp"

#include <string>

namespace nearfield {

/// True if the text is the path of a document, with a slash or the ending .json. Any other text is the name of
/// something built in or saved, whatever files the current folder holds.
inline bool names_path(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(ending::document);
}

}  // namespace nearfield
