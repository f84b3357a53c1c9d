#pragma once
// Read-only queries about a constructed search: audit, inspect, verify, count. Compiled once per backend and dimension
// (probe.inl) for all scenes.
#include "usp/explain/neighbour_sample.hpp"
#include "usp/explain/report.hpp"
#include "usp/search/search.hpp"

namespace nearfield {

/// Expected candidates per neighbour for uniform actors: mean volume of the visited bins over the query's position in
/// its bin, relative to the ball, by the theory of the visit's Walk (walks.hpp); 0 if the visit reads no bins. With a
/// field of view only neighbours in sight count; with `cut` strips are cut to it, averaged over all headings (by
/// quadrature, accurate to 0.2 %).
template <int D> double surplus_theory(const Grid<D>& grid, Visit visit, const Sight& sight = {}, bool cut = false);

/// Work per query, for at most about `sample` queries in whole groups of 32, spread over the storage array.
template <class Exec, int D> Audit audit(Exec&, const Search<Exec, D>&, u32 sample);

/// The query of one actor. Throws Error if no actor has that id.
template <class Exec, int D> Inspection inspect(Exec&, const Search<Exec, D>&, const u32* id, u32 actor);

/// Verifies about `sample` actors spread over the storage array, or all if there are fewer. With a field of view, also
/// the result of rules that look ahead.
template <class Exec, int D> Verification verify(Exec&, const Search<Exec, D>&, const u32* id, u32 sample);

/// Samples the neighbour sets of `count` evenly spaced actors, shifted by `turn`, in the last construction, and copies
/// the input for brute force. On CUDA the storage must still hold its positions.
template <class Exec, int D> void sample_neighbours(Exec&, const Search<Exec, D>&, const Actors<Exec, D>&, u32 count,
                                                    u32 turn, NeighbourSample& sample);

/// Number of neighbours of each actor, by id.
template <class Exec, int D> std::vector<u32> count_neighbours(Exec&, const Search<Exec, D>&, const u32* id);

/// A hash of all neighbour sets by id, independent of the storage order.
template <class Exec, int D> u64 signature(Exec&, const Search<Exec, D>&, const u32* id);

}  // namespace nearfield
