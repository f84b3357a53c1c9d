#pragma once
// Particles that come and go: from faucets, from drops by hand, into drains. Room for them is allocated at the start. A
// particle outside the tank is absent (vec.hpp) and stored behind the others.
#include "scenes/sph/state.hpp"
#include "scenes/sph/tank_fill.hpp"

namespace nearfield::sph {

/// Least distance, in spacings, of a new particle from others: less than in a lattice, more than in a void of fluid at
/// rest.
constexpr double clear_distance = 0.85;

/// Removes particles in drains, and clears the storage behind the present ones.
template <int D> struct Leave {
    const Environment<D>* drain;
    u32 drains, present;
    Packed<D>*position, *velocity;
    u32* drained;
    NF_HD void operator()(u32 i) const {
        if (i < present) {
            const vec<D> x = unpack<D>(position[i]);
            bool leaves = false;
            for (u32 k = 0; k < drains; ++k) leaves |= drain[k].contains(x);
            if (!leaves) return;
            atomic_add(drained, 1u);
        }
        position[i] = pack<D>(vec<D>(nowhere));
        velocity[i] = pack<D>(vec<D>(0.f));
    }
};

/// Adds a particle at each of these places that is clear. Storage indices refer to the step; `position` has the
/// fluid's current positions.
template <int D> struct Enter {
    const Packed<D>* place;
    vec<D> ahead, own_velocity;  ///< displacement of the places, and velocity of the new particles
    Environment<D> inside;
    Storage<D> fluid, wall;
    u32 first;             ///< storage index of the first new particle
    u32 fresh, fresh_end;  ///< range of particles that entered earlier in this step and have no bin yet
    float clear2;
    Packed<D>*position, *velocity;
    Packed<2>* warm;
    float *density, *pressure, *vorticity;
    u32* entered;

    NF_HD void operator()(u32 k) const {
        const vec<D> at = load<D>(place + k) + ahead;
        if (!inside.contains(at) || !is_clear(at)) return;
        const u32 i = first + k;
        position[i] = pack<D>(at);
        velocity[i] = pack<D>(own_velocity);
        warm[i] = {};
        density[i] = 1.f;
        pressure[i] = vorticity[i] = 0.f;
        atomic_add(entered, 1u);
    }

  private:
    NF_INLINE bool meets(const Packed<D>* there, u32 from, u32 end, const vec<D>& at, const vec<D>& moved) const {
        bool met = false;
        for (u32 j = from; j < end; ++j) {
            const vec<D> to = vector_to<D>(unpack<D>(there[j]), at, moved);
            met |= dot<D>(to, to) < clear2;
        }
        return met;
    }
    NF_INLINE bool is_clear(const vec<D>& at) const {
        bool met = meets(position, fresh, fresh_end, at, vec<D>(0.f));
        const Walk walk{visit_of<StripsVisit>, inside.wrapped};
        each_range(walk, fluid, at,
                   [&](const Stretch& s, const vec<D>& moved) { met |= meets(position, s.first, s.end, at, moved); });
        if (wall.actors > 0)
            each_range(walk, wall, at, [&](const Stretch& s, const vec<D>& moved) {
                met |= meets(wall.position, s.first, s.end, at, moved);
            });
        return !met;
    }
};

template <class Exec, int D> class Turnover {
  public:
    explicit Turnover(Actors<Exec, D>& actors)
        : counts_(actors.template keep<u32>("numbers of particles that came and went")) {}

    /// Prepares for `fluid` initial particles and at most `room` particles in all.
    void place(Exec& exec, const Tank& tank, double spacing, u32 fluid, u32 room) {
        spacing_ = spacing;
        room_ = room - fluid;
        layers_.clear();
        std::vector<Packed<D>> openings;
        for (const auto& faucet : tank.faucets) {
            const auto layer = faucet_layer<D>(faucet, spacing);
            for (std::size_t k = 0; k < layer.position.size(); ++k) {
                const double from = faucet.from + layer.phase[k] * layer.every;
                if (k == 0 || from != layers_.back().from)
                    layers_.push_back({u32(openings.size()), 0, layer.velocity, layer.every, from, faucet.until});
                ++layers_.back().count;
                openings.push_back(pack<D>(layer.position[k]));
            }
        }
        openings_.upload(exec, openings);
        std::vector<Environment<D>> drains;
        for (const auto& drain : tank.drains)
            drains.push_back({vec<D>(cut<D>(drain.box.lo)), vec<D>(cut<D>(drain.box.hi))});
        drains_.upload(exec, drains);
        counts_.upload(exec, {0, 0});
    }

    /// Room for particles in addition to the initial ones.
    u32 room() const { return room_; }
    /// True if particles may be absent at any time.
    bool any() const { return room_ > 0 || drains_.size() > 0; }
    /// Speed of the fastest faucet that is open at time t, m/s.
    double speed_at(double t) const {
        double most = 0;
        for (const auto& layer : layers_)
            if (t >= layer.from && t < layer.until) most = std::max(most, spacing_ / layer.every);
        return most;
    }

    /// End of a step that began at time t: drains remove particles, then `drops` (places, at rest) and faucets add
    /// particles where there is room.
    void act(Work<Exec, D>& w, double t, const std::vector<Packed<D>>& drops) {
        auto& exec = w.step.exec;
        auto& actors = w.step.actors;
        w.step.timer.stage(exec, "in and out");
        for_each(exec, actors.size(),
                 Leave<D>{drains_.data(), u32(drains_.size()), w.present, actors.position.writable(),
                          w.state.velocity.writable(), counts_.data() + 1});
        next_ = w.present;
        if (!drops.empty()) {
            drops_.upload(exec, drops);
            enter(w, drops_.data(), u32(drops.size()), next_, vec<D>(0.f), vec<D>(0.f));
        }
        for (const auto& layer : layers_) pour(w, layer, t, t + w.dt);
    }

    /// Numbers of particles added and removed since the start.
    std::pair<double, double> counts(Exec& exec) const {
        const auto counts = counts_.download(exec);
        return {counts[0], counts[1]};
    }
    std::size_t bytes() const { return openings_.bytes() + drains_.bytes() + drops_.bytes(); }

  private:
    /// Places of an opening that emit at the same time.
    struct Layer {
        u32 first, count;  ///< in openings_
        vec<D> velocity;
        double every, from, until;  ///< s

        /// Number of emissions before time t.
        u64 sent(double t) const {
            const double open = std::min(t, until) - from;
            return open > 0 ? u64(std::ceil(open / every)) : 0;
        }
    };

    /// Advances each particle from the opening by its velocity times the time since it was due, so particles stay one
    /// spacing apart.
    void pour(Work<Exec, D>& w, const Layer& layer, double from, double until) {
        const u32 fresh_end = next_;
        for (u64 k = layer.sent(from); k < layer.sent(until); ++k) {
            const double flown = until - (layer.from + double(k) * layer.every) +
                                 layer.every / 2;  // half a spacing in front of the opening
            enter(w, openings_.data() + layer.first, layer.count, fresh_end, layer.velocity * float(flown),
                  layer.velocity);
        }
    }
    void enter(Work<Exec, D>& w, const Packed<D>* places, u32 count, u32 fresh_end, vec<D> ahead, vec<D> velocity) {
        auto& actors = w.step.actors;
        auto& s = w.state;
        const float clear = float(clear_distance * spacing_);
        count = std::min(count, actors.size() - next_);
        for_each(w.step.exec, count,
                 Enter<D>{.place = places,
                          .ahead = ahead,
                          .own_velocity = velocity,
                          .inside = w.body.inside,
                          .fluid = w.step.search.storage(),
                          .wall = s.boundary.wall().storage,
                          .first = next_,
                          .fresh = w.present,
                          .fresh_end = fresh_end,
                          .clear2 = clear * clear,
                          .position = actors.position.writable(),
                          .velocity = s.velocity.writable(),
                          .warm = s.warm.writable(),
                          .density = s.density.data(),
                          .pressure = s.pressure.data(),
                          .vorticity = s.vorticity.data(),
                          .entered = counts_.data()});
        next_ += count;
    }

    double spacing_ = 1;
    u32 room_ = 0, next_ = 0;  ///< next_: storage index of the next particle to add in this step
    std::vector<Layer> layers_;
    Array<Exec, Packed<D>> openings_, drops_;
    Array<Exec, Environment<D>> drains_;
    Array<Exec, u32>& counts_;
};

}  // namespace nearfield::sph
