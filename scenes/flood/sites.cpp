#include "scenes/flood/sites.hpp"

#include "base/error.hpp"
#include "scenes/flood/described.hpp"

#include <fmt/format.h>

namespace nearfield::flood {

Setup prepare(const Params& params, u32 seed) {
    std::vector<std::string> keys;
    for (const auto& described : described_sites(seed)) {
        if (described.key == params.site) {
            Setup setup{.site = lay_out(described, params.cells, u32(params.columns))};
            setup.box = {.lo = vec<3>(0.f), .hi = vec<3>(setup.site.size, 0.f)};
            return setup;
        }
        keys.push_back(described.key);
    }
    throw UsageError(fmt::format("site: there is no '{}'.{}", params.site, suggest(params.site, keys)));
}

}  // namespace nearfield::flood
