#include "exec/memory_group.hpp"

#include "base/read_file.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t no_limit = ~std::size_t{0};

struct Names {
    const char *limit, *used, *reclaimable;  ///< the last is a line of memory.stat: file pages that can be reclaimed at
                                             ///< once
};
constexpr Names version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
    version_2{"memory.max", "memory.current", "inactive_file"};

/// Reads a number; empty if the file is absent or says "max".
std::optional<std::size_t> number_in(const fs::path& file) {
    std::istringstream in(read_system_file(file));
    std::size_t number = 0;
    if (in >> number) return number;
    return std::nullopt;
}

std::size_t number_at(const fs::path& file, const std::string& wanted) {
    std::istringstream in(read_system_file(file));
    std::string key;
    std::size_t number = 0;
    while (in >> key >> number)
        if (key == wanted) return number;
    return 0;
}

std::size_t left_in(const fs::path& group, const Names& names) {
    const auto limit = number_in(group / names.limit), used = number_in(group / names.used);
    if (!limit || !used) return no_limit;
    const std::size_t kept = *used - std::min(*used, number_at(group / "memory.stat", names.reclaimable));
    return *limit > kept ? *limit - kept : 0;
}

/// The minimum over a group and all its ancestors. In a container its own group may appear as the outermost one.
std::size_t left_in_all(const fs::path& outermost, fs::path group, const Names& names) {
    std::size_t least = left_in(outermost, names);
    for (; group.has_relative_path(); group = group.parent_path())
        least = std::min(least, left_in(outermost / group.relative_path(), names));
    return least;
}

}  // namespace

std::size_t bytes_left_in_group(const fs::path& own, const fs::path& mounted) {
    std::istringstream in(read_system_file(own));
    std::size_t least = no_limit;
    for (std::string line; std::getline(in, line);) {  // NUMBER:CONTROLLERS:PATH; version 2 has number 0
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const fs::path group = line.substr(second + 1);
        if (controllers == "memory") least = std::min(least, left_in_all(mounted / "memory", group, version_1));
        if (controllers.empty()) least = std::min(least, left_in_all(mounted, group, version_2));
    }
    return least;
}

}  // namespace nearfield
