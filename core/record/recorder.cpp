#include "record/recorder.hpp"

#include "base/build.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/output_folder.hpp"
#include "base/own_folder.hpp"
#include "base/read_file.hpp"
#include "base/shortest_text.hpp"
#include "base/utc.hpp"
#include "exec/simd.hpp"
#include "params/json_text.hpp"
#include "record/command_log.hpp"
#include "usp/store/stages.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <system_error>
#include <utility>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void complain_of_place(const fs::path& folder, const std::string& reason) {
    throw Error(
        fmt::format("cannot make the folder {}: {}; choose another place for the recording", folder.string(), reason));
}

/// The missing folders among `folder` and its parents, deepest first.
std::vector<fs::path> missing_folders(const fs::path& folder) {
    std::vector<fs::path> missing;
    std::error_code problem;
    for (fs::path p = folder; !p.empty() && !fs::exists(p, problem) && !problem; p = p.parent_path())
        missing.push_back(p);
    return missing;
}

void require_absent(const fs::path& folder, bool force) {
    std::error_code problem;
    const auto status = fs::symlink_status(folder, problem);
    if (status.type() == fs::file_type::none) complain_of_place(folder, problem.message());
    if (status.type() == fs::file_type::not_found) return;
    if (!fs::is_directory(folder, problem))
        throw Error(
            fmt::format("{} exists and is not a folder; choose another name for the recording", folder.string()));
    if (!force)
        throw Error(
            fmt::format("the folder {} exists; choose another name, or add --force to replace the recording in it",
                        folder.string()));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw Error(
            fmt::format("the folder {} cannot be written; choose another place for the recording", folder.string()));
}

