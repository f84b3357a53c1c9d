#include "app/panels/explain/gains.hpp"

#include "app/ui/format.hpp"
#include "base/error.hpp"
#include "usp/explain/probe.hpp"
#include "usp/store/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace nearfield::ui {
namespace {

constexpr const char *visit_key = "search.visit", *ratio_key = "search.bin_ratio", *sort_key = "search.sort";

std::string two(double value) { return number(std::round(value * 100) / 100); }
std::string times(int count) { return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count); }
std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }
std::string or_dash(std::optional<double> value) { return value ? two(*value) : "–"; }

template <int D> Grid<D> grid_of(const GainFacts& facts, const SearchSettings& search) {
    const auto& box = facts.box;
    return make_grid(Environment<D>{vec<D>(box.lo), vec<D>(box.hi), box.wrapped}, facts.status.grid.radius, search,
                     facts.status.actors);
}

template <int D> std::optional<double> surplus_in(const GainFacts& facts, const SearchSettings& search) {
    const auto& status = facts.status;
    const auto grid = grid_of<D>(facts, search);
    const double surplus = surplus_theory(grid, search.visit, status.grid.sight, cuts_to_sight(search) && !grid.sparse);
    return surplus > 0 ? std::optional(surplus) : std::nullopt;
}

/// Results of Tune. Valid only if no settings other than the way of searching have changed since.
class Tuned {
  public:
    explicit Tuned(const Status& status)
        : tuning_(status.answers.tuning.get()),
          settings_(*status.settings),
          step_(status.answers.tuned_step) {
        if (!tuning_) why_not_ = "Tune has not timed it";
        else if (!same_state()) tuning_ = nullptr, why_not_ = "settings have changed since Tune timed it";
    }

    /// Returns the fastest tuned way that satisfies `meant`.
    const TunedWay* best(const std::function<bool(const Settings&)>& meant) const {
        const TunedWay* best = nullptr;
        if (tuning_)
            for (const auto& way : tuning_->ways)
                if (meant(way.settings) && (!best || way.whole().ms < best->whole().ms)) best = &way;
        return best;
    }
    const TunedWay* best_visit(Visit visit) const {
        return best([&](const Settings& s) { return s.choice(visit_key) == int(visit); });
    }
    const TunedWay* winner() const { return tuning_ ? &tuning_->winner() : nullptr; }
    const std::string& why_not() const { return why_not_; }
    std::string when() const { return fmt::format("Tune at step {}", grouped(double(step_))); }

  private:
    bool same_state() const {
        const auto& chosen = tuned_keys();
        const auto harmless = [&](const std::string& key) {
            return key == "search.auto" || settings_.spec(key).section == Section::common ||
                   std::find(chosen.begin(), chosen.end(), key) != chosen.end();
        };
        for (const auto& key : settings_.differing(tuning_->ways[tuning_->start].settings))
            if (!harmless(key)) return false;
        return true;
    }
    const Tuning* tuning_;
    const Settings& settings_;
    u64 step_;
    std::string why_not_;
};

/// Compares two medians. Differences within the spread of the times, or below 3 %, count as even.
Verdict verdict_of(const Median& one, const Median& other) {
    constexpr double clear = 0.03;
    const double apart = one.ms - other.ms, spread = std::max(one.spread, other.spread);
    if (std::abs(apart) <= std::max(clear * other.ms, spread)) return Verdict::even;
    return apart < 0 ? Verdict::pays : Verdict::costs;
}

/// Appends the measured comparison to a gain, such as "; measured, a step with strips takes 0.71 of the time with bins,
/// each at its best ratio (Tune at step 120)".
Gain compared(const Tuned& tuned, Gain gain, const char* with, const TunedWay* one, const char* without,
              const TunedWay* other, const char* how) {
    if (!one || !other) {
        gain.words +=
            fmt::format("; not measured: {}.", tuned.why_not().empty() ? "Tune did not try both" : tuned.why_not());
        return gain;
    }
    const double ratio = one->whole().ms / other->whole().ms;
    gain.verdict = verdict_of(one->whole(), other->whole());
    gain.words += fmt::format("; measured, a step with {} takes {} of the time with {}{} ({}).", with, two(ratio),
                              without, how, tuned.when());
    return gain;
}

