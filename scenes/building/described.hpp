#pragma once
// What the scene says of a building in numbers and words.
#include "libs/building/meet/narrow_settings.hpp"
#include "libs/building/queries/parts.hpp"
#include "scenes/building/depiction.hpp"
#include "sim/world.hpp"
#include "usp/explain/report.hpp"

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

/// What the values of a colouring stand for; empty if they are numbers.
std::vector<std::string> value_names(const Building&, Colouring);

/// What of a building is missing or is not drawn as it is.
std::vector<std::string> remarks_on(const Building&, const Shapes&);

/// How near parts are, measured once per pair and question, and not for longer than a person waits.
class ClosenessOfPairs {
  public:
    void forget() { known_.clear(); }
    /// From here on there is time again.
    void begin() { since_ = Clock::now(); }
    /// None if the time is over.
    std::optional<Closeness> of(const Building&, const PlacedSurfaces&, u32 a, u32 b, Predicate);

  private:
    using Clock = std::chrono::steady_clock;
    std::map<std::pair<u32, u32>, Closeness> known_;
    Clock::time_point since_{};
};

/// What is known of parts, to be said of one.
struct Known {
    const Building& building;
    const Surfaces& surfaces;
    const Relations& relations;
    std::function<std::optional<Closeness>(u32 a, u32 b, Predicate)> closeness;  ///< none: it takes too long
    std::function<Extent(u32)> extent;                                           ///< where a part is drawn
};

/// What is to be said of a part, and its partners, the most serious first. Before that how it lies to the part `beside`
/// it, in a sentence.
std::vector<Fact> facts_of(const Known&, u32 part, std::optional<u32> beside);

/// All relations but disjoint as a matrix, its parts in the order of storeys, types and names. Null for more than 2000
/// parts.
std::shared_ptr<const PairTable> pair_table(const Building&, const Relations&,
                                            const std::function<Extent(u32)>& extent);

}  // namespace nearfield::building
