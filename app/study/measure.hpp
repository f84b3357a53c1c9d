#pragma once
// What an experiment keeps of a run: one number per measure, from values over time.
#include "params/expression.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// "NAME [UNIT] = HOW FORMULA when CONDITION", such as "evacuation_time [s] = first time when present == 0". The unit
/// and the condition may be left out. HOW is final, first, mean, min or max, over all moments at which the run was
/// measured and the condition held.
struct Measure {
    enum class How { final, first, mean, min, max };
    static inline const std::vector<std::string> hows{"final", "first", "mean", "min", "max"};  ///< as they are written
    std::string text, name, unit;
    How how;
    Expression formula;
    std::optional<Expression> when;
};

/// Reads a measure over `names`. Throws UsageError, which says what is wrong and where.
Measure read_measure(const std::string& text, const std::vector<std::string>& names);

/// "evacuation time (s)": the measure as the label of an axis.
std::string label_of(const Measure& measure);

/// Gathers the values of one measure over a run. The measure must live as long.
class Gatherer {
  public:
    explicit Gatherer(const Measure& measure) : measure_(&measure) {}
    /// Takes the values of the names at the next moment. A value that is unknown (NaN) is left out.
    void take(const std::vector<double>& values);
    /// NaN if there was no value.
    double result() const;

  private:
    const Measure* measure_;
    double kept_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace nearfield
