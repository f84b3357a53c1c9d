#include "libs/building/meet/narrow_settings.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace nearfield::building {

void require_valid(const NarrowSettings& s, bool has_trees) {
    if (s.narrow == Narrow::trees && !has_trees)
        throw UsageError("narrow: trees are walked on the CPU only; choose clipped or fragments, or backend cpu");
    if (s.fragment < 1 || s.fragment > 1024)
        throw UsageError(fmt::format("fragment: {} triangles; give 1 to 1024", s.fragment));
    if (!(s.launch_budget >= 0))
        throw UsageError(fmt::format("launch_budget: {} ms; give 0, for none, or more", s.launch_budget));
}

}  // namespace nearfield::building
