#include "sim/tune.hpp"

#include "base/error.hpp"
#include "usp/visits/visits.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

namespace nearfield {
namespace {

constexpr const char *visit_key = "search.visit", *ratio_key = "search.bin_ratio", *sort_key = "search.sort",
                     *fine_key = "search.fine", *together_key = "search.together", *broad_key = "broad",
                     *width_key = "bin_width", *build_key = "build", *fan_key = "fan", *least_key = "least";

const VisitInfo& visit_in(const Settings& settings) { return info(Visit(settings.choice(visit_key))); }

const std::vector<double> coarse_ratios{0.25, 0.5, 1, 2};
const std::vector<double> ratios{0.1, 0.125, 0.167, 0.2,  0.25, 0.333, 0.4, 0.5, 0.6,
                                 0.7, 0.85,  1,     1.25, 1.5,  2,     2.5, 3,   4};
const std::vector<double> fines{1, 2, 4, 8, 16}, togethers{3, 5, 7, 9, 13};
const std::vector<double> coarse_widths{0.5, 1, 2, 4}, coarse_fans{4, 8, 16};
const std::vector<double> widths{0.1, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8, 16};
const std::vector<double> fans{2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};

constexpr double near_enough = 1.3;     // a visit this much slower at its best coarse ratio is not refined
constexpr u32 tiny = 2000;              // actors up to which brute force may win
constexpr u32 few = 50'000;             // boxes up to which trees are built one by one, on the CPU
constexpr int leading = 3, enough = 5;  // the `leading` fastest ways get `enough` turns each
constexpr double seconds_at_most = 20;
constexpr double expected_turns = 45;
constexpr double slow_ms = 50;  // a longer step is timed by itself
constexpr double row_ms = 30;   // shorter steps are timed in a row for about this long
constexpr double bins_per_actor = 32, bins_always = 4e6;

Settings with(Settings settings, const std::string& key, const Value& value) {
    settings.set(key, value);
    return settings;
}

/// One tuning, from the first turn to the last.
class Tuner {
  public:
    Tuner(World& world, const Settings& settings, Backend backend, const TuneWatch& watch)
        : search_(search_of(world)),
          actors_(world.elements()->count()),
          settings_(settings),
          grid_(search_.grid()),
          backend_(backend),
          watch_(watch) {}

