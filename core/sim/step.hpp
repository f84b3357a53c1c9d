#pragma once
#include "exec/stage_timer.hpp"
#include "usp/search/search.hpp"

#include <string_view>

namespace nearfield {

/// A step's context for every Model: execution, timer, number.
template <class Exec> struct StepContext {
    Exec& exec;
    StageTimer<Exec>& timer;
    u64 number;  ///< number of steps done before this one

    /// Runs f(i) for i < n as a stage called `name` (a string literal).
    template <class F> void each(std::string_view name, u32 n, const F& f) {
        timer.stage(exec, name);
        for_each(exec, n, f);
    }
};

/// A step of actors that meet by distance: `Space` is a ByDistance.
template <class Space> struct DistanceStep : StepContext<typename Space::Exec> {
    using Exec = typename Space::Exec;
    using StepContext<Exec>::exec;
    using StepContext<Exec>::timer;
    using StepContext<Exec>::number;
    static constexpr int dimensions = Space::dimensions;
    typename Space::ActorColumns& actors;
    typename Space::Lookup& search;

    /// Sorts the actors into bin order and builds the partition boundary matrix. Absent actors come last.
    void construct() { search.template construct<Space::comes_and_goes>(exec, timer, actors, number); }
    /// Does the same if all actors are known to be present.
    void construct_all_present() { search.construct(exec, timer, actors, number); }
    /// Runs rule(i, neighbours) for every actor as a stage called `name` (a string literal).
    template <class Rule> void query(std::string_view name, const Rule& rule) {
        timer.stage(exec, name);
        search.query(exec, rule);
    }
    /// Does the same with a rule that lists neighbours and records them for later queries: Search::query_and_note.
    template <class Rule> void query_and_note(std::string_view name, const Rule& rule, u32 room) {
        timer.stage(exec, name);
        search.query_and_note(exec, rule, room);
    }
    /// Does the same as query(), with a rule that writes actors.position.next() for every actor. These become the
    /// current positions.
    template <class Rule> void move(std::string_view name, const Rule& rule) {
        timer.stage(exec, name);
        search.query_and_move(exec, rule, actors, number);
    }
    /// Runs f(i) for every actor as a stage called `name` (a string literal).
    template <class F> void each(std::string_view name, const F& f) { StepContext<Exec>::each(name, actors.size(), f); }
};

/// A step of actors that meet by key: `Space` is a ByKey.
template <class Space> struct KeyStep : StepContext<typename Space::Exec> {
    using Exec = typename Space::Exec;
    using StepContext<Exec>::exec;
    using StepContext<Exec>::timer;
    typename Space::ActorColumns& actors;
    typename Space::Lookup& search;

    /// Sorts the actors by key. Actors with key k are then at search.start()[k] .. search.start()[k + 1].
    template <class Key> void construct(const Key& key) {
        search.construct(exec, timer, actors.size(), key);
        timer.stage(exec, stages::reorder);
        actors.gather(exec, search.order());
    }
    /// Runs f(i) for every actor as a stage called `name` (a string literal).
    template <class F> void each(std::string_view name, const F& f) { StepContext<Exec>::each(name, actors.size(), f); }
};

}  // namespace nearfield
