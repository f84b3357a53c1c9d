#pragma once
// The runs of a study: every combination of parameter values.
#include "app/chart.hpp"
#include "app/study/plot_script.hpp"
#include "base/error.hpp"
#include "base/platform.hpp"
#include "exec/backend.hpp"
#include "params/settings.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// A text of a file or a flag, and its place: `door.json: "stop"` or "--stop".
struct Stated {
    std::string text, where;
};

/// Calls `read` and begins the message of a UsageError with the place.
template <class Read> auto at(const std::string& where, Read read) {
    try {
        return read();
    } catch (const UsageError& problem) {
        const std::string what = problem.what();
        throw UsageError(what.rfind(where, 0) == 0 ? what : where + ": " + what);
    }
}

/// A parameter and its values as text.
struct Sweep {
    std::string key;
    std::vector<std::string> values;

    bool operator==(const Sweep&) const = default;
};

/// Reads "v1,v2,..." as values of a parameter. For a numeric parameter each may be a range FROM:TO:STEP, or FROM:TO in
/// steps of 1. Throws UsageError, beginning with `flag` and the whole text, for a parameter or value that `settings`
/// refuses, a repeated value, a range that ends before it begins or has no step, and more than 10,000 values.
Sweep read_values(const std::string& flag, const std::string& key, const std::string& values, const Settings& settings);
/// Reads "key=v1,v2,...".
Sweep read_sweep(const std::string& text, const Settings& settings, const std::string& flag);

/// Parameter values: {{"dimensions", "2"}}.
using Chosen = std::vector<std::pair<std::string, std::string>>;

/// The runs of a study: every combination of the sweeps' values. The last sweep's values change fastest. Runs are
/// counted from 0.
class StudyPlan {
  public:
    explicit StudyPlan(Settings start, Backend where = Backend::cpu) : settings(std::move(start)), backend(where) {}

    /// Adds a sweep. Throws UsageError, beginning with `where`, if the parameter is swept already or the runs become
    /// too many.
    void add(Sweep sweep, const std::string& where);
    /// Removes the runs in which none of these choices holds. Called at most once, after all sweeps are added.
    void keep_only(std::vector<Chosen> any);
    /// Sets the second choice in runs where the first holds.
    void imply(std::vector<std::pair<Chosen, Chosen>> implied);

    u64 runs() const { return only_some_ ? kept_.size() : combinations_; }
    const std::vector<Sweep>& sweeps() const { return sweeps_; }
    bool varies(const std::string& key) const;
    /// Index of a parameter's sweep. Throws UsageError if it is not swept.
    std::size_t index(const std::string& key) const;
    /// The swept values of a run.
    std::vector<std::string> values(u64 run) const;
    Settings settings_of(u64 run) const;

    Settings settings;  ///< of the parameters that are not swept
    Backend backend;

  private:
    std::vector<Sweep> sweeps_;
    u64 combinations_ = 1;
    bool only_some_ = false;
    std::vector<u64> kept_;  ///< combinations that are runs, if not all are
    std::vector<std::pair<Chosen, Chosen>> implied_;
};

/// The values as `Settings` writes them. Throws UsageError for a value that it refuses.
std::vector<std::string> spelled(const std::string& key, std::vector<std::string> values, const Settings& settings);

/// "search.visit" as "visit".
std::string short_name(const std::string& key);
/// "visit bins, sort radix": values in the order of the sweeps, from index `from` on.
std::string described(const std::vector<Sweep>& sweeps, const std::vector<std::string>& values, std::size_t from = 0);
/// A chart over the values of a sweep. Without a key it has one place on the x axis, called `otherwise`.
/// The script's axes and lines for the swept keys but the seed; the measures are missing.
PlotScript script_over(const StudyPlan& plan);
Chart chart_over(const StudyPlan& plan, const std::string& key, const std::string& otherwise);
/// Index of a value on the x axis; the number of values if it is missing.
std::size_t place_of(const std::string& value, const Chart& chart);

}  // namespace nearfield
