#pragma once
#include "base/files_read.hpp"
#include "exec/backend.hpp"
#include "exec/step_times.hpp"
#include "params/settings.hpp"
#include "record/gauge.hpp"
#include "record/growing_file.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace nearfield {

/// Description of a recording for run.json.
struct RunInfo {
    std::string scene;
    Backend backend = Backend::cpu;
    std::string device;
    unsigned actors = 0;
    u64 step = 0;  ///< first step of the recording
    std::vector<std::string> metric_keys, gauged_keys;
    std::vector<std::string> metric_units, gauged_units;  ///< in the order of the keys
    bool has_clock = false;                               ///< the scene has a clock, in s
    std::vector<FileRead> inputs;                         ///< files that the state was made from
};

/// Writes a recording: a folder with
/// - run.json: build, instruction set, backend, device and driver, command line, input files with their hashes, units
/// of all columns, and every parameter at the start; also a preset that repeats the run;
/// - steps.csv, a row per step: step, total_ms, a column in ms per stage, the scene's clock in s after the step,
/// metrics. The stage columns are the stages of both sort methods, the scene's own stages in the first row, and
/// other_ms for stages that appear later. Cells of stages that did not run and of metrics that were not measured are
/// empty (NaN in pandas). Without a step the header is the only line;
/// - trace.json: Chrome trace events for Perfetto: steps and stages laid end to end, and steps at their real begin;
/// - gauges.csv, in a scene with gauges: step, time, gauge and its values, once per second of the scene's clock;
/// - changes.csv, once a parameter changes: step, key, value.
/// Rows are written whole and at least once a second. A killed program loses at most one second, and neither a kill nor
/// a full disk leaves a torn line. A truncated trace.json stays readable.
class Recorder {
  public:
    /// Throws Error if the folder exists (unless `force`) or cannot be written. The recording begins in a hidden folder
    /// and takes its name in one step: if the program is killed, either the old recording or the new one is there,
    /// whole. With `force` only an earlier recording's files are replaced. If two programs record into one folder
    /// without `force`, the later one fails.
    Recorder(std::filesystem::path folder, const RunInfo& info, const Settings& settings, bool force = false);
    ~Recorder();
    Recorder(const Recorder&) = delete;

    /// Throws the constructor's error for this folder before any work is done. Leaves nothing behind.
    static void require_folder(const std::filesystem::path& folder, bool force);

    /// True for the names of a recording's files.
    static bool writes(const std::string& name);

    /// Records a step. Metrics are in the order of RunInfo::metric_keys; empty if not measured at this step. `time` is
    /// on the scene's clock after the step, s; NaN if unknown.
    void row(const StepTimes& times, const std::vector<double>& metrics, double time = NAN);
    /// Records the gauges at a step, one reading per Gauge::every. `time` is on the scene's clock.
    void gauges(u64 step, double time, const std::vector<Gauge>& gauges);
    /// Records a parameter's change: a row in changes.csv and a mark in the trace.
    void change(u64 step, const std::string& key, const std::string& value);
    /// Writes buffered rows and closes the trace. Throws Error if the disk is full. The destructor does the same but
    /// ignores errors.
    void close();

    const std::filesystem::path& folder() const { return folder_; }
    /// The open folder, for other files of the recording.
    OutputFolder& files() { return *files_; }
    u64 rows() const { return rows_; }

  private:
    void write_run_json(const RunInfo& info, const Settings& settings);
    void name_tracks(const RunInfo& info);
    void write_header(const StepTimes& first);
    void write_csv_row(const StepTimes& times, const std::vector<double>& metrics, double time);
    void write_trace(const StepTimes& times, const std::vector<double>& metrics);
    void trace_event(const std::string& event);
    void flush();
    void flush_if_due();

    std::filesystem::path folder_;
    std::unique_ptr<OutputFolder> files_;
    GrowingFile steps_, trace_{GrowingFile::Records::separated}, changes_, gauges_;
    std::vector<std::string> stage_columns_, metric_keys_, gauged_keys_;
    const bool has_clock_;
    const std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();
    double next_gauges_ = 0, last_gauges_ = 0;  ///< on the scene's clock, s
    u64 rows_ = 0;
    double trace_us_ = 0;
    bool traced_ = false, closed_ = false;
    std::chrono::steady_clock::time_point flushed_{};
};

}  // namespace nearfield
