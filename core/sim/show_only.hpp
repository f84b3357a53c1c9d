#pragma once
#include "sim/world.hpp"

#include <functional>

namespace nearfield {

/// What the parameter `show` leaves of the elements.
struct ShowOnly {
    int attribute = -1;  ///< index into SceneInfo::attributes; -1: everything is shown
    ShownValues values;  ///< of that attribute
};

/// `names`: of the values 0, 1 ... of an attribute; empty: they are numbers. Throws UsageError for a text that is no
/// filter, for an attribute that is not among these, and for the number of a class that there is not.
ShowOnly show_only(const std::string& text, const std::vector<Quantity>& attributes,
                   const std::function<std::vector<std::string>(int)>& names);

}  // namespace nearfield
