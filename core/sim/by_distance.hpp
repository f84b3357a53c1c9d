#pragma once
// The service for a Model whose actors meet by distance.
#include "sim/census.hpp"
#include "sim/step.hpp"

namespace nearfield {

/// Presence of a scene's actors: always, or with absent actors (vec.hpp: nowhere).
enum class Presence { always, comes_and_goes };
/// Queries for neighbours per step: one, or several. Several make a neighbour list worthwhile.
enum class Queries { once, several };
/// Vision of actors: all round, or a field of view around a heading (look_along).
enum class Looks { round, ahead };

/// Actors that meet by distance: their columns, the search over them, and the environment.
template <class E, int D, Presence P = Presence::always, Queries Q = Queries::once, Looks L = Looks::round>
class ByDistance {
  public:
    using Exec = E;
    using ActorColumns = Actors<Exec, D>;
    using Lookup = Search<Exec, D>;
    using Step = DistanceStep<ByDistance>;
    static constexpr int dimensions = D;
    static constexpr bool comes_and_goes = P == Presence::comes_and_goes, keyed = false;

    ByDistance(const Environment<3>& box, u32 count) : box_(in<D>(box)), count_(count) {}

    /// The parameters of the search that have an effect in the scene.
    static std::vector<ParamSpec> params() {
        auto specs = describe(static_cast<SearchSettings*>(nullptr));
        std::erase_if(specs, [](const ParamSpec& s) {
            return (Q == Queries::once && s.key == "search.list") || (L == Looks::round && s.key == "search.sector");
        });
        return specs;
    }

    /// Applies the search's parameters, a radius and the kind of border. Throws Error if the search does not fit in
    /// memory, UsageError for invalid values; nothing is changed then.
    void configure(const SearchSettings& wanted, float radius, bool wrapped) {
        Environment<D> box = box_;
        box.wrapped = wrapped;
        if (const auto grid = make_grid(box, radius, wanted, count_); grid == search_.grid())
            search_.configure(wanted, count_);
        else search_.configure(grid, wanted, count_);
        if (actors_.size() != count_) actors_.resize(count_);
        box_ = box;
    }

    /// Sets the field of view, from the next construction on: `degrees` wide, along the vectors in `heading`.
    void look_along(const Column<Exec, Packed<D>>& heading, double degrees) {
        static_assert(L == Looks::ahead);
        search_.look_along(heading, Sight::of(degrees));
    }

    Step begin(const StepContext<Exec>& context) { return {context, actors_, search_}; }
    ActorColumns& actors() { return actors_; }
    const ActorColumns& actors() const { return actors_; }
    Lookup& search() { return search_; }
    const Lookup& search() const { return search_; }
    const Environment<D>& box() const { return box_; }
    u32 count() const { return count_; }
    /// Number of actors present at the last `check` or `begin_anew`.
    u32 present() const { return present_; }
    std::size_t bytes() const { return search_.bytes() + actors_.bytes(); }

    /// Called after a new state was made.
    void begin_anew(Exec& exec) {
        search_.clear_lost(exec);
        present_ = census(exec).present;
    }
    /// Waits. Throws Error with the step and the number of actors if actors left the environment or are not finite.
    void check(Exec& exec, u64 steps) {
        Lost lost = search_.take_lost(exec);
        const auto now = census(exec);
        present_ = now.present;
        if (lost.count == 0) lost = {now.lost, u32(steps)};
        detail::require_none_lost(lost, count_);
    }
    /// Sorts the actors into bin order for queries about the present state. Leaves out absent actors.
    void lay_open(Exec& exec, u64 steps) {
        StageTimer<Exec> untimed;
        begin({exec, untimed, steps}).construct();
        if constexpr (comes_and_goes) search_.leave_out_absent(exec);
    }
    void forget_lost(Exec& exec) { search_.clear_lost(exec); }

  private:
    detail::Census census(Exec& exec) const {
        if constexpr (!comes_and_goes)
            if (search_.has_binned(actors_)) return {0, count_};  // binning has counted the lost actors
        return reduce<detail::Census>(exec, count_,
                                      detail::TakeCensus<D, comes_and_goes>{box_, actors_.position.current()});
    }

    ActorColumns actors_;
    Lookup search_;
    Environment<D> box_;
    u32 count_, present_ = 0;
};

}  // namespace nearfield
