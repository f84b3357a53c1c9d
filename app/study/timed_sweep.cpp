#include "app/study/timed_sweep.hpp"

#include "app/files.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/run_info.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace nearfield {
namespace {

bool contains(const std::vector<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Settings that differ from the defaults and have no column of their own.
std::string other_settings(const TimedSweep& sweep) {
    const auto keys = sweep.keys();
    std::string text;
    for (const auto& key : sweep.settings.differing(sweep.subject.defaults()))
        if (key != "seed" && key != "actors" && !contains(keys, key))
            text += (text.empty() ? "" : ";") + key + "=" + sweep.settings.text(key);
    return text;
}

/// "20", or "until tick 300".
std::string warm_up_of(const Effort& effort) {
    if (effort.until.metric.empty()) return std::to_string(effort.warmup);
    return fmt::format("{}until {} {}", effort.warmup ? fmt::format("{} and ", effort.warmup) : std::string(),
                       effort.until.metric, effort.until.value);
}

}  // namespace

std::vector<std::string> TimedSweep::keys() const {
    std::vector<std::string> keys;
    for (const auto& sweep : sweeps) keys.push_back(sweep.key);
    return keys;
}

std::vector<std::pair<std::string, std::string>> common_columns(const TimedSweep& sweep) {
    std::vector<std::pair<std::string, std::string>> columns{{"scene", sweep.subject.key},
                                                             {"backend", name(sweep.backend)},
                                                             {"device", device_name(sweep.backend)},
                                                             {"version", NEARFIELD_VERSION}};
    for (const char* key : {"actors", "seed"})
        if (sweep.settings.has(key) && !contains(sweep.keys(), key)) columns.push_back({key, sweep.settings.text(key)});
    columns.push_back({"steps", std::to_string(sweep.effort.steps)});
    columns.push_back({"warmup", warm_up_of(sweep.effort)});
    columns.push_back({"repeats", std::to_string(sweep.effort.repeats)});
    columns.push_back({"settings", other_settings(sweep)});
    return columns;
}

SweepResult time_sweep(const TimedSweep& sweep, const std::filesystem::path& out, Existing existing) {
    SweepResult result{BenchTable(sweep.subject, common_columns(sweep), sweep.keys())};
    auto& table = result.table;
    const bool grows = !is_stream(out);  // a stream gets the whole table once
    const auto write = [&](bool over) { write_file(out, over, [&](std::ostream& to) { table.write(to); }); };
    if (existing.resume && grows && std::filesystem::exists(out)) table.resume(out);
    const auto held = [&] {
        return std::size_t(
            std::count_if(sweep.all.begin(), sweep.all.end(), [&](const auto& c) { return table.holds(c.values); }));
    };
    result.kept = held();
    if (result.kept < sweep.all.size())
        for (const auto& line : describe_run(sweep.backend)) table.remark(line);
    Progress progress(sweep.all.size(), result.kept);
    Timing timing;
    bool ours = existing.may_change(), written = true;
    auto last = std::chrono::steady_clock::time_point();  // written at most once a second: a table may be long
    std::size_t done = result.kept;
    for (const auto& [values, settings] : sweep.all) {
        if (Interrupt::signal()) break;
        if (table.holds(values)) continue;
        const std::string name = described(sweep.sweeps, values);
        const auto tick = [&, name, done = done++] { progress.show(done, "configurations; " + name); };
        tick();
        try {
            const auto timed = timing.time(sweep.subject, settings, sweep.backend, sweep.effort, tick);
            if (!timed) break;
            table.add(values, *timed);
        } catch (const WorkStopped&) { break; } catch (const Error& problem) {
            if (result.failures++ == 0) result.first_failure = name + ": " + problem.what();
            continue;
        }
        written = false;
        if (const auto now = std::chrono::steady_clock::now(); grows && now - last > std::chrono::seconds(1))
            write(ours), ours = written = true, last = now;
    }
    result.held = held();
    if (!written) write(ours);
    return result;
}

void Existing::require_one() const {
    if (resume && force) throw UsageError("--resume keeps what --force replaces; leave one out");
}

void require_table(const std::filesystem::path& out, Existing existing) {
    std::error_code unknown;  // then require_writable says why
    if (!existing.may_change() && !is_stream(out) && std::filesystem::is_regular_file(out, unknown))
        throw Error(out.string() +
                    " exists; add --resume to continue it, --force to replace it, or choose another name");
    require_writable(out, existing.may_change());
}

}  // namespace nearfield
