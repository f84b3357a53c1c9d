#include "base/joined.hpp"

namespace nearfield {

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string all;
    for (const auto& word : words) all += (&word == words.data() ? "" : between) + word;
    return all;
}

}  // namespace nearfield
