#pragma once
// Preparation of a site from the parameters.
#include "base/vec.hpp"
#include "libs/plans/plan.hpp"
#include "scenes/flood/site/described.hpp"
#include "scenes/flood/site/params.hpp"
#include "scenes/flood/site/site.hpp"

#include <memory>

namespace nearfield::flood {

struct Setup {
    int dimensions = 2;
    Environment<3> box;
    Site site;
    std::shared_ptr<const SiteDescription> described;  ///< description from which the site was divided
    std::shared_ptr<const plans::Plan> plan;           ///< of a site made from a plan; both share coordinates
};

/// The site that the parameters name. Throws UsageError if there is none, or if it cannot be divided into cells.
Setup prepare(const Params& params, u32 seed);

}  // namespace nearfield::flood
