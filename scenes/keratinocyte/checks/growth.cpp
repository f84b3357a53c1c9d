// The keratinocyte colony against populations from an independent program, and the effect of limited range: cells that
// see only as far as the bins of the published program (FLAME GPU), or of Chisholm's optimised version (2020).
#include "scenes/keratinocyte/checks.hpp"
#include "sim/scene_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// A colony of 60 stem cells on 500 x 500 µm.
class ColonyRun : public SceneRun {
  public:
    ColonyRun(const Conditions& g, unsigned seed, const std::string& reads)
        : SceneRun("keratinocyte", g.backend, {{"seed", std::to_string(seed)}, {"reads", reads}, {"room", "4000"}},
                   {}) {}
    /// Number of cells after that tick.
    double cells_at(int tick) {
        while (metric("tick") < tick) step();
        return metric("cells");
    }
};

unsigned seeds_of(const Conditions& g) { return g.quick ? 2 : 5; }

constexpr int ticks[] = {300, 400, 500};
constexpr double known[] = {647, 1072, 1498};

/// Number of cells, in all and per type, over the ticks, averaged over seeds.
class Populations {
  public:
    Populations() {
        for (const auto& metric : find_scene("keratinocyte").metrics)
            if (metric.chart == "cells by type") {
                keys_.push_back(metric.key);
                curves_.push_back({metric.title, {}});
            }
    }
    /// Adds one of `seeds` runs, up to a tick.
    void follow(ColonyRun& run, int to, double seeds) {
        for (int tick = 0; tick <= to; tick += every) {
            run.cells_at(tick);
            const auto at = std::size_t(tick / every);
            for (std::size_t k = 0; k < keys_.size(); ++k) {
                auto& points = curves_[k].points;
                if (points.size() == at) points.push_back({tick, 0});
                points[at].second += run.metric(keys_[k]) / seeds;
            }
        }
    }
    double mean(int tick) const { return curves_[0].points[std::size_t(tick / every)].second; }
    CurvesOverData drawn() const {
        CurvesOverData all{.title = "Cells of a colony by type", .x_label = "tick", .y_label = "cells", .lines = {}};
        for (const auto& curve : curves_)
            if (std::any_of(curve.points.begin(), curve.points.end(), [](const auto& p) { return p.second > 0; }))
                all.lines.push_back(curve);
        CurvesOverData::Line of_other_program{"all, another program", {}, true};
        for (int t = 0; t < 3; ++t)
            if (ticks[t] <= curves_[0].points.back().first) of_other_program.points.push_back({ticks[t], known[t]});
        all.lines.push_back(of_other_program);
        return all;
    }

  private:
    static constexpr int every = 10;
    std::vector<std::string> keys_;
    std::vector<CurvesOverData::Line> curves_;
};

Findings population(const Conditions& g) {
    const int many = g.quick ? 1 : 3;
    double rounds = 0;
    Populations populations;
    for (unsigned s = 0; s < seeds_of(g); ++s) {
        ColonyRun run(g, g.seed + s, "all");
        populations.follow(run, ticks[many - 1], seeds_of(g));
        rounds += run.metric("rounds") / seeds_of(g);
    }
    g.draw(populations.drawn());
    Findings findings;
    const double share = g.quick ? 0.15 : 0.05;  // colonies differ by 7 % at tick 300
    for (int t = 0; t < many; ++t)
        findings.push_back(within(fmt::format("cells at tick {}, mean of {} seeds", ticks[t], seeds_of(g)),
                                  populations.mean(ticks[t]), (1 - share) * known[t], (1 + share) * known[t]));
    findings.push_back(within("rounds of forces per tick until then", rounds, 10, 17));
    return findings;
}

Findings reading(const Conditions& g) {
    const int tick = g.quick ? 200 : 300;
    Findings findings;
    double whole = 0;
    for (const char* reads : {"all", "bins", "half-bins"}) {
        double mean = 0, squares = 0;
        const double n = seeds_of(g);
        for (unsigned s = 0; s < seeds_of(g); ++s) {
            const double cells = ColonyRun(g, g.seed + s, reads).cells_at(tick);
            mean += cells / n;
            squares += cells * cells / n;
        }
        const std::string what = fmt::format("cells at tick {}, reads {}", tick, reads);
        findings.push_back(reported(what, mean));
        findings.push_back(reported("  standard error", std::sqrt(std::max(0., squares - mean * mean) / (n - 1))));
        if (std::string(reads) == "all") whole = mean;
        else findings.push_back(reported("  over those of reads all", 100 * (mean / whole - 1), "%"));
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
