#pragma once
// People in a flooded plan: the effects of the water on them, and the ways that they take.
#include "base/random.hpp"
#include "cells/lattice.hpp"
#include "picture/canvas.hpp"
#include "scenes/crowd/crowd.hpp"
#include "scenes/flood/figures.hpp"
#include "scenes/flood/people_in_water.hpp"
#include "scenes/flood/saved.hpp"
#include "scenes/flood/shallow_water.hpp"

#include <array>

namespace nearfield::flood {

/// Number of people in each state.
struct DoingCount {
    double of[doings] = {};
    friend NF_HD DoingCount operator+(DoingCount a, const DoingCount& b) {
        for (std::size_t k = 0; k < doings; ++k) a.of[k] += b.of[k];
        return a;
    }
};

/// Rules of behaviour in water.
struct Caution {
    Wading wading = Wading::postacchini;
    int blocked_from = 3;  ///< least hazard class that people avoid, H1 being 0; 6: none
    bool runs = false;     ///< Bernardini's running speeds
    crowd::ExitChoice choice = crowd::ExitChoice::nearest;
};

/// Ages, heights and masses in a group of people, uniformly distributed.
struct Builds {
    plans::Range age, height, mass;
    NF_INLINE Stature of(u32 who, u32 seed) const {
        const vec<3> u = Random{seed, 7}.uniform<3>(who);
        return {age.lo + u[0] * (age.hi - age.lo), height.lo + u[1] * (height.hi - height.lo),
                mass.lo + u[2] * (mass.hi - mass.lo)};
    }
};

/// Interpolates the water at a point of the plan.
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

/// Computes the state and the speed factor of everybody present.
struct FeelWater {
    WaterAt water;
    Caution caution;
    crowd::NavigationGrid grid;
    const std::uint8_t* in_refuge;  ///< per navigation node, by refuges_of()
    const float* refuge;            ///< per exit: above 0 for a refuge
    const u32 *present, *id;
    const Packed<2>* position;
    const crowd::Traits* traits;
    const Builds* builds;  ///< per group
    u32 seed;
    float* hindered;  ///< in storage order
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
            if (inside == 2) speed = 0;  // people behind push them on
        }
        if (is_blocked(flow.depth, flow.velocity, caution.blocked_from)) {
            now = Doing::trapped;
            speed = 0;
        }
        if (doing[who] == u32(Doing::toppled) || is_toppled(flow.depth, flow.velocity, build)) {
            now = Doing::toppled;
            speed = 0;
        }
        doing[who] = u32(now);
        hindered[i] = speed / dry;
    }
};

/// Slowness factor of the navigation nodes: dry speed over wading speed, for an adult.
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

/// Number of nodes that water slows down, and of those whose factor has changed.
struct HindranceCount {
    u32 hindered = 0, changed = 0;
    friend NF_HD HindranceCount operator+(HindranceCount a, HindranceCount b) {
        return {a.hindered + b.hindered, a.changed + b.changed};
    }
};

struct CompareHindrance {
    const float *now, *before;  ///< null: not slowed down anywhere
    float tolerance;            ///< relative change of the smaller factor that is ignored
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

/// Per navigation node: 1 in a refuge, 2 where a whole body fits inside.
std::vector<std::uint8_t> refuges_of(const plans::Plan& plan, const plans::NavigationGrid& grid);

template <class Exec> class People {
  public:
    static constexpr float longest_step = 0.01f;  ///< s: in longer steps bodies jump
    static constexpr double way_period = 1;       ///< time between updates of the ways, s

    /// The plan and the site share coordinates.
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
        add(plan.spawns);
        add(plan.sources);
        builds_.upload(exec, builds);
        factor_.resize(std::size_t(grid.nodes()), "hindrances of ways");
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

    /// One step of `dt` seconds alongside the water, whose state is `now`.
    void step(const StepContext<Exec>& step, const WaterState& now, const CellLattice& lattice, const Caution& caution,
              const std::string& shut, float dt) {
        Exec& exec = step.exec;
        manner_.choice = caution.choice;
        crowd_.begin_step(step, manner_, shut);
        const WaterAt water{now, lattice};
        if (crowd_.time() >= ways_at_) {
            ways_at_ += way_period;
            lead_anew(step, water, caution);
        }
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

    /// Lets everybody brake the water around them; call before the water's step.
    template <class Water> void hold_back(Exec& exec, Water& water) {
        constexpr float coefficient = 1, width = 0.5f;  // m: width of a post
        const auto& actors = crowd_.space().actors();
        water.slow(exec, actors.position.current(), actors.size(), 0.5f * coefficient * width);
    }

    /// Throws Error if anybody was lost in `steps` steps.
    std::array<double, doings> count(Exec& exec, u64 steps) {
        crowd_.space().check(exec, steps);
        const auto& actors = crowd_.space().actors();
        const auto present = reduce<DoingCount>(
            exec, actors.size(), CountDoings{actors.position.current(), actors.id.current(), doing_.data()});
        auto all = std::to_array(present.of);
        for (const u32 left : crowd_.left(exec)) all[std::size_t(Doing::left)] += left;
        return all;
    }

    /// All state that steps change.
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
        crowd_.space().actors().restore(exec, to.space);
        crowd_.space().forget_lost(exec);
        crowd_.held() = to.held;
        crowd_.floor().change(exec, to.doors);
        if (compare(exec, to.hindrance, 0).changed) crowd_.floor().hinder(exec, to.hindrance);
        put_back(exec, doing_, to.doing);
        ways_at_ = to.ways_at;
    }

    /// Draws people on a map or, with `footing`, standing in a landscape.
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
    /// Slowness factors of the nodes in the present ways; empty if nothing is wet.
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
    double ways_at_ = way_period;  ///< time of the next update of the ways, s
    Array<Exec, std::uint8_t> in_refuge_;
    Array<Exec, float> factor_;
    Array<Exec, u32> doing_;
    Array<Exec, Builds> builds_;
    u32 seed_ = 0;
    Figures<Exec> figures_;
};

}  // namespace nearfield::flood
