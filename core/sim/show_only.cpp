#include "sim/show_only.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace nearfield {
namespace {

std::string numbered(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t k = 0; k < names.size(); ++k) list += fmt::format("{}{} {}", k ? ", " : "", k, names[k]);
    return list;
}

void require_classes(const ShownValues& values, const std::string& attribute, const std::vector<std::string>& names) {
    for (u32 s = 0; s < values.count; ++s)
        for (const float end : {values.spans[s].lo, values.spans[s].hi})
            if (!std::isinf(end) && !(end >= 0 && end < float(names.size()) && end == std::floor(end)))
                throw UsageError(fmt::format("show: {} is no class of '{}'; give {}", end, attribute, numbered(names)));
}

}  // namespace

ShowOnly show_only(const std::string& text, const std::vector<Quantity>& attributes,
                   const std::function<std::vector<std::string>(int)>& names) {
    const Filter filter = read_filter(text);
    if (filter.values.all()) return {};
    const auto attribute = index_by_key(attributes, filter.attribute);
    if (!attribute)
        throw UsageError(fmt::format("show: no attribute '{}'.{}", filter.attribute,
                                     suggest(filter.attribute, keys_of(attributes))));
    if (const auto classes = names(int(*attribute)); !classes.empty())
        require_classes(filter.values, filter.attribute, classes);
    return {int(*attribute), filter.values};
}

}  // namespace nearfield
