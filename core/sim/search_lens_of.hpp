#pragma once
// The facet SearchLens of a world whose actors meet by distance or by key; sim/by_boxes.hpp adds boxes.
#include "sim/world_core.hpp"
#include "usp/explain/multimap_probe.hpp"
#include "usp/explain/probe.hpp"

namespace nearfield {

/// The search of a world as its lens uses it: questions about the sorted state, and one step of the stages in which
/// ways of searching differ.
template <class Core, Meeting = meeting<typename Core::Model>()> class SearchOf;

namespace detail {

/// Common part of the searches among actors, where a step is one of the scene.
template <class Core> class SearchAmongActors {
  public:
    explicit SearchAmongActors(Core& core) : core_(core) {}
    u64 signature() { return nearfield::signature(core_.exec, search(), actors().id.current()); }
    void step(StageTimer<typename Core::Exec>& timer) { core_.step(timer); }
    std::optional<Audit> work() { return {}; }

  protected:
    auto& search() const { return core_.model.space().search(); }
    auto& actors() const { return core_.model.space().actors(); }
    Core& core_;
};

}  // namespace detail

template <class Core> class SearchOf<Core, Meeting::by_distance> : public detail::SearchAmongActors<Core> {
    using Base = detail::SearchAmongActors<Core>;
    using Base::actors, Base::core_, Base::search;

  public:
    using Base::Base;
    GridReport grid() const {
        const auto& g = search().grid();
        GridReport report{.bin_count = u64(g.possible_bins()),
                          .sparse = g.sparse,
                          .pbm_bytes = search().pbm_bytes(),
                          .radius = g.radius,
                          .sight = search().sight()};
        for (int a = 0; a < Core::dimensions; ++a) report.bins[a] = g.bins[a], report.width[a] = g.width[a];
        return report;
    }
    void lay_open() { core_.model.space().lay_open(core_.exec, core_.steps); }
    Audit audit(u32 sample) { return nearfield::audit(core_.exec, search(), sample); }
    Inspection inspect(u32 actor) { return nearfield::inspect(core_.exec, search(), actors().id.current(), actor); }
    Verification verify(u32 sample) { return nearfield::verify(core_.exec, search(), actors().id.current(), sample); }
    /// On a CPU the search keeps a second copy of its positions, axis by axis.
    bool can_sample() const {
        return Core::Exec::backend == Backend::cpu ? search().is_constructed() : search().holds_positions(actors());
    }
    void sample(u32 count, u32 turn, NeighbourSample& into) {
        sample_neighbours(core_.exec, search(), actors(), count, turn, into);
    }
};

template <class Core> class SearchOf<Core, Meeting::by_key> : public detail::SearchAmongActors<Core> {
    using Base = detail::SearchAmongActors<Core>;
    using Base::actors, Base::core_, Base::search;

  public:
    using Base::Base;
    GridReport grid() const { return {.bin_count = search().keys(), .pbm_bytes = search().pbm_bytes(), .radius = 0}; }
    void lay_open() { core_.model.space().lay_open(core_.exec, core_.steps, core_.model.key()); }
    Audit audit(u32 sample) {
        return nearfield::audit(core_.exec, search(), core_.model.reads(), actors().size(), sample);
    }
    Inspection inspect(u32 actor) {
        return nearfield::inspect(core_.exec, search(), core_.model.reads(), actors().id.current(),
                                  actors().position.current(), actors().size(), actor);
    }
    Verification verify(u32 sample) {
        return nearfield::verify(core_.exec, search(), core_.model.key(), actors().id.current(), actors().size(),
                                 sample);
    }
    /// False, as the last step has changed the keys.
    bool can_sample() const { return false; }
    void sample(u32 count, u32 turn, NeighbourSample& into) {
        sample_groups(core_.exec, search(), core_.model.key(), actors().id.current(), actors().size(), count, turn,
                      into);
    }
};

template <class Core> class SearchLensOf final : public SearchLens {
  public:
    explicit SearchLensOf(Core& core) : core_(core), search_(core) {}

    GridReport grid() const override { return search_.grid(); }
    Audit audit(u32 sample) override {
        return frozen([&] { return search_.audit(sample); });
    }
    std::optional<Inspection> inspect(u32 actor) override {
        return frozen([&]() -> std::optional<Inspection> { return search_.inspect(actor); });
    }
    Verification verify(u32 sample) override {
        return frozen([&] { return search_.verify(sample); });
    }
    bool sample(u32 count, u32 turn, NeighbourSample& into) override {
        if (core_.steps == 0) return false;
        if (search_.can_sample()) search_.sample(count, turn, into);
        else
            frozen([&] {
                search_.sample(count, turn, into);
                return true;
            });
        into.step = core_.steps;
        return true;
    }
    u64 signature() override {
        return frozen([&] { return search_.signature(); });
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
        note_times(result.a, times[0]);
        note_times(result.b, times[1]);
        result.ratio = median_interval(times[0].over(times[1]));
        result.same_neighbours = found_a == found_b;
        return result;
    }

  private:
    using Exec = typename Core::Exec;

    /// Builds the search structure for the present state and calls `ask`.
    template <class F> auto frozen(F&& ask) {
        const Frozen<Core> until_return(core_);
        search_.lay_open();
        return ask();
    }

    /// Configures a way. False, with the reason, if it is not possible.
    bool take_up(const Settings& way, std::string& refused) {
        try {
            core_.configure(way);
        } catch (const Error& problem) { refused = problem.what(); }
        return refused.empty();
    }

    /// Runs untimed steps from the present state, then timed steps, then as many with marks between stages. On the CPU
    /// marks cost nothing, so the timed steps are the marked ones.
    void take_turn(WayTimes& times, StageTimer<Exec>& timer, const Turns& turns) {
        run_steps(timer, turns.untimed, false);
        if constexpr (Exec::backend == Backend::cuda)
            for (const auto& step : run_steps(timer, turns.timed, false)) times.whole.push_back(step.total_ms);
        for (const auto& step : run_steps(timer, turns.timed, true)) {
            double construct = 0, query = 0;
            for (const auto& stage : step.stages) (stage.construction ? construct : query) += stage.ms;
            times.construct.push_back(construct);
            times.query.push_back(query);
            if constexpr (Exec::backend == Backend::cpu) times.whole.push_back(step.total_ms);
        }
        ++times.turns;
        times.work = search_.work();
    }

    std::vector<StepTimes> run_steps(StageTimer<Exec>& timer, int count, bool marks) {
        timer.set_detail(marks);
        for (int i = 0; i < count; ++i) search_.step(timer);
        core_.exec.finish();
        return timer.collect();
    }

    /// Fills in all but the times of one side of a comparison. Returns the signature of its neighbours.
    u64 describe_side(Comparison::Side& side, const Settings& settings) {
        core_.configure(settings);
        side.settings = way_text(settings);
        side.audit = audit(4096);
        return signature();
    }

    static void note_times(Comparison::Side& side, const WayTimes& times) {
        const Median construct = median(times.construct), query = median(times.query);
        side.construct_ms = construct.ms;
        side.construct_spread = construct.spread;
        side.query_ms = query.ms;
        side.query_spread = query.spread;
    }

    Core& core_;
    SearchOf<Core> search_;
};

}  // namespace nearfield
