#pragma once
// A study of times as data: what is swept and timed, what is drawn, and what somebody else reported. The program comes
// with those of three theses, assets/studies/*.json.
#include "app/study/bench_table.hpp"

namespace nearfield {

/// A number from a CSV row, optionally divided by another one.
struct Reading {
    std::string name;  ///< part of the series' name, beside the swept values; may be empty
    std::string stage = "total", column = "mean_ms";
    std::string per_stage = {}, per_column = {};  ///< divisor; none if empty
    bool theory = false;                          ///< computed, not measured
};

/// One chart of a study.
struct StudyChart {
    std::string title, y_label;
    std::string x;                  ///< swept key; empty if the axis shows `places`
    Chosen places;                  ///< label on the x axis, and column that is read there
    Chosen only;                    ///< rows to draw
    Chosen some;                    ///< draws only rows with one of the values given for a key
    std::vector<Reading> readings;  ///< a series each
    bool every_stage = false;       ///< a series per stage, with the first reading's column
    double scale = 1;               ///< factor of the values
    Chosen speedup_over;            ///< draws baseline / value; not if empty
    Chosen saved_over;              ///< draws baseline - value; not if empty
    Chart::Scale y_scale = Chart::Scale::automatic;
    std::vector<Chart::Band> bands;
    std::vector<Chart::Mark> marks;
    std::vector<std::pair<std::string, Chosen>> reported;  ///< name, and value at x
};

/// How a study is run.
struct StudySize {
    Chosen settings;
    std::vector<std::string> vary;  ///< "key=v1,v2"; "key": every choice but brute force and the Z-order curve
    Effort effort;
};

struct Study {
    std::string file, name;  ///< name: of its outputs
    std::string source, title;
    std::string varies;                              ///< one line for the list
    std::vector<std::string> reported;               ///< paragraphs: what the source says, and how this differs
    std::string scene;                               ///< or a set of points: "row", "uniform", "decompositions"
    std::string preset;                              ///< of the scene, to start from; its defaults if empty
    std::vector<std::pair<Chosen, Chosen>> implied;  ///< where the first holds, the second is set
    std::vector<Chosen> keep;                        ///< runs in which none of these holds are left out; none if empty
    StudySize full, quick;                           ///< quick: what replaces parts of `full`
    std::vector<StudyChart> charts;
};

/// Reads {"nearfield": 1, "title": ..., "scene": ..., "vary": [...], "charts": [...], ...}. Throws UsageError, which
/// names the place.
Study read_study(const std::string& text, const std::string& file);
/// Those that the program comes with, in the order of the theses.
const std::vector<Study>& shipped_studies();

/// What the study needs and this program was built without, as "needs ...; ..."; empty if all is there.
std::string missing_for(const Study& study);
/// What to time, at full size or small. Throws UsageError for a key, value or column that the scene has not.
TimedPlan plan_of(const Study& study, Backend backend, bool quick);
/// The measured values beside the reported ones.
Figure figure_of(const Study& study, const TimedPlan& plan, const BenchTable& table);

}  // namespace nearfield
