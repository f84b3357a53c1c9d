#pragma once
// The facet SearchLens of a world whose actors meet by distance or by key.
#include "sim/world_core.hpp"
#include "usp/multimap_probe.hpp"
#include "usp/probe.hpp"

namespace nearfield {

template <class Core> class SearchLensOf final : public SearchLens {
  public:
    explicit SearchLensOf(Core& core) : core_(core) {}

    GridReport grid() const override {
        GridReport report{.pbm_bytes = search().pbm_bytes()};
        if constexpr (keyed) {
            report.bin_count = search().keys(), report.radius = 0;
        } else {
            const auto& g = search().grid();
            report.bin_count = u64(g.possible_bins()), report.radius = g.radius, report.sparse = g.sparse;
            for (int a = 0; a < D; ++a) report.bins[a] = g.bins[a], report.width[a] = g.width[a];
        }
        return report;
    }

    Audit audit(u32 sample) override {
        return frozen([&] {
            if constexpr (keyed)
                return nearfield::audit(core_.exec, search(), core_.model.reads(), actors().size(), sample);
            else return nearfield::audit(core_.exec, search(), sample);
        });
    }
    Inspection inspect(u32 actor) override {
        return frozen([&] {
            if constexpr (keyed)
                return nearfield::inspect(core_.exec, search(), core_.model.reads(), actors().id.current(),
                                          actors().position.current(), actors().size(), actor);
            else return nearfield::inspect(core_.exec, search(), actors().id.current(), actor);
        });
    }
    Verification verify(u32 sample) override {
        return frozen([&] {
            if constexpr (keyed)
                return nearfield::verify(core_.exec, search(), core_.model.key(), actors().id.current(),
                                         actors().size(), sample);
            else return nearfield::verify(core_.exec, search(), actors().id.current(), sample);
        });
    }
    u64 signature() override {
        return frozen([&] { return nearfield::signature(core_.exec, search(), actors().id.current()); });
    }

    std::vector<WayTimes> time_ways(const std::vector<Settings>& ways, const Turns& turns,
                                    const std::function<void()>& tick) override {
        const Frozen<Core> until_return(core_);
        StageTimer<Exec> timer;
        std::vector<WayTimes> times(ways.size());
        for (int turn = 0; turn < turns.turns; ++turn)
            for (std::size_t i = 0; i < ways.size(); ++i) {
                const std::size_t w = (i + std::size_t(turn)) % ways.size();  // another order in every turn
                tick();
                if (!take_up(ways[w], times[w].refused)) continue;
                until_return.rewind();
                take_turn(times[w], timer, turns);
            }
        return times;
    }

    Comparison compare(const Settings& a, const Settings& b, int repeats) override {
        const Frozen<Core> until_return(core_);
        Comparison result{.repeats = repeats};
        const u64 found_a = describe_side(result.a, a), found_b = describe_side(result.b, b);
        const auto times = time_ways({a, b}, {.turns = repeats}, [] {});
        note_times(result.a, times[0]), note_times(result.b, times[1]);
        result.ratio = median_interval(ratios(times[0], times[1]));
        result.same_neighbours = found_a == found_b;
        return result;
    }

  private:
    using Exec = typename Core::Exec;
    static constexpr int D = Core::dimensions;
    static constexpr bool keyed = meeting<typename Core::Model>() == Meeting::by_key;

    auto& search() const { return core_.model.space().search(); }
    auto& actors() const { return core_.model.space().actors(); }

    /// Builds the search structure for the present state and calls `ask`.
    template <class F> auto frozen(F&& ask) {
        const Frozen<Core> until_return(core_);
        if constexpr (keyed) core_.model.space().lay_open(core_.exec, core_.steps, core_.model.key());
        else core_.model.space().lay_open(core_.exec, core_.steps);
        return ask();
    }

    /// Configures a way; false, with the reason, if that is not possible.
    bool take_up(const Settings& way, std::string& refused) {
        try {
            core_.configure(way);
        } catch (const Error& problem) { refused = problem.what(); }
        return refused.empty();
    }

    /// From the present state: untimed steps, timed steps, and as many with marks between stages. On the CPU marks cost
    /// nothing, and the last two are the same steps.
    void take_turn(WayTimes& times, StageTimer<Exec>& timer, const Turns& turns) {
        run_steps(timer, turns.untimed, false);
        if constexpr (Exec::backend == Backend::cuda)
            for (const auto& step : run_steps(timer, turns.timed, false)) times.whole.push_back(step.total_ms);
        for (const auto& step : run_steps(timer, turns.timed, true)) {
            double construct = 0, query = 0;
            for (const auto& stage : step.stages) (stage.construction ? construct : query) += stage.ms;
            times.construct.push_back(construct), times.query.push_back(query);
            if constexpr (Exec::backend == Backend::cpu) times.whole.push_back(step.total_ms);
        }
        ++times.turns;
    }

    std::vector<StepTimes> run_steps(StageTimer<Exec>& timer, int count, bool marks) {
        timer.set_detail(marks);
        for (int i = 0; i < count; ++i) { core_.step(timer); }
        core_.exec.finish();
        return timer.collect();
    }

    /// Everything but the times of one side of a comparison; returns the signature of its neighbours.
    u64 describe_side(Comparison::Side& side, const Settings& settings) {
        core_.configure(settings);
        side.settings = settings.text("search.sort");
        if constexpr (!keyed)
            side.settings =
                settings.text("search.visit") + ", " + side.settings + ", " + settings.text("search.bin_ratio");
        side.audit = audit(4096);
        return signature();
    }

    static std::vector<double> ratios(const WayTimes& a, const WayTimes& b) {
        std::vector<double> all;
        for (std::size_t i = 0; i < std::min(a.query.size(), b.query.size()); ++i)
            all.push_back((a.construct[i] + a.query[i]) / std::max(b.construct[i] + b.query[i], 1e-9));
        return all;
    }

    static void note_times(Comparison::Side& side, const WayTimes& times) {
        const Median construct = median(times.construct), query = median(times.query);
        side.construct_ms = construct.ms, side.construct_spread = construct.spread;
        side.query_ms = query.ms, side.query_spread = query.spread;
    }

    Core& core_;
};

}  // namespace nearfield
