#pragma once
// The people of a flooded plan: what the water under them does to them, and where they then go.
#include "base/random.hpp"
#include "cells/lattice.hpp"
#include "libs/crowd/crowd.hpp"
#include "picture/canvas.hpp"
#include "scenes/flood/people/figures.hpp"
#include "scenes/flood/people/people_in_water.hpp"
#include "scenes/flood/water/saved.hpp"
#include "scenes/flood/water/shallow_water.hpp"

#include <array>

namespace nearfield::flood {

/// How many people are in each state.
struct DoingCount {
    double of[doings] = {};
    friend NF_HD DoingCount operator+(DoingCount a, const DoingCount& b) {
        for (std::size_t k = 0; k < doings; ++k) a.of[k] += b.of[k];
        return a;
    }
};

/// What people are told to do in water.
struct Caution {
    Wading wading = Wading::postacchini;
    int blocked_from = 3;  ///< least hazard class that nobody walks in, H1 being 0; 6: none
    bool runs = false;     ///< Bernardini's speeds of those who run
    crowd::ExitChoice choice = crowd::ExitChoice::nearest;
};

/// The build of a group of people: uniform in its ranges.
struct Builds {
    plans::Range age, height, mass;
    NF_INLINE Stature of(u32 who, u32 seed) const {
        const vec<3> u = Random{seed, 7}.uniform<3>(who);
        return {age.lo + u[0] * (age.hi - age.lo), height.lo + u[1] * (height.hi - height.lo),
                mass.lo + u[2] * (mass.hi - mass.lo)};
    }
};

/// The water at a place of the plan.
struct WaterAt {
    WaterState now;
    CellLattice lattice;

    struct Flow {
        float depth = 0, velocity = 0;
    };
    NF_INLINE Flow at(glm::vec2 p) const {
        const u32 cell = lattice.cell_at(p - glm::vec2(lattice.origin));
        if (cell == CellLattice::none) return {};
        const float depth = now.depth[cell];
        const float x = velocity_of(now.momentum_x[cell], depth), y = velocity_of(now.momentum_y[cell], depth);
        return {depth, sqrtf(x * x + y * y)};
    }
};

/// Notes what water does to everybody present, and the factor of their speed.
struct FeelWater {
    WaterAt water;
    Caution caution;
    crowd::NavigationGrid grid;
    const std::uint8_t* in_refuge;  ///< per navigation node: refuges_of
    const float* refuge;            ///< per exit: above 0 for refuges
    const u32 *present, *id;
    const Packed<2>* position;
    const crowd::Traits* traits;
    const Builds* builds;  ///< by group
    u32 seed;
    float* hindered;  ///< by storage
    u32* doing;       ///< by id

    NF_HD void operator()(u32 i) const {
        if (i >= *present) return;
        const vec<2> p = load<2>(position + i);
        const u32 who = id[i];
        const crowd::Traits t = traits[who];
        const Stature build = builds[t.group].of(who, seed);
        const auto flow = water.at(p);
        const float dry = larger(t.speed, 0.1f);
        Doing now = flow.depth > wading_depth ? Doing::wading : Doing::dry;
        float speed = wading_speed(caution.wading, dry, flow.depth, flow.velocity, build.age, caution.runs);
        if (t.goal < 0) now = Doing::trapped;
        if (const auto inside = in_refuge[grid.index(p)]; inside && (t.goal < 0 || refuge[t.goal] > 0)) {
            now = Doing::refuge;
            if (inside == 2) speed = 0;  // who comes later pushes them on
        }
        if (is_blocked(flow.depth, flow.velocity, caution.blocked_from)) now = Doing::trapped, speed = 0;
        if (doing[who] == u32(Doing::toppled) || is_toppled(flow.depth, flow.velocity, build))
            now = Doing::toppled, speed = 0;
        doing[who] = u32(now), hindered[i] = speed / dry;
    }
};

/// What water does to the slowness of the ways: the dry speed over that in water, for a grown-up.
struct HinderWays {
    WaterAt water;
    Caution caution;
    crowd::NavigationGrid grid;
    float* factor;

