#pragma once
// A rule's access to the neighbours of an actor: all other actors at a distance below the radius.
//
// A rule is a value with
//   auto operator()(u32 i, const Near& near) const    computes the result for actor i
//   void write(u32 i, const auto& result) const       writes the result; called once per actor
//   static constexpr bool sums_only = true            uses only sums: on a GPU threads may share an actor
//   static constexpr bool lists = true                also reads neighbours recorded by an earlier query
//   static constexpr bool costly = true               its contributions do not vectorise: a CPU evaluates them for
//                                                     neighbours only
//   static constexpr bool looks_ahead = true          depends only on neighbours in the field of view (sector.hpp): the
//                                                     search may skip others, and the rule tests sight itself
// A rule that visits neighbours one by one may write its result directly and return nothing.
//
// near.position(i)
//   The position of actor i.
// near.each(i, f)
//   Calls f(j, towards, d2) per neighbour: its storage index, the vector from actor i to its nearest image, and the
//   squared distance.
// near.sum(i, zero, f), near.template sum<Coincident::skipped>(i, zero, f)
//   Sums f(j, towards, d2) over all neighbours; j is an Other. Contributions are added with += if the sum's type has it
//   for them, else with +. `zero` is the neutral element. A sum consists of 32-bit numbers and has operator+.
//   The search may process several candidates at a time without branches, and may share an actor's neighbours among
//   threads: for candidates that are no neighbours, f must be defined, but its result is discarded. On a GPU,
//   arithmetic in eager() is done for all candidates; other arithmetic may become a branch.
// near.sum_of(i, others, at, wanted, zero, f)
//   Like sum, over the actors of another search with the same radius (`others` is its storage) around `at`, a position
//   that belongs to actor i; no actor is excluded. Returns zero unless `wanted`. With recorded neighbours it visits
//   those in reach of the first query's position. All queries of a step use the same other search, and the first of
//   them after its `sum`.
//
// The order of neighbours is unspecified.
#include "usp/walk/cpu_neighbours.hpp"
#ifdef __CUDACC__
#include "usp/walk/cuda_neighbours.cuh"
#endif
