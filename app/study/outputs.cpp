#include "app/study/outputs.hpp"

#include "app/say.hpp"
#include "app/terminal/interrupt.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace nearfield {

void Existing::require_one() const {
    if (resume && force) throw UsageError("--resume keeps what --force replaces; leave one out");
}

Keeper::Keeper(const std::filesystem::path& csv, bool may_replace, const StudyTable& table, u64 runs, u64 kept)
    : path_(csv),
      may_replace_(may_replace),
      table_(table),
      written_(table.size()),
      kept_(kept),
      progress_(runs, kept) {}

void Keeper::now_and_then() {
    const auto now = Clock::now();
    if (is_stream(path_) || (now < next_ && !Interrupt::signal())) return;
    rest();
    next_ = now + std::chrono::seconds(1);
}

void Keeper::rest() {
    if (table_.size() == written_) return;
    write_file(path_, may_replace_, [&](std::ostream& out) { table_.write(out); });
    may_replace_ = true;
    written_ = table_.size();
}

void StudyOutputs::require_writable() const {
    existing.require_one();
    std::error_code unknown;  // ignored: require_writable then reports the reason
    if (!existing.may_change() && !is_stream(csv) && std::filesystem::is_regular_file(csv, unknown))
        throw Error(csv.string() +
                    " exists; add --resume to continue it, --force to replace it, or choose another name");
    nearfield::require_writable(csv, existing.may_change());
    if (!chart.empty()) nearfield::require_writable(chart, existing.may_change());
}

void StudyOutputs::complete(StudyTable& table, const std::vector<u64>& wanted,
                            const std::function<void(const std::vector<u64>&, Keeper&)>& run) const {
    if (existing.resume && !is_stream(csv) && std::filesystem::exists(csv)) table.read(csv);
    std::vector<u64> missing;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(missing), [&](u64 r) { return !table.holds(r); });
    const u64 kept = wanted.size() - missing.size();
    if (kept) print("{}{} of {} {} were already in the file\n", indent, kept, wanted.size(), runs);
    std::fflush(stdout);
    if (missing.empty()) return;
    table.require_continuable();
    Keeper keeper(csv, existing.may_change(), table, wanted.size(), kept);
    run(missing, keeper);
    keeper.rest();
}

u64 StudyOutputs::held(const StudyTable& table, const std::vector<u64>& runs) {
    return u64(std::count_if(runs.begin(), runs.end(), [&](u64 run) { return table.holds(run); }));
}

int StudyOutputs::say_interrupted(u64 done, u64 of) const {
    say("nearfield: interrupted with {} of {} {} done; run the same command with --resume to continue", done, of, runs);
    return Interrupt::exit_code();
}

void StudyOutputs::write_chart(const Figure& figure) const {
    write_file(chart, existing.may_change(), [&](std::ostream& out) { write_svg(out, figure); });
}

void StudyOutputs::say_written() const {
    print("{}wrote {}{}\n", indent, csv.string(), chart.empty() ? "" : " and " + chart.string());
}

std::vector<u64> all_runs(u64 count) {
    std::vector<u64> runs(count);
    std::iota(runs.begin(), runs.end(), u64(0));
    return runs;
}

}  // namespace nearfield
