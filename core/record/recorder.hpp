#pragma once
#include "exec/backend.hpp"
#include "exec/step_times.hpp"
#include "params/settings.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace nearfield {

/// What run.json says of a recording.
struct RunInfo {
    std::string scene;
    Backend backend = Backend::cpu;
    std::string device;
    unsigned actors = 0;
    std::vector<std::string> metric_keys;
};

/// Writes a recording: a folder with run.json (version, backend, device and driver, every parameter), steps.csv (a row per
/// step: total and stages in ms, metrics) and trace.json (Chrome trace events; opens in Perfetto). Rows are flushed at
/// least once a second, so a killed program loses at most that; trace.json stays readable when cut short.
class Recorder {
  public:
    /// Throws Error if the folder exists (unless `force`) or cannot be written.
    Recorder(std::filesystem::path folder, const RunInfo& info, const Settings& settings, bool force = false);
    ~Recorder();

    /// One step. Metrics in the order of RunInfo::metric_keys.
    void row(const StepTimes& times, const std::vector<double>& metrics);
    /// A parameter that changed while recording: a row in changes.csv and a mark in the trace.
    void change(u64 step, const std::string& key, const std::string& value);

    const std::filesystem::path& folder() const { return folder_; }
    u64 rows() const { return rows_; }

  private:
    void write_run_json(const RunInfo& info, const Settings& settings);
    void check_stream();
    void flush_if_due();

    std::filesystem::path folder_;
    std::ofstream steps_, trace_, changes_;
    std::vector<std::string> stage_columns_;
    std::size_t metric_count_ = 0;
    u64 rows_ = 0;
    double trace_us_ = 0;
    std::chrono::steady_clock::time_point flushed_{};
};

}  // namespace nearfield
