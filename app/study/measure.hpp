#pragma once
// Results of an experiment's run: one number per measure, computed from values over time.
#include "params/expression.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// "NAME [UNIT] = HOW FORMULA when CONDITION", such as "evacuation_time [s] = first time when present == 0". The unit
/// and the condition are optional. HOW is final, first, mean, min or max. It summarises all moments that were measured
/// and met the condition.
struct Measure {
    enum class How { final, first, mean, min, max };
    static inline const std::vector<std::string> hows{"final", "first", "mean", "min", "max"};  ///< as written in files
    std::string text, name, unit;
    How how;
    Expression formula;
    std::optional<Expression> when;
};

/// Parses a measure over `names`. Throws UsageError, which names the mistake and its place.
Measure read_measure(const std::string& text, const std::vector<std::string>& names);

/// Axis label of the measure: "evacuation time (s)".
std::string label_of(const Measure& measure);

/// Accumulates the values of one measure over a run. The measure must outlive it.
class Gatherer {
  public:
    explicit Gatherer(const Measure& measure) : measure_(&measure) {}
    /// Adds the values of the names at the next moment. Skips a moment with an unknown value (NaN).
    void take(const std::vector<double>& values);
    /// NaN if there was no value.
    double result() const;

  private:
    const Measure* measure_;
    double kept_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace nearfield