template <class With, class Without> Gain compared_visits(const Tuned& tuned, const Gain& gain) {
    return compared(tuned, gain, With::name, tuned.best_visit(visit_of<With>), Without::name,
                    tuned.best_visit(visit_of<Without>), ", each at its fastest ratio");
}

SearchSettings with_visit(const GainFacts& facts, Visit visit) {
    SearchSettings search = search_settings(*facts.status.settings);
    search.visit = visit;
    return search;
}

std::optional<double> surplus_with(const GainFacts& facts, const SearchSettings& search) {
    try {
        return facts.dimensions == 3 ? surplus_in<3>(facts, search) : surplus_in<2>(facts, search);
    } catch (const Error&) { return {}; }
}

Gain search_at_all(const GainFacts& facts, const Tuned& tuned) {
    const auto& status = facts.status;
    const auto& audit = status.audit;
    const double others = std::max(0., double(status.present) - 1);
    const bool brute = !reads_bins(search_settings(*status.settings).visit);
    Gain gain{"Search against brute force", Verdict::unknown, {}};
    const auto theory =
        surplus_with(facts, with_visit(facts, brute ? visit_of<FusedVisit> : search_settings(*status.settings).visit));
    const std::string expected =
        audit && theory ? number(std::round(*theory * audit->neighbours * 10) / 10) : std::string("–");
    if (brute)
        gain.words = fmt::format("By brute force a query tests all {} others; fused, it would test {} in theory",
                                 grouped(others), expected);
    else
        gain.words =
            fmt::format("A query tests {} of {} others, in theory {}",
                        audit ? number(std::round(audit->candidates * 10) / 10) : "–", grouped(others), expected);
    if (audit && !brute && audit->candidates > 0 && others > 0)
        gain.words += fmt::format(": 1 in {}", number(std::round(others / audit->candidates * 10) / 10));
    const auto* all = tuned.best_visit(visit_of<BruteVisit>);
    const auto* bins = tuned.best([](const Settings& s) { return reads_bins(Visit(s.choice(visit_key))); });
    if (!all && tuned.winner()) {
        gain.words += "; not measured: Tune times brute force up to 2,000 actors only.";
        return gain;
    }
    return compared(tuned, gain, "bins", bins, "brute force", all, "");
}

Gain bin_width(const GainFacts& facts, const Tuned& tuned) {
    const auto& status = facts.status;
    const auto search = search_settings(*status.settings);
    const auto& audit = status.audit;
    Gain gain{"Bin width", Verdict::unknown, {}};
    if (!reads_bins(search.visit)) {
        gain.words = "Brute force has no bins.";
        return gain;
    }
    const std::optional<double> measured = audit && audit->surplus > 0 ? std::optional(audit->surplus) : std::nullopt;
    gain.words = fmt::format("At W/R = {} a query tests {} candidates per neighbour in theory, {}, and {} as measured",
                             number(search.bin_ratio), or_dash(surplus_with(facts, search)),
                             info(search.visit).surplus(facts.dimensions), or_dash(measured));
    const auto same_visit = [&](const Settings& s) { return s.choice(visit_key) == int(search.visit); };
    const auto* best = tuned.best(same_visit);
    const auto* present = tuned.best([&](const Settings& s) {
        return same_visit(s) && std::abs(s.number(ratio_key) - search.bin_ratio) < 1e-4 * search.bin_ratio;
    });
    if (best && present && best == present) {
        gain.verdict = Verdict::pays;
        gain.words += fmt::format("; of the ratios measured it is the fastest ({}).", tuned.when());
        return gain;
    }
    if (best && !present) {
        gain.words += fmt::format("; not measured: the fastest ratio was {} ({}), this one was not timed.",
                                  number(best->settings.number(ratio_key)), tuned.when());
        return gain;
    }
    const std::string fastest = best ? fmt::format("the fastest, {}", number(best->settings.number(ratio_key))) : "";
    return compared(tuned, gain, "it", present, fastest.c_str(), best, "");
}

