#pragma once
#include "sim/world.hpp"

#include <functional>

namespace nearfield {

/// The elements left visible by the parameter `show`.
struct ShowOnly {
    int attribute = -1;  ///< index into SceneInfo::attributes; -1: everything is shown
    ShownValues values;  ///< of that attribute
};

/// `names`: of the values 0, 1 ... of an attribute; empty if they are numbers. Throws UsageError for a text that is no
/// filter, an unknown attribute, and an unknown class.
ShowOnly show_only(const std::string& text, const std::vector<Quantity>& attributes,
                   const std::function<std::vector<std::string>(int)>& names);

}  // namespace nearfield
