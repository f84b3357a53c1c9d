#pragma once
// Numbers and texts about a building.
#include "scenes/building/depiction.hpp"
#include "scenes/building/narrow_settings.hpp"
#include "scenes/building/parts.hpp"
#include "sim/world.hpp"
#include "usp/report.hpp"

#include <chrono>
#include <functional>
#include <map>

namespace nearfield::building {

constexpr std::size_t colourings = 7;  ///< attributes, in the order of Colouring

std::vector<Quantity> describe_metrics();
std::vector<Quantity> describe_attributes();

/// In the order of describe_metrics().
std::vector<double> metrics_of(const Surfaces&, const Relations&, const Audit&, const NarrowCounts&, u32 launches);

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
