#pragma once
// The list of visits. A further visit is a header in this folder (visit_shape.hpp) and a place in this list. Settings,
// walks, tuning, verification, the audit, pictures and texts follow from both.
#include "usp/visits/bins.hpp"
#include "usp/visits/brute.hpp"
#include "usp/visits/fused.hpp"
#include "usp/visits/strips.hpp"
#include "usp/visits/trimmed.hpp"
#include "usp/visits/visit_list.hpp"
#include "usp/visits/z_order.hpp"

namespace nearfield {

using Visits = VisitList<BinsVisit, ZOrderVisit, StripsVisit, TrimmedVisit, FusedVisit, BruteVisit>;

/// The listed visit with this type.
template <class V> constexpr Visit visit_of = Visits::visit_of<V>();

/// All listed visits at run time.
inline constexpr auto visits = Visits::infos();

constexpr const VisitInfo& info(Visit visit) { return visits[std::size_t(visit)]; }

/// True if a query reads bins, not all actors.
NF_HD constexpr bool reads_bins(Visit visit) { return Visits::reads_bins(visit); }
/// True if strips are cut to the circle or ball.
NF_HD constexpr bool trims(Visit visit) { return Visits::trims(visit); }
/// True if every bin is a separate stretch.
NF_HD constexpr bool one_by_one(Visit visit) { return Visits::one_by_one(visit); }
/// True if CUDA walks several rows in one loop.
NF_HD constexpr bool fuses(Visit visit) { return Visits::fuses(visit); }

/// Numberings of bins of the listed visits.
using Numberings = Visits::Numberings;
template <class N> constexpr NumberingId numbering_of = Numberings::numbering_of<N>();

}  // namespace nearfield
