// The keratinocyte colony against populations computed by a program of its own, and what it does to a colony if cells
// see only as far as the bins of the published program, and of the thesis that optimised it, let them.
#include "app/validate/finding.hpp"
#include "sim/run.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield {
namespace {

constexpr unsigned seeds = 5;

/// A colony of 60 stem cells on 500 x 500 µm.
class ColonyRun {
  public:
    ColonyRun(const Ground& g, unsigned seed, const std::string& reads)
        : run_(find_scene("keratinocyte"), settings_of(seed, reads), g.backend) {}
    /// Number of cells after that tick.
    double cells_at(int tick) {
        while (metric("tick") < tick) run_.advance();
        return metric("cells");
    }
    double metric(const std::string& key) { return run_.metric(key); }

  private:
    static Settings settings_of(unsigned seed, const std::string& reads) {
        Settings settings = find_scene("keratinocyte").defaults();
        settings.set("seed", std::to_string(seed)), settings.set("reads", reads), settings.set("room", "4000");
        return settings;
    }
    Run run_;
};

unsigned seeds_of(const Ground& g) { return g.quick ? 2 : seeds; }

std::vector<Finding> population(const Ground& g) {
    constexpr int ticks[] = {300, 400, 500};
    constexpr double known[] = {647, 1072, 1498};
    const int many = g.quick ? 1 : 3;
    double mean[3] = {}, rounds = 0;
    for (unsigned s = 0; s < seeds_of(g); ++s) {
        ColonyRun run(g, g.seed + s, "all");
        for (int t = 0; t < many; ++t) mean[t] += run.cells_at(ticks[t]) / seeds_of(g);
        rounds += run.metric("rounds") / seeds_of(g);
    }
    std::vector<Finding> findings;
    const double share = g.quick ? 0.15 : 0.05;  // colonies differ by 7 % at tick 300
    for (int t = 0; t < many; ++t)
        findings.push_back(within(fmt::format("cells at tick {}, mean of {} seeds", ticks[t], seeds_of(g)), mean[t],
                                  (1 - share) * known[t], (1 + share) * known[t]));
    findings.push_back(within("rounds of forces per tick until then", rounds, 10, 17));
    return findings;
}

std::vector<Finding> reading(const Ground& g) {
    const int tick = g.quick ? 200 : 300;
    std::vector<Finding> findings;
    double whole = 0;
    for (const char* reads : {"all", "bins", "half-bins"}) {
        double mean = 0, squares = 0;
        const double n = seeds_of(g);
        for (unsigned s = 0; s < seeds_of(g); ++s) {
            const double cells = ColonyRun(g, g.seed + s, reads).cells_at(tick);
            mean += cells / n, squares += cells * cells / n;
        }
        const std::string what = fmt::format("cells at tick {}, reads {}", tick, reads);
        findings.push_back(told(what, mean));
        findings.push_back(told("  standard error", std::sqrt(std::max(0., squares - mean * mean) / (n - 1))));
        if (std::string(reads) == "all") whole = mean;
        else findings.push_back(told("  over those of reads all", 100 * (mean / whole - 1), "%"));
    }
    return findings;
}

}  // namespace

std::vector<Check> keratinocyte_checks() {
    const char* suite = "keratinocyte";
    return {{suite, "population", "a colony of 60 stem cells on 500 x 500 um", "", population},
            {suite, "reading", "the same if cells see as far as published bins let them", "", reading}};
}

}  // namespace nearfield