Lengths lengths(const GainFacts& facts) {
    const auto& grid = facts.status.grid;
    return {facts.dimensions, grid.radius, grid.width.x, grid.width.y, grid.width.z};
}

Gain strips(const GainFacts& facts, const Tuned& tuned) {
    const auto& audit = facts.status.audit;
    const Visit visit = search_settings(*facts.status.settings).visit;
    Gain gain{"Strips", Verdict::unknown, {}};
    if (!reads_bins(visit)) {
        gain.words = "Brute force reads no bins: –";
    } else {
        const double rows = info(visit).rows(lengths(facts));
        const auto bins = info(visit).bins(lengths(facts));
        const bool one_by_one = nearfield::one_by_one(visit);
        const double strips = audit ? (one_by_one ? rows : audit->strips) : 0;
        gain.words = fmt::format("A query reads {} in {} rows in theory, {} bins in {} as measured, so a strip "
                                 "holds {} actors",
                                 bins ? two(*bins) + " bins" : "bins", two(rows), audit ? two(audit->bins) : "–",
                                 audit && !one_by_one ? two(audit->strips) : "–",
                                 strips > 0 ? two((audit->candidates + 1) / strips) : "–");
    }
    return compared_visits<StripsVisit, BinsVisit>(tuned, gain);
}

Gain trimmed(const GainFacts& facts, const Tuned& tuned) {
    const auto cut = surplus_with(facts, with_visit(facts, visit_of<TrimmedVisit>)),
               whole = surplus_with(facts, with_visit(facts, visit_of<StripsVisit>));
    return compared_visits<TrimmedVisit, StripsVisit>(
        tuned, {"Trimmed strips", Verdict::unknown,
                fmt::format("Cut to the {} at this ratio, strips hold {} candidates per neighbour in theory "
                            "instead of {}",
                            facts.dimensions == 3 ? "ball" : "circle", or_dash(cut), or_dash(whole))});
}

Gain fused(const GainFacts& facts, const Tuned& tuned) {
    const auto& status = facts.status;
    const auto& audit = status.audit;
    const bool gpu = status.backend == Backend::cuda;
    const auto search = search_settings(*status.settings);
    const std::string lanes = audit ? percent(audit->wee) : "–";
    std::string words = fmt::format("Bins {} times finer along x leave {} candidates per neighbour in theory",
                                    search.fine, or_dash(surplus_with(facts, with_visit(facts, visit_of<FusedVisit>))));
    if (gpu)
        words +=
            fmt::format(", and with {} a warp's lanes spend {} of their time on tests", info(search.visit).name, lanes);
    return compared_visits<FusedVisit, TrimmedVisit>(tuned, {"Fused rows", Verdict::unknown, words});
}

/// Compares the fastest way with either sort, all other settings being equal.
Gain sorts(const GainFacts& facts, const Tuned& tuned) {
    const auto& grid = facts.status.grid;
    const int bits = std::max(1, int(std::ceil(std::log2(std::max(2., double(grid.bin_count))))));
    const bool ahead = search_settings(*facts.status.settings).count_ahead;
    Gain gain{"Atomic counting sort", Verdict::unknown,
              fmt::format("It passes over the actors {}{}, with {} of them on a bin's counter, where a radix sort of "
                          "{}-bit bin indices passes {}, 8 bits at a time, and then looks for the boundaries",
                          times(ahead ? 1 : 2), ahead ? ", as the query counts ahead" : "",
                          two(double(facts.status.present) / std::max(1., double(grid.bin_count))), bits,
                          times((bits + 7) / 8))};
    if (grid.sparse) {
        gain.words = "The grid is sparse, so every sort is a radix sort: –.";
        return gain;
    }
    const auto* winner = tuned.winner();
    const auto with_sort = [&](Sort sort) -> const TunedWay* {
        if (!winner) return nullptr;
        return tuned.best([&](const Settings& s) {
            const auto differing = s.differing(winner->settings);
            return s.choice(sort_key) == int(sort) &&
                   std::all_of(differing.begin(), differing.end(), [](const auto& key) { return key == sort_key; });
        });
    };
    return compared(tuned, gain, "counting", with_sort(Sort::counting), "radix", with_sort(Sort::radix), "");
}

