#pragma once
// The service for a Model whose actors meet by key.
#include "sim/census.hpp"
#include "sim/step.hpp"
#include "usp/store/multimap.hpp"

namespace nearfield {

/// Actors that meet by an integer key instead of by distance: their columns and the multi-map over them.
template <class E, int D> class ByKey {
  public:
    using Exec = E;
    using ActorColumns = Actors<Exec, D>;
    using Lookup = Multimap<Exec>;
    using Step = KeyStep<ByKey>;
    static constexpr int dimensions = D;
    static constexpr bool comes_and_goes = false, keyed = true;

    ByKey(const Environment<3>& box, u32 count) : box_(in<D>(box)), count_(count) {}

    static std::vector<ParamSpec> params() {
        auto specs = describe(static_cast<SearchSettings*>(nullptr));
        std::erase_if(specs,
                      [](const ParamSpec& s) { return s.key != "search.sort" && s.key != "search.deterministic"; });
        return specs;
    }

    /// Sets the range of keys, 0 .. keys-1. Throws Error if the search does not fit in memory; nothing is changed then.
    void configure(const SearchSettings& wanted, u32 keys) {
        map_.configure(keys, wanted, count_);
        if (actors_.size() != count_) actors_.resize(count_);
    }

    Step begin(const StepContext<Exec>& context) { return {context, actors_, map_}; }
    ActorColumns& actors() { return actors_; }
    const ActorColumns& actors() const { return actors_; }
    Lookup& search() { return map_; }
    const Lookup& search() const { return map_; }
    const Environment<D>& box() const { return box_; }
    u32 count() const { return count_; }
    u32 present() const { return count_; }
    std::size_t bytes() const { return map_.bytes() + actors_.bytes(); }

    void begin_anew(Exec&) {}
    /// Waits. Throws Error with the step and the number of actors if actors left the environment or are not finite.
    void check(Exec& exec, u64 steps) {
        const auto now =
            reduce<detail::Census>(exec, count_, detail::TakeCensus<D, false>{box_, actors_.position.current()});
        const Lost lost{now.lost, u32(steps)};
        detail::require_none_lost(lost, count_);
    }
    /// Sorts the actors by key for queries about the present state.
    template <class Key> void lay_open(Exec& exec, u64 steps, const Key& key) {
        StageTimer<Exec> untimed;
        begin({exec, untimed, steps}).construct(key);
    }
    void forget_lost(Exec&) {}

  private:
    ActorColumns actors_;
    Lookup map_;
    Environment<D> box_;
    u32 count_;
};

}  // namespace nearfield
