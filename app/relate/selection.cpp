#include "app/relate/selection.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nearfield {
namespace {

bool same(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

bool fits(const std::string& text, const std::string& pattern) {
    std::size_t t = 0, p = 0, star = std::string::npos,
                from = 0;  // star, from: last *, and the position where its rest was tried
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.size() && same(text[t], pattern[p])) {
            ++t;
            ++p;
        } else if (star != std::string::npos) {
            p = star + 1;
            t = ++from;
        } else return false;
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

Selection::Selection(std::string flag, const std::string& text) : flag_(std::move(flag)), text_(text), key_("id") {
    if (text == "*") {
        patterns_ = {"*"};
        return;
    }
    const auto equals = text.find('=');
    key_ = text.substr(0, equals);
    const std::vector<std::string> keys{"type", "storey", "name", "group", "id"};
    if (equals == std::string::npos || std::find(keys.begin(), keys.end(), key_) == keys.end())
        throw UsageError(fmt::format("{} {}: give type=, storey=, name=, group= or id= and a value, or *.{}", flag_,
                                     text_, equals == std::string::npos ? "" : suggest(key_, keys)));
    for (std::size_t at = equals + 1; at <= text.size();) {
        const auto comma = std::min(text.find(',', at), text.size());
        patterns_.push_back(text.substr(at, comma - at));
        at = comma + 1;
    }
}

std::vector<std::string> Selection::values_of(const building::Part& part) const {
    if (key_ == "group") return part.groups;
    return {key_ == "type" ? part.type : key_ == "storey" ? part.storey : key_ == "name" ? part.name : part.id};
}

bool Selection::holds(const building::Part& part) const {
    const auto values = values_of(part);
    const auto fits_one = [&](const std::string& pattern) {
        return std::any_of(values.begin(), values.end(), [&](const auto& value) { return fits(value, pattern); });
    };
    return std::any_of(patterns_.begin(), patterns_.end(), fits_one);
}

void Selection::require_some(const building::Building& building) const {
    for (const auto& pattern : patterns_) {
        std::set<std::string> values;
        bool found = false;
        for (const auto& part : building.parts)
            for (const auto& value : values_of(part)) {
                values.insert(value);
                found |= fits(value, pattern);
            }
        if (found) continue;
        std::vector<std::string> some(values.begin(), values.end());
        if (some.size() > 12) some.resize(12);
        throw UsageError(fmt::format("{} {}: {} {} '{}'.{}", flag_, text_,
                                     values.empty() ? "no part has a" : "no part has", key_, pattern,
                                     suggest(pattern, some)));
    }
}

std::vector<Sides> read_sides(const std::string& flag, const std::vector<std::string>& values) {
    if (values.size() % 2)
        throw UsageError(fmt::format("{}: {} values; give two sides, as in {} type=IfcWall 'type=IfcPipe*'", flag,
                                     values.size(), flag));
    std::vector<Sides> sides;
    for (std::size_t i = 0; i < values.size(); i += 2) sides.push_back({{flag, values[i]}, {flag, values[i + 1]}});
    return sides;
}

}  // namespace nearfield
