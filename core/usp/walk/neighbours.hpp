#pragma once
// A rule's view of its surroundings: the neighbours of an actor are all others at a distance below the radius.
//
// A rule is a value with
//   auto operator()(u32 i, const Near& near) const    computes the result for actor i
//   void write(u32 i, const auto& result) const       writes the result; called once per actor
//   static constexpr bool sums_only = true            it only uses sums: on a GPU threads may share an actor
//   static constexpr bool lists = true                and may read neighbours noted by an earlier query
//   static constexpr bool costly = true               its contributions do not become vector instructions: a CPU then
//                                                     asks for those of neighbours alone
//   static constexpr bool looks_ahead = true          its result depends only on neighbours in the field of view
//                                                     (sector.hpp): the search may leave out some or all of the others,
//                                                     and the rule tests sight itself
// A rule that visits its neighbours one by one may write what it finds as it goes and return nothing.
//
// near.position(i)
//   The position of actor i.
// near.each(i, f)
//   Calls f(j, towards, d2) per neighbour: its storage index, the vector from actor i to its nearest image, and the
//   squared distance.
// near.sum(i, zero, f), near.template sum<Coincident::skipped>(i, zero, f)
//   Adds up f(j, towards, d2) over all neighbours; j is an Other. Contributions are added with += if the sum has that
//   for their type, else with +; adding to `zero` changes nothing. A sum is made of 32-bit numbers and has operator+.
//   The search may take several candidates at a time, without branches, and may share an actor's neighbours among
//   threads: for candidates that are not neighbours, f must be defined but need not make sense. On a GPU, arithmetic in
//   eager() is done for all candidates; other arithmetic may become a branch.
// near.sum_of(i, others, at, wanted, zero, f)
//   The same over the actors of another search with the same radius (`others`: its storage) around the position `at`,
//   which belongs to actor i; no actor is left out as i itself. If not `wanted`: zero. With noted neighbours it visits
//   those that were in reach of the position of the first query. All queries of a step use the same other search, the
//   first of them after its `sum`.
//
// None of them guarantees an order.
#include "usp/walk/cpu_neighbours.hpp"
#ifdef __CUDACC__
#include "usp/walk/cuda_neighbours.cuh"
#endif
