#pragma once
// Numbers and texts about a building.
#include "libs/building/meet/narrow_settings.hpp"
#include "libs/building/queries/parts.hpp"
#include "scenes/building/depiction.hpp"
#include "sim/metrics.hpp"
#include "usp/explain/report.hpp"

#include <chrono>
#include <functional>
#include <map>

namespace nearfield::building {

constexpr std::size_t colourings = 7;  ///< attributes, in the order of Colouring

struct Metrics {
    double candidates = 0;
    std::array<double, predicates> pairs{};  ///< by Predicate
    double candidates_per_hit = 0, clusters = 0, open = 0;
    double box_tests = 0, tests_per_pair = 0, tests_theory = 0, overflow_rounds = 0, wee = 0;
    double launches = 0, triangle_pairs = 0, triangle_tests = 0, signs = 0, undecided = 0, rays = 0;
};

std::vector<MetricSpec> describe_metrics();
std::vector<Quantity> describe_attributes();

Metrics metrics_of(const Surfaces&, const Relations&, const Audit&, const NarrowCounts&, u32 launches);

/// Every attribute of every part, in the order of describe_attributes().
std::array<std::vector<float>, colourings> values_of(const Building&, const Relations&, std::optional<u32> picked,
                                                     const std::vector<bool>& near);

/// Names of a colouring's values; empty if they are plain numbers.
std::vector<std::string> value_names(const Building&, Colouring);

/// Remarks on what is missing or simplified in the picture of a building.
std::vector<std::string> remarks_on(const Building&, const Shapes&);

/// Closeness of pairs, computed once per pair and question, within a time limit per request.
class ClosenessOfPairs {
  public:
    void forget() { known_.clear(); }
    /// Restarts the time limit.
    void begin() { since_ = Clock::now(); }
    /// None once the time limit is over.
    std::optional<Closeness> of(const Building&, const PlacedSurfaces&, u32 a, u32 b, Predicate);

  private:
    using Clock = std::chrono::steady_clock;
    std::map<std::pair<u32, u32>, Closeness> known_;
    Clock::time_point since_{};
};

/// Sources for the facts of a part.
struct Known {
    const Building& building;
    const Surfaces& surfaces;
    const Relations& relations;
    std::function<std::optional<Closeness>(u32 a, u32 b, Predicate)> closeness;  ///< none: out of time
    std::function<Extent(u32)> extent;                                           ///< extent of a part as drawn
};

/// Facts about a part, then its partners, the most serious first. With a part `beside`, starts with a sentence about
/// their relation.
std::vector<Fact> facts_of(const Known&, u32 part, std::optional<u32> beside);

/// Matrix of all relations but disjoint, with parts sorted by storey, type and name. Null for more than 2000 parts.
std::shared_ptr<const PairTable> pair_table(const Building&, const Relations&,
                                            const std::function<Extent(u32)>& extent);

}  // namespace nearfield::building