    Tuning run() {
        set_pace();
        if (!measure(settings_)) throw Error("the search cannot be tuned: " + refused_);
        if (settings_.has(visit_key)) explore();
        else if (settings_.has(broad_key)) explore_boxes();
        else try_sorts();
        contest();
        tuning_.best = fastest();
        tuning_.seconds = seconds();
        return std::move(tuning_);
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Way = std::optional<std::size_t>;

    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
    bool late() const { return seconds() > seconds_at_most; }
    double ms(std::size_t way) const { return tuning_.ways[way].whole().ms; }
    const Settings& of(std::size_t way) const { return tuning_.ways[way].settings; }

    std::vector<WayTimes> time(const std::vector<Settings>& ways, const Turns& turns) {
        return search_.time_ways(ways, turns, [&] { watch_(std::min(0.99, turns_taken_++ / expected_turns)); });
    }

    /// Takes one turn that is not kept, as the first steps load code and allocate. Short steps are then timed several
    /// in a row.
    void set_pace() {
        const auto first = time({settings_}, {}).front();
        const double step = std::max(1e-3, median(first.whole).ms);
        if (step < slow_ms) turns_ = {.turns = 1, .untimed = 1, .timed = std::clamp(int(row_ms / step), 1, 8)};
        else turns_ = {.turns = 1, .untimed = 0, .timed = 1};
    }

    /// Index of the way in the table; a new way is timed once. None if it is not possible or most bins would be empty.
    Way measure(const Settings& settings) {
        const auto known = std::find_if(tuning_.ways.begin(), tuning_.ways.end(),
                                        [&](const auto& way) { return way.settings == settings; });
        if (known != tuning_.ways.end()) return std::size_t(known - tuning_.ways.begin());
        if (expected_bins(settings) > std::max(bins_always, bins_per_actor * actors_) && !tuning_.ways.empty())
            return {};
        auto times = time({settings}, turns_).front();
        if (!times.refused.empty()) {
            refused_ = times.refused;
            return std::nullopt;
        }
        tuning_.ways.push_back({settings, std::move(times)});
        return tuning_.ways.size() - 1;
    }

    double expected_bins(const Settings& settings) const {
        if (!settings.has(ratio_key)) return 0;
        const auto fine = [](const Settings& s) { return visit_in(s).fine ? double(s.integer(fine_key)) : 1; };
        const double narrower = settings_.number(ratio_key) / settings.number(ratio_key);
        return double(grid_.bin_count) * std::pow(narrower, grid_.bins.z > 1 ? 3 : 2) * fine(settings) /
               fine(settings_);
    }

    void explore() {
        const Settings plain = with(with(settings_, fine_key, settings_.spec(fine_key).initial), together_key,
                                    settings_.spec(together_key).initial);
        std::map<Visit, std::size_t> best;  // best way of each visit
        for (const auto& v : visits)
            if (v.reads_bins) {
                if (const Way way = fastest_of(with(plain, visit_key, Choice{int(v.visit)}), ratio_key, coarse_ratios))
                    best[v.visit] = *way;
            } else if (actors_ <= tiny) {
                measure(with(plain, visit_key, Choice{int(v.visit)}));
            }
        const double limit = near_enough * ms(fastest());
        for (const auto& [visit, way] : best)
            if (ms(way) <= limit || visit == visit_in(settings_).visit) descend(way, ratio_key, ratios);
        try_sorts();
        if (visit_in(of(fastest())).fine) refine_fused();
    }

    /// The fastest way among some values of a parameter.
    Way fastest_of(const Settings& from, const char* key, const std::vector<double>& values) {
        Way best;
        for (const double value : values) {
            const Way way = measure(with(from, key, numeric(from.spec(key), value)));
            if (way && (!best || ms(*way) < ms(*best))) best = way;
        }
        return best;
    }

    /// Raises the fan-out to a value at which nodes can be split.
    static Settings roomy(const Settings& tree) {
        const auto fan = std::max(tree.integer(fan_key), 2 * tree.integer(least_key));
        return with(tree, fan_key, fan);
    }

    void explore_boxes() {
        if (const Way bins = fastest_of(with(settings_, broad_key, "bins"), width_key, coarse_widths))
            descend(*bins, width_key, widths);
        const Settings tree = with(with(settings_, broad_key, "rtree"), build_key, "packed");
        if (const Way packed = fastest_of(tree, fan_key, coarse_fans)) {
            descend(*packed, fan_key, fans);
            if (actors_ <= few)
                for (const char* build : {"linear", "rstar"}) measure(with(roomy(of(*packed)), build_key, build));
        }
        measure(with(settings_, broad_key, "lbvh"));
        if (actors_ <= tiny) measure(with(settings_, broad_key, "brute"));
    }

    void try_sorts() {
        const Settings from = of(fastest());
        for (int s = 0; s < int(from.spec(sort_key).choices.size()); ++s) measure(with(from, sort_key, Choice{s}));
    }

    void refine_fused() {
        descend(fastest(), fine_key, fines);
        if (backend_ == Backend::cuda) descend(fastest(), together_key, togethers);
        descend(fastest(), ratio_key, ratios);
    }

    /// Changes one parameter step by step until the values on both sides of the best have been measured.
    void descend(std::size_t best, const char* key, const std::vector<double>& ladder) {
        auto at = std::min_element(ladder.begin(), ladder.end(),
                                   [&](double a, double b) {
                                       const double value = number_of(of(best).value(key));
                                       return std::abs(a - value) < std::abs(b - value);
                                   }) -
                  ladder.begin();
        for (bool moved = true; moved && !late();) {
            moved = false;
            for (const int step : {-1, 1}) {
                if (at + step < 0 || at + step >= std::ptrdiff_t(ladder.size())) continue;
                const Value next = numeric(settings_.spec(key), ladder[std::size_t(at + step)]);
                const Way way = measure(with(of(best), key, next));
                if (!way || ms(*way) >= ms(best)) continue;
                best = *way;
                at += step;
                moved = true;
            }
        }
    }

    std::vector<std::size_t> by_time() const {
        std::vector<std::size_t> order(tuning_.ways.size());
        for (std::size_t w = 0; w < order.size(); ++w) order[w] = w;
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return ms(a) < ms(b); });
        return order;
    }
    std::size_t fastest() const { return by_time().front(); }

    /// Times the leading ways and the way in use before in turn, until each has had enough turns. The leaders may
    /// change meanwhile.
    void contest() {
        while (!late()) {
            auto order = by_time();
            if (order.size() > leading) order.erase(order.begin() + leading, order.end());
            if (std::find(order.begin(), order.end(), tuning_.start) == order.end()) order.push_back(tuning_.start);
            std::erase_if(order, [&](std::size_t way) { return tuning_.ways[way].times.turns >= enough; });
            if (order.empty()) return;
            add_turn(order);
        }
    }