    NF_HD void operator()(u32 node) const {
        constexpr float dry = 1.34f, age = 30;
        const auto flow = water.at(grid.node(int(node)));
        const float speed = is_blocked(flow.depth, flow.velocity, caution.blocked_from)
                                ? 0.f
                                : wading_speed(caution.wading, dry, flow.depth, flow.velocity, age, caution.runs);
        factor[node] = speed > 0.f ? dry / speed : INFINITY;
    }
};

/// How many nodes water hinders, and at how many by more or less than before.
struct HindranceCount {
    u32 hindered = 0, changed = 0;
    friend NF_HD HindranceCount operator+(HindranceCount a, HindranceCount b) {
        return {a.hindered + b.hindered, a.changed + b.changed};
    }
};

struct CompareHindrance {
    const float *now, *before;  ///< null: nothing is hindered
    float tolerance;            ///< part of the lesser factor that does not count
    NF_HD HindranceCount operator()(u32 node) const {
        const float a = now ? now[node] : 1, b = before ? before[node] : 1;
        const bool near = a == b || fabsf(a - b) <= tolerance * fminf(a, b);
        return {a != 1.f, !near};
    }
};

struct CountDoings {
    const Packed<2>* position;
    const u32 *id, *doing;
    NF_HD DoingCount operator()(u32 i) const {
        DoingCount count;
        if (!is_absent<2>(load<2>(position + i))) count.of[doing[id[i]]] = 1;
        return count;
    }
};

/// Per navigation node: 1 in a refuge, 2 where a body is wholly inside.
std::vector<std::uint8_t> refuges_of(const plans::Plan& plan, const plans::NavigationGrid& grid);

template <class Exec> class People {
  public:
    static constexpr float longest_step = 0.01f;  ///< s: longer ones let bodies jump
    static constexpr double way_period = 1;       ///< s between new ways

    /// The plan's places are those of the site.
    People(Exec& exec, const plans::Plan& plan)
        : crowd_(exec, plan, {.lo = vec<3>(plan.lo, 0.f), .hi = vec<3>(plan.hi, 0.f)}) {
        crowd_.space().configure({.deterministic = true}, manner_.cutoff, false);
        manner_.refuges = true;
        const auto& grid = crowd_.floor().navigation().grid();
        in_refuge_.upload(exec, refuges_of(plan, grid));
        std::vector<Builds> builds;
        const auto add = [&](const auto& list) {
            for (const auto& s : list) builds.push_back({s.people.age, s.people.height, s.people.mass});
        };
        add(plan.spawns), add(plan.sources);
        builds_.upload(exec, builds);
        factor_.resize(std::size_t(grid.nodes()), "hindrances of ways"),
            doing_.resize(crowd_.space().count(), "states");
    }

    void reset(Exec& exec, const std::string& shut, u32 seed) {
        if (hindrance().size()) crowd_.floor().hinder(exec, {});
        crowd_.reset(exec, manner_, shut, seed);
        crowd_.space().begin_anew(exec);
        fill_zero(exec, doing_.data(), doing_.size());
        seed_ = seed;
        ways_at_ = way_period;
    }

    /// A step of `dt` seconds beside that of the water, which is `now`.
    void step(const StepContext<Exec>& step, const WaterState& now, const CellLattice& lattice, const Caution& caution,
              const std::string& shut, float dt) {
        Exec& exec = step.exec;
        manner_.choice = caution.choice;
        crowd_.begin_step(step, manner_, shut);
        const WaterAt water{now, lattice};
        if (crowd_.time() >= ways_at_) ways_at_ += way_period, lead_anew(step, water, caution);
        step.timer.stage(exec, "wade");
        const auto& actors = crowd_.space().actors();
        for_each(exec, actors.size(),
                 FeelWater{.water = water,
                           .caution = caution,
                           .grid = crowd_.floor().navigation().grid(),
                           .in_refuge = in_refuge_.data(),
                           .refuge = crowd_.floor().refuge(),
                           .present = crowd_.space().search().present(),
                           .id = actors.id.current(),
                           .position = actors.position.current(),
                           .traits = crowd_.traits().data(),
                           .builds = builds_.data(),
                           .seed = seed_,
                           .hindered = crowd_.hindered().data(),
                           .doing = doing_.data()});
        crowd_.finish_step(step, manner_, dt);
    }

    /// Everybody brakes the water around them, before its step.
    template <class Water> void hold_back(Exec& exec, Water& water) {
        constexpr float coefficient = 1, width = 0.5f;  // m: of a post
        const auto& actors = crowd_.space().actors();
        water.slow(exec, actors.position.current(), actors.size(), 0.5f * coefficient * width);
    }

    /// Throws Error if somebody was lost in `steps` steps.
    std::array<double, doings> count(Exec& exec, u64 steps) {
        crowd_.space().check(exec, steps);
        const auto& actors = crowd_.space().actors();
        const auto present = reduce<DoingCount>(
            exec, actors.size(), CountDoings{actors.position.current(), actors.id.current(), doing_.data()});
        auto all = std::to_array(present.of);
        for (const u32 left : crowd_.left(exec)) all[std::size_t(Doing::left)] += left;
        return all;
    }

    /// All that steps change.
    struct Saved {
        typename Actors<Exec, 2>::Saved space;
        typename crowd::Crowd<Exec>::Held held;
        plans::Plan doors;
        Array<Exec, u32> doing;
        double ways_at;
        Array<Exec, float> hindrance;
    };
    Saved save(Exec& exec) {
        return {
            crowd_.space().actors().save(exec), crowd_.held(), crowd_.floor().plan(), copy_of(exec, doing_), ways_at_,
            copy_of(exec, hindrance())};
    }
    void restore(Exec& exec, const Saved& to) {
        crowd_.space().actors().restore(exec, to.space), crowd_.space().forget_lost(exec);
        crowd_.held() = to.held, crowd_.floor().change(exec, to.doors);
        if (compare(exec, to.hindrance, 0).changed) crowd_.floor().hinder(exec, to.hindrance);
        put_back(exec, doing_, to.doing), ways_at_ = to.ways_at;
    }

    /// On a map, or standing on `footing` in a landscape.
    void picture(Canvas<Exec>& canvas, const CellLattice& lattice, const Footing* footing) {
        const auto& actors = crowd_.space().actors();
        figures_.draw(canvas,
                      {actors.size(), actors.position.current(), actors.id.current(), doing_.data(),
                       crowd_.bodies().current(), lattice},
                      footing);
    }

    crowd::Crowd<Exec>& crowd() { return crowd_; }
    std::size_t bytes() const { return crowd_.bytes() + figures_.bytes() + factor_.bytes() + doing_.bytes(); }

  private:
    /// Factors of the nodes' slowness in the ways now; none where nothing is wet.
    const Array<Exec, float>& hindrance() const { return crowd_.floor().ways().hindrance(); }
    HindranceCount compare(Exec& exec, const Array<Exec, float>& factor, float tolerance) const {
        const auto values = [](const Array<Exec, float>& of) { return of.size() ? of.data() : nullptr; };
        return reduce<HindranceCount>(exec, u32(factor_.size()),
                                      CompareHindrance{values(factor), values(hindrance()), tolerance});
    }

    void lead_anew(const StepContext<Exec>& step, const WaterAt& water, const Caution& caution) {
        Exec& exec = step.exec;
        step.timer.stage(exec, "ways");
        auto& floor = crowd_.floor();
        for_each(exec, u32(factor_.size()), HinderWays{water, caution, floor.navigation().grid(), factor_.data()});
        const auto count = compare(exec, factor_, 0.05f);
        const bool was_hindered = hindrance().size() > 0, is_hindered = count.hindered > 0;
        if (!was_hindered && !is_hindered) return;
        if (!is_hindered) floor.hinder(exec, {});
        else if (!was_hindered || count.changed) floor.hinder(exec, factor_);
        crowd_.choose_anew(exec, manner_);
    }

    crowd::Manner manner_;
    crowd::Crowd<Exec> crowd_;
    double ways_at_ = way_period;  ///< s: time of the next ways
    Array<Exec, std::uint8_t> in_refuge_;
    Array<Exec, float> factor_;
    Array<Exec, u32> doing_;
    Array<Exec, Builds> builds_;
    u32 seed_ = 0;
    Figures<Exec> figures_;
};

}  // namespace nearfield::flood
