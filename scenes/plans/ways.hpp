#pragma once
// The ways to all exits of a plan on a backend: by fast marching on the CPU, by fast iteration elsewhere. Both give the
// same bits.
#include "scenes/plans/fast_iteration.hpp"
#include "scenes/plans/fast_marching.hpp"

#include <algorithm>
#include <type_traits>

namespace nearfield::plans {

/// Has the interface of FastIteration.
class FastMarching {
  public:
    void lay(Cpu&, const Navigation&) {}
    void solve(Cpu&, const Navigation& on, ExitRange exits, const float* factor, WayFields fields) {
        auto slowness = on.slowness();
        for (std::size_t n = 0; factor && n < slowness.size(); ++n) slowness[n] *= factor[n];
        each_in_parallel(exits.end - exits.first, [&](std::size_t k) {
            const u32 e = exits.first + u32(k);
            const auto field = march(on, int(e), slowness);
            std::copy(field.time.begin(), field.time.end(), fields.time_of(e));
            std::copy(field.direction.begin(), field.direction.end(), fields.direction_of(e));
        });
    }
    std::size_t bytes() const { return 0; }
};

template <class Exec> class Ways {
  public:
    using Solver = std::conditional_t<Exec::backend == Backend::cpu, FastMarching, FastIteration<Exec>>;

    Ways(Exec& exec, const Plan& plan, const NavigationSettings& settings = {}) : on_(plan, settings) { lay(exec); }

    const Navigation& navigation() const { return on_; }
    NavigationView view() const { return {on_.grid(), links_.data(), time_.data(), direction_.data()}; }
    std::size_t bytes() const { return links_.bytes() + time_.bytes() + direction_.bytes() + solver_.bytes(); }

    /// Sets doors and exits as in `wanted`. Returns true if anything changed.
    bool change(Exec& exec, const Plan& wanted) {
        const auto differs = [&](const auto& now, const auto& then) {
            std::vector<int> found;
            for (std::size_t k = 0; k < then.size(); ++k)
                if (then[k].open != now[k].open) found.push_back(int(k));
            return found;
        };
        const auto exits = differs(on_.plan().exits, wanted.exits), doors = differs(on_.plan().doors, wanted.doors);
        for (const int e : exits) on_.set_exit_open(e, wanted.exits[std::size_t(e)].open);
        for (const int d : doors) on_.set_door_open(d, wanted.doors[std::size_t(d)].open);
        if (!doors.empty()) lay(exec);
        else if (!exits.empty()) lay(exec, {u32(exits.front()), u32(exits.back()) + 1});
        return !exits.empty() || !doors.empty();
    }

    /// Replaces the plan's walls. Returns true if anything changed.
    bool set_walls(Exec& exec, const std::vector<Wall>& walls) {
        if (walls == on_.plan().walls) return false;
        on_.set_walls(walls);
        lay(exec);
        return true;
    }

    /// Multiplies the slowness of every node, for example by water, and solves all ways again. Infinite factors block
    /// nodes; an empty list removes all factors.
    void hinder(Exec& exec, const Array<Exec, float>& factor) {
        factor_.resize(factor.size(), "hindrances of ways");
        if (factor.size() > 0) copy_on_device(exec, factor_.data(), factor.data(), factor.size());
        solve(exec, all());
    }
    /// The present factors.
    const Array<Exec, float>& hindrance() const { return factor_; }

  private:
    ExitRange all() const { return {0, u32(on_.exits())}; }
    void lay(Exec& exec) { lay(exec, all()); }
    void lay(Exec& exec, ExitRange changed) {
        links_.upload(exec, on_.links());
        const std::size_t values = std::size_t(on_.exits()) * on_.links().size();
        time_.resize(values, "ways");
        direction_.resize(values, "ways");
        solver_.lay(exec, on_);
        solve(exec, changed);
    }
    void solve(Exec& exec, ExitRange exits) {
        if (exits.first == exits.end) return;
        solver_.solve(exec, on_, exits, factor_.size() ? factor_.data() : nullptr,
                      {on_.links().size(), links_.data(), time_.data(), direction_.data()});
    }

    Navigation on_;
    Solver solver_;
    Array<Exec, std::uint8_t> links_;
    Array<Exec, float> time_, factor_;
    Array<Exec, Packed<2>> direction_;
};

}  // namespace nearfield::plans