    void add_turn(const std::vector<std::size_t>& which) {
        std::vector<Settings> ways;
        for (const auto way : which) ways.push_back(of(way));
        const auto more = time(ways, turns_);
        for (std::size_t i = 0; i < which.size(); ++i) {
            auto& times = tuning_.ways[which[i]].times;
            if (!more[i].refused.empty()) throw Error("the search cannot be tuned: " + more[i].refused);
            times.construct.insert(times.construct.end(), more[i].construct.begin(), more[i].construct.end());
            times.query.insert(times.query.end(), more[i].query.begin(), more[i].query.end());
            times.whole.insert(times.whole.end(), more[i].whole.begin(), more[i].whole.end());
            times.turns += more[i].turns;
            times.work = more[i].work;
        }
    }

    SearchLens& search_;
    const u32 actors_;
    const Settings settings_;
    const GridReport grid_;
    const Backend backend_;
    const TuneWatch& watch_;
    const Clock::time_point began_ = Clock::now();
    Tuning tuning_;
    Turns turns_;
    std::string refused_;
    int turns_taken_ = 0;
};

}  // namespace

std::vector<ParamSpec> describe(TuningParams*) {
    return param_list<TuningParams>({
        toggle(&TuningParams::automatic, "search.auto", "Automatic",
               "Chooses the way of searching by itself: measures them on copies of the state at the start and whenever "
               "the work has changed, and takes the fastest. The neighbours found are the same. Not together with "
               "Deterministic."),
    });
}

void require_tunable(const Settings& settings) {
    if (!settings.has("search.auto")) return;
    if (settings.on("search.auto") && settings.on("search.deterministic"))
        throw UsageError("search.auto is on and search.deterministic too: it chooses by times, which differ from run "
                         "to run, and another way of searching adds up the neighbours in another order; turn one of "
                         "them off");
}

const std::vector<std::string>& tuned_keys() {
    static const std::vector<std::string> keys{visit_key, ratio_key, sort_key,  fine_key, together_key,
                                               broad_key, width_key, build_key, fan_key};
    return keys;
}

const char* kind_key(const Settings& settings) {
    return settings.has(visit_key) ? visit_key : settings.has(broad_key) ? broad_key : nullptr;
}

const char* cost_key(const Settings& way) {
    if (way.has(visit_key)) return ratio_key;
    if (!way.has(broad_key)) return nullptr;
    return way.text(broad_key) == "bins" ? width_key : way.text(broad_key) == "rtree" ? fan_key : nullptr;
}

namespace {

std::string box_way_text(const Settings& settings) {
    std::string text = settings.text(broad_key);
    if (text == "bins") text += ", width " + settings.text(width_key);
    if (text == "rtree") text += ", " + settings.text(build_key) + ", M " + settings.text(fan_key);
    return text;
}

}  // namespace

std::string way_text(const Settings& settings) {
    if (settings.has(broad_key)) return box_way_text(settings);
    if (!settings.has(visit_key)) return settings.text(sort_key);
    std::string text = settings.text(visit_key);
    if (visit_in(settings).reads_bins) text += ", ratio " + settings.text(ratio_key);
    if (visit_in(settings).fine)
        text += ", fine " + settings.text(fine_key) + ", together " + settings.text(together_key);
    return text + ", " + settings.text(sort_key);
}

std::vector<const TunedWay*> cost_curve(const Tuning& tuning, const std::string& kind) {
    std::map<double, const TunedWay*> best;
    for (const auto& way : tuning.ways) {
        const char *named = kind_key(way.settings), *number = cost_key(way.settings);
        if (!named || !number || way.settings.text(named) != kind) continue;
        auto& known = best[number_of(way.settings.value(number))];
        if (!known || way.whole().ms < known->whole().ms) known = &way;
    }
    std::vector<const TunedWay*> curve;
    for (const auto& [value, way] : best) curve.push_back(way);
    return curve;
}

std::vector<const TunedWay*> best_of_kinds(const Tuning& tuning) {
    std::map<std::string, const TunedWay*> best;
    for (const auto& way : tuning.ways) {
        const char* named = kind_key(way.settings);
        auto& known = best[named ? way.settings.text(named) : std::string()];
        if (!known || way.whole().ms < known->whole().ms) known = &way;
    }
    std::vector<const TunedWay*> all;
    for (const auto& [kind, way] : best) all.push_back(way);
    std::sort(all.begin(), all.end(), [](auto* a, auto* b) { return a->whole().ms < b->whole().ms; });
    return all;
}

Tuning tune(World& world, const Settings& settings, Backend backend, const TuneWatch& watch) {
    return Tuner(world, settings, backend, watch).run();
}

}  // namespace nearfield
