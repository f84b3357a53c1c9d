#pragma once
// A study of times as data: swept parameters, charts, and values reported in publications. The program ships studies of
// three theses, assets/studies/*.json.
#include "app/study/bench_table.hpp"

namespace nearfield {

/// A number of a CSV row, optionally divided by another.
struct Reading {
    std::string name;  ///< part of the series' name, beside the swept values; may be empty
    std::string stage = "total", column = "mean_ms";
    std::string per_stage = {}, per_column = {};  ///< divisor; none if empty
    bool theory = false;                          ///< computed instead of measured
};

/// One chart of a study.
struct StudyChart {
    std::string title, y_label;
    std::string x;                  ///< swept key; empty if the axis shows `places`
    Chosen places;                  ///< labels on the x axis with the columns to read
    Chosen only;                    ///< values that rows must have to be drawn
    Chosen some;                    ///< allowed values per key; rows with others are not drawn
    std::vector<Reading> readings;  ///< a series for each
    bool every_stage = false;       ///< a series per stage, with the first reading's column
    double scale = 1;               ///< factor for the values
    Chosen speedup_over;            ///< values of the baseline, drawn as baseline / value; empty: off
    Chosen saved_over;              ///< values of the baseline, drawn as baseline - value; empty: off
    Chart::Scale y_scale = Chart::Scale::automatic;
    std::vector<Chart::Band> bands;
    std::vector<Chart::Mark> marks;
    std::vector<std::pair<std::string, Chosen>> reported;  ///< name, and value by x
};

/// Settings, sweeps and effort of a study at one size.
struct StudySize {
    Chosen settings;
    std::vector<std::string> vary;  ///< "key=v1,v2"; "key": every choice but brute force and curves
    Effort effort;
};

struct Study {
    std::string file, name;  ///< name: stem of the output files
    std::string source, title;
    std::string varies;                 ///< one line for the list of studies
    std::vector<std::string> reported;  ///< paragraphs: the source's results, and differences of this study
    std::string scene;                  ///< scene or set of points: "row", "uniform", "decompositions"
    std::string preset;                 ///< of the scene, as the start; empty: its defaults
    std::vector<std::pair<Chosen, Chosen>> implied;  ///< runs where the first choice holds also get the second
    std::vector<Chosen> keep;  ///< runs in which none of these holds are left out; empty: all are kept
    StudySize full, quick;     ///< quick: replacements for parts of `full`
    std::vector<StudyChart> charts;
};

/// Reads {"nearfield": 1, "title": ..., "scene": ..., "vary": [...], "charts": [...], ...}. Throws UsageError, which
/// names the place.
Study read_study(const std::string& text, const std::string& file);
/// Studies that ship with the program, in the order of the theses.
const std::vector<Study>& shipped_studies();

/// Features that the study needs and this build lacks, as "needs ...; ...". Empty if none is missing.
std::string missing_for(const Study& study);
/// The timed plan at full or small size. Throws UsageError for a key, value or column that the scene lacks.
TimedPlan plan_of(const Study& study, Backend backend, bool quick);
/// Charts of the measured values beside the reported ones.
Figure figure_of(const Study& study, const TimedPlan& plan, const BenchTable& table);

}  // namespace nearfield