/// Removes a trailing slash: "out/run/" and "out/run" are the same folder.
fs::path tidy(const fs::path& folder) {
    if (folder.empty()) throw UsageError("the recording needs the name of a folder");
    fs::path path = folder.lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

constexpr std::array file_names{"run.json",    "steps.csv",  "trace.json",
                                "changes.csv", "gauges.csv", CommandLog::file_name};

/// The program and its arguments, as it was started.
std::vector<std::string> command_line() {
    std::vector<std::string> words;
    const std::string all = read_system_file("/proc/self/cmdline");  // each word ends with NUL
    for (std::size_t at = 0; at < all.size(); at += words.back().size() + 1)
        words.push_back(all.substr(at, all.find('\0', at) - at));
    return words;
}

nlohmann::ordered_json inputs_of(const RunInfo& info) {
    auto inputs = nlohmann::ordered_json::array();
    for (const auto& file : info.inputs)
        inputs.push_back({{"file", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    return inputs;
}

/// The unit of every column that has one.
nlohmann::ordered_json units_of(const RunInfo& info) {
    nlohmann::ordered_json units = {{"*_ms", "ms"}};
    if (info.has_clock) units["time"] = "s";
    const auto add = [&](const auto& keys, const auto& of) {
        for (std::size_t k = 0; k < std::min(keys.size(), of.size()); ++k)
            if (!of[k].empty()) units[keys[k]] = of[k];
    };
    add(info.metric_keys, info.metric_units);
    add(info.gauged_keys, info.gauged_units);
    return units;
}

std::string json_quoted(const std::string& text) { return json_text(nlohmann::json(text)); }

}  // namespace

void Recorder::require_folder(const fs::path& folder, bool force) {
    const fs::path path = tidy(folder);
    require_absent(path, force);
    const auto missing = missing_folders(path);
    OutputFolder(missing.empty() ? path : missing.back(), writes);  // tried beside the folder, or where the first
                                                                    // missing parent would be
}

Recorder::Recorder(fs::path folder, const RunInfo& info, const Settings& settings, bool force)
    : folder_(tidy(folder)),
      metric_keys_(info.metric_keys),
      gauged_keys_(info.gauged_keys),
      has_clock_(info.has_clock) {
    require_absent(folder_, force);
    const auto made = make_folders(folder_.parent_path());
    try {
        files_ = std::make_unique<OutputFolder>(folder_, writes);
        write_run_json(info, settings);
        steps_.open(*files_, "steps.csv");
        trace_.open(*files_, "trace.json");
        name_tracks(info);
        flush();
        files_->put_in_place(force);
    } catch (const std::exception& problem) {
        files_.reset();
        std::error_code ignored;
        for (const auto& path : made) fs::remove(path, ignored);
        throw Error(problem.what());
    }
}

bool Recorder::writes(const std::string& name) {
    return std::find(file_names.begin(), file_names.end(), name) != file_names.end();
}

Recorder::~Recorder() {
    try {
        close();
    } catch (const std::exception&) {  // call close() to learn of errors
    }
}

void Recorder::close() {
    if (closed_) return;
    closed_ = true;
    if (stage_columns_.empty()) write_header({});
    trace_.add("\n]\n");
    flush();
}

void Recorder::write_run_json(const RunInfo& info, const Settings& settings) {
    const auto& cuda = cuda_status();
    nlohmann::ordered_json run = {{"nearfield", 1},
                                  {"version", NEARFIELD_VERSION},
                                  {"build", to_json(this_build())},
                                  {"command_line", command_line()},
                                  {"started", utc(std::time(nullptr))},
                                  {"scene", info.scene},
                                  {"backend", name(info.backend)},
                                  {"device", info.device},
                                  {"instructions", name(instructions())},
                                  {"actors", info.actors},
                                  {"step", info.step},
                                  {"seed", nullptr},
                                  {"cuda", {{"built", cuda.built}, {"runtime", cuda.runtime}, {"driver", cuda.driver}}},
                                  {"inputs", inputs_of(info)},
                                  {"metrics", info.metric_keys},
                                  {"units", units_of(info)},
                                  {"settings", settings.to_json()}};
    if (settings.has("seed")) run["seed"] = settings.integer("seed");
    files_->write("run.json", [&](std::ostream& out) { out << json_text(run, 2) << '\n'; });
}

void Recorder::name_tracks(const RunInfo& info) {
    const std::string process = "nearfield " + info.scene + " on " + info.device;
    trace_event(fmt::format(R"({{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{{"name":{}}}}})",
                            json_quoted(process)));
    trace_event(R"({"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"steps"}})");
    trace_event(R"({"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"stages"}})");
    trace_event(R"({"name":"thread_name","ph":"M","pid":1,"tid":3,"args":{"name":"steps, real time"}})");
}

void Recorder::row(const StepTimes& times, const std::vector<double>& metrics, double time) {
    if (stage_columns_.empty()) write_header(times);
    write_csv_row(times, metrics, time);
    write_trace(times, metrics);
    ++rows_;
    flush_if_due();
}

void Recorder::write_header(const StepTimes& first) {
    for (const auto& stage : stages::construction) stage_columns_.emplace_back(stage.name);
    const auto add = [&](std::string_view stage) {
        if (std::find(stage_columns_.begin(), stage_columns_.end(), stage) == stage_columns_.end())
            stage_columns_.emplace_back(stage);
    };
    for (const auto& stage : first.stages) add(stage.name);
    if (first.stages.empty()) add("query");  // stage timing is off, but may be turned on later
    steps_.add("step,total_ms");
    for (const auto& stage : stage_columns_) steps_.add(fmt::format(",{}_ms", stage));
    steps_.add(",other_ms");
    if (has_clock_) steps_.add(",time");
    for (const auto& key : metric_keys_) steps_.add(fmt::format(",{}", csv_cell(key)));
    steps_.add("\n");
}

void Recorder::write_csv_row(const StepTimes& times, const std::vector<double>& metrics, double time) {
    std::vector<double> cells(stage_columns_.size() + 1, NAN);  // the last is other_ms
    for (const auto& stage : times.stages) {
        const auto column =
            std::find(stage_columns_.begin(), stage_columns_.end(), stage.name) - stage_columns_.begin();
        auto& sum = cells[std::size_t(column)];
        sum = (std::isnan(sum) ? 0 : sum) + stage.ms;
    }
    std::string line = fmt::format("{},{:.6g}", times.step, times.total_ms);
    for (double ms : cells) line += std::isnan(ms) ? "," : fmt::format(",{:.6g}", ms);
    if (has_clock_) line += std::isnan(time) ? "," : "," + shortest_text(time);
    for (std::size_t m = 0; m < metric_keys_.size(); ++m)
        line += m < metrics.size() ? fmt::format(",{}", shortest_text(metrics[m])) : ",";
    steps_.add(line + "\n");
}