bool is_construction(const std::string& name) {
    return std::any_of(std::begin(stages::construction), std::end(stages::construction),
                       [&](const auto& stage) { return stage.name == name; });
}

Gain construction(const GainFacts& facts) {
    Gain gain{"Share of construction", Verdict::unknown, "Construction takes – of a step: not timed yet."};
    if (!facts.times || facts.times->stages.empty() || facts.times->step_ms <= 0) return gain;
    double build = 0;
    for (const auto& stage : facts.times->stages)
        if (is_construction(stage.name)) build += stage.ms;
    const double share = build / facts.times->step_ms;
    gain.verdict = Verdict::fact;
    gain.words = fmt::format("Construction takes {} of a step, {} of {} ms, so no sort can make steps more than {} "
                             "times as fast.",
                             percent(share), milliseconds(build), milliseconds(facts.times->step_ms),
                             share < 1 ? two(1 / (1 - share)) : "–");
    return gain;
}

/// Estimates launch overhead: no stage is shorter than its launch.
Gain launches(const GainFacts& facts) {
    const bool gpu = facts.status.backend == Backend::cuda;
    Gain gain{gpu ? "Launch overheads" : "Starting loops", Verdict::unknown,
              gpu ? "Launches take – of a step: not timed yet." : "Starting loops takes – of a step: not timed yet."};
    if (!facts.times || facts.times->stages.empty() || facts.times->step_ms <= 0) return gain;
    const auto& stages = facts.times->stages;
    const auto least =
        std::min_element(stages.begin(), stages.end(), [](const auto& a, const auto& b) { return a.ms < b.ms; });
    const double most = least->ms * double(stages.size()), share = std::min(1., most / facts.times->step_ms);
    gain.verdict = Verdict::fact;
    gain.words = fmt::format("The shortest of {} stages, {}, takes {} ms, so {} cost{} {} of a step{}.", stages.size(),
                             least->name, milliseconds(least->ms), gpu ? "launches" : "starting the threads of loops",
                             gpu ? "" : "s", share < 0.01 ? "less than 1 %" : "at most about " + percent(share),
                             share < 0.2 ? ": there are actors enough" : "; with more actors their share falls");
    return gain;
}

}  // namespace

std::vector<double> steps_in_theory(const GainFacts& facts, const std::vector<const TunedWay*>& curve) {
    if (curve.empty() || !Tuned(facts.status).winner()) return {};
    const auto surplus = [&](const TunedWay& way) { return surplus_with(facts, search_settings(way.settings)); };
    const TunedWay& widest = *curve.back();
    const auto at_widest = surplus(widest);
    if (!at_widest) return {};
    const double query = widest.whole().ms - widest.construct().ms;
    std::vector<double> all;
    for (const auto* way : curve) {
        const auto here = surplus(*way);
        if (!here) return {};
        all.push_back(way->construct().ms + query * *here / *at_widest);
    }
    return all;
}

std::vector<Gain> gains(const GainFacts& facts) {
    const Tuned tuned(facts.status);
    return {search_at_all(facts, tuned), bin_width(facts, tuned), strips(facts, tuned), trimmed(facts, tuned),
            fused(facts, tuned),         sorts(facts, tuned),     construction(facts),  launches(facts)};
}

}  // namespace nearfield::ui
