#pragma once
#include "app/cli/stats.hpp"

#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace nearfield {

/// What one configuration of a sweep is known by in the file: everything that could change its times.
struct BenchKey {
    std::string scene, backend, device, version, settings;  ///< settings: "key=value;..." of the rest that is not default
    unsigned actors = 0;
    unsigned long long seed = 0, steps = 0, warmup = 0;
    std::vector<std::string> values;  ///< of the swept parameters, in the order of the sweeps
    /// The first cells of its rows, as one text.
    std::string cells() const;
};

/// Work per query, averaged over the actors at the last step.
struct BenchWork {
    double neighbours = 0, candidates = 0;
};

/// The rows of a sweep's CSV file: one per configuration and stage, the stage "total" among them.
class BenchTable {
  public:
    explicit BenchTable(const std::vector<std::string>& swept);

    /// Takes over the rows of an earlier run. Throws UsageError if the file is of another sweep or not one of ours.
    void resume(const std::filesystem::path& path);
    bool holds(const BenchKey& key) const { return known_.count(key.cells()) > 0; }
    void add(const BenchKey& key, const StageTimes& times, const BenchWork& work);
    void write(std::ostream& out) const;
    /// Statistics of the stage "total" of a configuration that the table holds.
    Stats total(const BenchKey& key) const;

  private:
    std::string header_;
    std::size_t key_cells_;
    std::vector<std::string> lines_;
    std::set<std::string> known_;
};

}  // namespace nearfield