void Recorder::write_trace(const StepTimes& times, const std::vector<double>& metrics) {
    const auto slice = [&](const std::string& name, int track, double from, double ms) {
        trace_event(fmt::format(R"({{"name":{},"ph":"X","pid":1,"tid":{},"ts":{:.3f},"dur":{:.3f}}})",
                                json_quoted(name), track, from, ms * 1000));
    };
    const std::string step = "step " + std::to_string(times.step);
    slice(step, 1, trace_us_, times.total_ms);
    if (times.began)
        slice(step, 3, std::chrono::duration<double, std::micro>(*times.began - opened_).count(), times.total_ms);
    double at = trace_us_;
    for (const auto& stage : times.stages) {
        slice(std::string(stage.name), 2, at, stage.ms);
        at += stage.ms * 1000;
    }
    for (std::size_t m = 0; m < std::min(metrics.size(), metric_keys_.size()); ++m)
        if (std::isfinite(metrics[m]))  // JSON has finite numbers only
            trace_event(fmt::format(R"({{"name":{},"ph":"C","pid":1,"ts":{:.3f},"args":{{"value":{}}}}})",
                                    json_quoted(metric_keys_[m]), trace_us_, shortest_text(metrics[m])));
    trace_us_ += times.total_ms * 1000;
}

void Recorder::change(u64 step, const std::string& key, const std::string& value) {
    if (!changes_.is_open()) {
        changes_.open(*files_, "changes.csv");
        changes_.add("step,key,value\n");
    }
    changes_.add(fmt::format("{},{},{}\n", step, csv_cell(key), csv_cell(value)));
    trace_event(fmt::format(R"({{"name":{},"ph":"i","s":"g","pid":1,"tid":1,"ts":{:.3f}}})",
                            json_quoted(key + " = " + value), trace_us_));
    flush_if_due();
}

void Recorder::gauges(u64 step, double time, const std::vector<Gauge>& gauges) {
    if (time < std::exchange(last_gauges_, time)) next_gauges_ = 0;  // after a reset
    if (gauges.empty() || time < next_gauges_) return;
    next_gauges_ = time + gauges.front().every;
    if (!gauges_.is_open()) {
        gauges_.open(*files_, "gauges.csv");
        gauges_.add("step,time,gauge");
        for (const auto& key : gauged_keys_) gauges_.add("," + csv_cell(key));
        gauges_.add("\n");
    }
    for (const auto& gauge : gauges) {
        gauges_.add(fmt::format("{},{},{}", step, shortest_text(time), csv_cell(gauge.name)));
        for (const double value : gauge.values) gauges_.add(std::isnan(value) ? "," : "," + shortest_text(value));
        gauges_.add("\n");
    }
}

void Recorder::trace_event(const std::string& event) {
    trace_.add((traced_ ? ",\n" : "[\n") + event);
    traced_ = true;
}

void Recorder::flush() {
    std::string problem;
    for (GrowingFile* file : {&steps_, &trace_, &changes_, &gauges_})
        if (file->is_open() && !file->send()) problem = file->problem();
    if (!problem.empty())
        throw Error(
            fmt::format("the recording {} cannot grow: {}; rows up to now are kept", folder_.string(), problem));
    flushed_ = std::chrono::steady_clock::now();
}

void Recorder::flush_if_due() {
    const bool large = steps_.pending() + trace_.pending() > (std::size_t{1} << 20);
    if (large || std::chrono::steady_clock::now() - flushed_ > std::chrono::milliseconds(500)) flush();
}

}  // namespace nearfield
