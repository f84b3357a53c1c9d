#pragma once
#include "exec/stage_timer.hpp"
#include "usp/search.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace nearfield {

/// What a Model works with during one step; `search` is a Multimap in a keyed scene.
template <class Exec, int D, class Lookup = Search<Exec, D>> struct Step {
    Exec& exec;
    StageTimer<Exec>& timer;
    Actors<Exec, D>& actors;
    Lookup& search;
    u64 number;  ///< steps done before this one
    std::optional<glm::vec3> pointer{};  ///< where the mouse acts on the actors
    std::vector<glm::vec3> drops{};      ///< where something is to be dropped in

    /// Brings the actors into bin order and builds the partition boundary matrix.
    void construct() { search.construct(exec, timer, actors, number); }
    /// The same where actors come and go; the absent lie behind the others.
    void construct_present() { search.template construct<true>(exec, timer, actors, number); }
    /// Brings the actors into the order of their keys; those of key k are then search.start()[k] .. search.start()[k + 1].
    template <class Key> void construct(const Key& key) {
        search.construct(exec, timer, actors.size(), key);
        timer.stage(exec, "reorder");
        actors.gather(exec, search.order());
    }
    /// Runs rule(i, neighbours) for every actor as a stage called `name` (a string literal).
    template <class Rule> void query(std::string_view name, const Rule& rule) {
        timer.stage(exec, name);
        search.query(exec, rule);
    }
    /// The same with a compact rule that notes neighbours for the queries after it: Search::query_and_note.
    template <class Rule> void query_and_note(std::string_view name, const Rule& rule, u32 room) {
        timer.stage(exec, name);
        search.query_and_note(exec, rule, room);
    }
    /// The same with a rule that writes actors.position.next() for every actor; these become the current positions.
    template <class Rule> void move(std::string_view name, const Rule& rule) {
        timer.stage(exec, name);
        search.query_and_move(exec, rule, actors, number);
    }
    /// Runs f(i) for every actor as a stage.
    template <class F> void each(std::string_view name, const F& f) {
        timer.stage(exec, name);
        for_each(exec, actors.size(), f);
    }
};

}  // namespace nearfield
