#pragma once
#include "exec/backend.hpp"
#include "params/param.hpp"
#include "usp/grid/grid.hpp"
#include "usp/visits/visits.hpp"

namespace nearfield {

enum class Sort { counting, radix };
std::vector<std::string> visit_names();

/// Settings of the search. None of them changes the set of neighbours.
struct SearchSettings {
    float bin_ratio = 0.5f;
    Visit visit = visit_of<FusedVisit>;
    int fine = 4;
    int together = 9;
    Sort sort = Sort::counting;
    int block = 128;
    bool count_ahead = true;
    bool list = true;
    bool sector = false;
    bool deterministic = false;
};

/// True if strips are cut to the field of view.
inline bool cuts_to_sight(const SearchSettings& s) { return s.sector && trims(s.visit); }

inline BinLayout bin_layout(const SearchSettings& s) {
    return {.fine = info(s.visit).fine ? s.fine : 1, .numbering = info(s.visit).numbering};
}

std::vector<ParamSpec> describe(SearchSettings*);

}  // namespace nearfield
