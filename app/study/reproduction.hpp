#pragma once
// The experiments of R. Chisholm's thesis (Working With Incremental Spatial Data During Parallel (GPU) Computation,
// Sheffield 2020, chapters 4 to 6) and of R. Bader's and P. Meier's (GPU-Parallelisierung der Flachwassergleichungen in
// einer Evakuierungssimulation, HSR Rapperswil 2015) and of R. Schweizer's (Spatial BIM Queries, TU München 2014) as
// data: what is swept, what is drawn, and what the thesis reported.
#include "app/chart.hpp"
#include "app/study/timed_sweep.hpp"

namespace nearfield {

/// Keys of the search's parameters.
namespace search_keys {
inline constexpr const char *bin_ratio = "search.bin_ratio", *visit = "search.visit", *sort = "search.sort",
                            *block = "search.block";
}

/// Parameter values: {{"dimensions", "2"}}.
using Chosen = std::vector<std::pair<std::string, std::string>>;

/// A number from a CSV row, optionally divided by another one.
struct Reading {
    std::string name;  ///< part of the series' name, beside the swept values; may be empty
    std::string stage = "total", column = "mean_ms";
    std::string per_stage = {}, per_column = {};  ///< divisor; none if empty
    bool theory = false;                          ///< computed, not measured
};

/// How a panel's values compare with those of a baseline.
enum class Against { nothing, speedup, saved };

/// One chart of a reproduction.
struct Panel {
    std::string title, y_label;
    std::string x;                       ///< swept key along the x axis; empty if the axis shows `places`
    Chosen only = {};                    ///< rows to draw
    Chosen some = {};                    ///< of the rows, those with one of these values of the keys named here
    std::vector<Reading> readings = {};  ///< a series each
    bool every_stage = false;            ///< a series per stage instead, with `readings.front()`'s column
    double scale = 1;
    Against against = Against::nothing;  ///< speedup: baseline / value; saved: baseline - value
    Chosen baseline = {};
    std::vector<std::pair<std::string, std::string>> places =
        {};  ///< label on the x axis and column that is read there
    Chart::Scale y_scale = Chart::Scale::automatic;
    std::vector<Chart::Band> bands = {};  ///< reported by the thesis
    std::vector<Chart::Mark> marks = {};
    std::vector<std::pair<std::string, Chosen>> reported = {};  ///< name, and value at x
};

/// Values of a swept parameter. No values: every choice of the parameter except brute force and the Z-order curve.
struct SweptAxis {
    std::string key;
    std::vector<std::string> full = {}, quick = {};
};

struct Reproduction {
    std::string name, source, title;
    std::string varies;                         ///< one line for the list
    std::vector<std::string> reported;          ///< paragraphs: what the thesis says, and how this differs
    std::string subject;                        ///< key of a scene, or "row" or "uniform" points
    std::string preset = {};                    ///< of the scene, to start from; else its defaults
    std::vector<std::string> fixed = {};        ///< "key=value"
    std::vector<std::string> quick_fixed = {};  ///< the same, for the small version
    std::vector<SweptAxis> axes;
    std::vector<std::pair<Chosen, Chosen>> implied;  ///< where the first holds, the second is set
    std::vector<Chosen> ways = {};                   ///< combinations are left out in which none of these holds
    Effort full, quick;
    std::vector<Panel> panels;
};

/// In the order of the thesis.
const std::vector<Reproduction>& reproductions();
/// Those of whole models, before and after the thesis's optimisations.
std::vector<Reproduction> case_studies();
/// Those on water and on building models.
std::vector<Reproduction> bachelor_theses();

/// What the experiment needs and this program was built without, as "needs ...; ..."; empty if all is there.
std::string missing_for(const Reproduction& reproduction);

/// The sweep to time, at full size or small.
TimedSweep plan_of(const Reproduction& reproduction, Backend backend, bool quick);

/// The measured values beside the reported ones.
Figure figure_of(const Reproduction& reproduction, const TimedSweep& plan, const BenchTable& table);

}  // namespace nearfield
