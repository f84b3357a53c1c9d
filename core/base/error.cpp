#include "base/error.hpp"

#include <algorithm>
#include <numeric>

namespace nearfield {
namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

}  // namespace

std::string suggest(const std::string& given, const std::vector<std::string>& names) {
    const std::string* best = nullptr;
    constexpr std::size_t longest = 100;  // the edit distance takes time proportional to the product of both lengths
    std::size_t least = std::max<std::size_t>(2, given.size() / 2) + 1;
    for (const auto& name : names) {
        if (given.size() > longest) break;
        const bool ends_alike = name.size() > given.size() && !given.empty() && name.ends_with(given);
        const std::size_t distance = ends_alike ? 1 : edit_distance(given, name);
        if (distance < least) {
            least = distance;
            best = &name;
        }
    }
    if (best) return " Did you mean '" + *best + "'?";
    std::string all = " Valid:";
    for (const auto& name : names) all += " " + name;
    return all + ".";
}

}  // namespace nearfield
