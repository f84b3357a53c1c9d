#pragma once
// Questions about a constructed search: audit, inspect, verify, count. Compiled once per backend and
// dimension (probe.inl), whatever the scene.
#include "usp/explain/neighbour_sample.hpp"
#include "usp/explain/report.hpp"
#include "usp/search/search.hpp"

namespace nearfield {

/// Expected candidates / neighbours for uniform actors: the volume of the visited bins, averaged over the query's
/// position within its bin, divided by that of the ball. Boxes: prod(2R + W). Trimmed: Steiner's formula for the ball
/// grown by one bin. Brute: 0 (no such expectation). With a field of view neighbours are those in sight; `cut`: strips
/// are cut to it, for headings in all directions (quadrature over headings and the query's place, about 0.2 % off).
template <int D> double surplus_theory(const Grid<D>& grid, Visit visit, const Sight& sight = {}, bool cut = false);

/// Work per query for at most about `sample` queries, in whole groups of 32 spread over the storage array.
template <class Exec, int D> Audit audit(Exec&, const Search<Exec, D>&, u32 sample);

/// One actor's query. Throws Error if no actor has that id.
template <class Exec, int D> Inspection inspect(Exec&, const Search<Exec, D>&, const u32* id, u32 actor);

/// Checks about `sample` actors spread over the storage array (all of them if sample >= their number). Where actors
/// have a field of view, also what a rule that looks ahead finds in sight.
template <class Exec, int D> Verification verify(Exec&, const Search<Exec, D>&, const u32* id, u32 sample);

/// Neighbour sets of `count` actors, evenly apart from the place `turn` on, as queries find them in what was
/// constructed last, with what brute force needs to find them too. On CUDA the storage must hold its positions.
template <class Exec, int D> void sample_neighbours(Exec&, const Search<Exec, D>&, const Actors<Exec, D>&, u32 count,
                                                    u32 turn, NeighbourSample& sample);

/// Neighbours of each actor, by id.
template <class Exec, int D> std::vector<u32> count_neighbours(Exec&, const Search<Exec, D>&, const u32* id);

/// One number for all neighbour sets by id: equal sets give equal numbers, in any storage order.
template <class Exec, int D> u64 signature(Exec&, const Search<Exec, D>&, const u32* id);

}  // namespace nearfield
