#pragma once
// Nearfield's side of building_bench.cpp, for either backend.
#include "boxes/box_search.hpp"
#include "libs/building/meet/narrow_phase.hpp"
#include "libs/building/surfaces/surfaces_on.hpp"

#include <chrono>
#include <memory>

namespace nearfield::building {

inline double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Result of a method, and times for boxes and triangles, s.
struct Outcome {
    std::size_t candidates = 0, meeting = 0;
    double boxes = 0, triangles = 0;
};

/// Parts on the lattice; those from `search` on are queries, if there are any.
struct Task {
    Surfaces surfaces;
    std::vector<Box> boxes;
    u32 search;
    bool all_pairs() const { return search == boxes.size(); }
};

/// A repeatable method for a task.
class Method {
  public:
    virtual ~Method() = default;
    virtual Outcome run() = 0;
};

/// Pairs of a query's number and a found part's number.
struct NameParts {
    const BoxPair* from;
    BoxPair* to;
    u32 first_query;
    NF_HD void operator()(u32 i) const { to[i] = {from[i].b, from[i].a + first_query}; }
};

/// Surfaces that meet, decided exactly. The model stays in the backend's memory between runs.
template <class Exec> class Ours : public Method {
  public:
    Ours(const Task& task, const BoxSettings& boxes, Copies copies) : task_(task) {
        boxes_.configure(boxes);
        narrow_.configure({.copies = copies, .counted = false});
        surfaces_.upload(exec_, task.surfaces);
        given_.upload(exec_, task.boxes);
    }
    Outcome run() override {
        const double start = seconds();
        const auto [pairs, found] = candidates();
        exec_.finish();
        Outcome outcome{.candidates = found, .boxes = seconds() - start};
        narrow_.relate(exec_, untimed_, surfaces_.view(), pairs, found);
        for (const auto p : narrow_.predicates().download(exec_)) outcome.meeting += p != Predicate::disjoint;
        outcome.triangles = seconds() - start - outcome.boxes;
        return outcome;
    }

  private:
    std::pair<const BoxPair*, u32> candidates() {
        const u32 taken = task_.search, queries = u32(task_.boxes.size()) - taken;
        boxes_.construct(exec_, untimed_, given_.data(), taken);
        if (task_.all_pairs()) {
            const auto& found = boxes_.all_pairs(exec_, untimed_);
            return {found.data(), found.size()};
        }
        const auto& found = boxes_.search(exec_, given_.data() + taken, queries);
        named_.resize(found.size(), "candidates");
        for_each(exec_, found.size(), NameParts{found.data(), named_.data(), taken});
        return {named_.data(), found.size()};
    }

    const Task& task_;
    Exec exec_;
    StageTimer<Exec> untimed_;
    SurfacesOn<Exec> surfaces_;
    Array<Exec, Box> given_;
    Array<Exec, BoxPair> named_;
    BoxSearch<Exec> boxes_;
    NarrowPhase<Exec> narrow_;
};

/// Null without a GPU.
std::unique_ptr<Method> ours_on_cuda(const Task&, const BoxSettings&, Copies);

}  // namespace nearfield::building
