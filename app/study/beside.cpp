#include "app/study/beside.hpp"

#include "app/study/result_table.hpp"
#include "app/study/summary.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "base/own_program.hpp"
#include "base/read_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <thread>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

constexpr auto patience_at_end = std::chrono::seconds(3);  // time for the last writes

std::vector<std::string> words_for(const fs::path& file, const fs::path& table, int jobs) {
    std::vector<std::string> words{
        "nice",  "-n",           "10",     own_program().string(), "experiment", file.string(),
        "--out", table.string(), "--jobs", std::to_string(jobs)};
    if (std::error_code ignored; fs::exists(table, ignored)) words.emplace_back("--resume");
    if (is_outside_allowed()) words.emplace_back("--allow-outside");
    return words;
}

/// The last line that is not empty, without the program's name.
std::string verdict_of(const std::string& text) {
    const std::string line = last_line(text), name = "nearfield: ";
    return line.starts_with(name) ? line.substr(name.size()) : line;
}

}  // namespace

TableSoFar read_so_far(const Experiment& experiment, const fs::path& path) {
    TableSoFar so_far;
    ResultTable table(experiment);
    try {
        if (std::error_code ignored; fs::exists(path, ignored)) table.read(path, ResultTable::Failed::kept);
    } catch (const Error& problem) { so_far.problem = problem.what(); }
    so_far.done = table.size(), so_far.failed = table.stopped(Stopped::failed);
    so_far.figure = figure_of(experiment, table);
    return so_far;
}

double seconds_left(u64 runs, u64 done_at_start, u64 done_now, double seconds) {
    if (done_now <= done_at_start) return NAN;
    return seconds / double(done_now - done_at_start) * double(runs - std::min(runs, done_now));
}

ExperimentBeside::ExperimentBeside(const fs::path& file, const fs::path& table, int jobs)
    : errors_(memory_file()),
      child_(words_for(file, table, jobs), {{errors_, STDERR_FILENO}}) {
    if (child_.problem())
        throw Error(fmt::format("the experiment could not be started: {}", why_not_started(child_.problem())));
}

ExperimentBeside::~ExperimentBeside() {
    stop();
    const auto end = std::chrono::steady_clock::now() + patience_at_end;
    while (running() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

bool ExperimentBeside::running() {
    if (ended_ || !child_.ended()) return !ended_;
    ended_ = true;
    const int code = child_.wait_for_code();
    if (code == 0 || stopping_) return false;
    verdict_ = verdict_of(content_of(errors_));
    if (verdict_.empty()) verdict_ = fmt::format("the experiment ended with code {}", code);
    return false;
}

void ExperimentBeside::stop() {
    if (!ended_) stopping_ = true, child_.interrupt();
}

}  // namespace nearfield
