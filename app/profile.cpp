#include "app/profile.hpp"

#include "app/files.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/read_file.hpp"
#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

constexpr const char* unit = "_ms";

}  // namespace

const std::vector<double>& Profile::column(const std::string& head) const {
    static const std::vector<double> none;
    const auto at = columns.find(head);
    return at == columns.end() ? none : at->second;
}

std::vector<std::string> Profile::stages() const {
    std::vector<std::string> names;
    for (const auto& head : heads) {
        const auto& all = column(head);
        if (head.ends_with(unit) && head != "total_ms" && head != "other_ms" &&
            std::any_of(all.begin(), all.end(), [](double ms) { return ms > 0; }))
            names.push_back(head.substr(0, head.size() - 3));
    }
    return names;
}

std::vector<std::string> Profile::metrics() const {
    std::vector<std::string> names;
    for (const auto& head : heads)
        if (head != "step" && head != "time" && !head.ends_with(unit)) names.push_back(head);
    return names;
}

Profile read_profile(const std::filesystem::path& folder) {
    const std::string name = (folder / "steps.csv").string();
    std::istringstream lines(read_file(name, "a recording: the folder that --record made", Most::data));
    Profile profile;
    std::string line;
    std::vector<std::vector<double>*> columns;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (number > 1 && lines.eof()) {  // no line break at the end
            profile.torn = true;
            break;
        }
        const std::string where = fmt::format("{}:{}", name, number);
        const auto cells = csv_cells(line, where);
        if (number == 1) {
            profile.heads = cells;
            for (const auto& head : cells) columns.push_back(&profile.columns[head]);
            continue;
        }
        if (cells.size() != columns.size())
            throw UsageError(
                fmt::format("{}: {} cells below {} heads; remove the line", where, cells.size(), columns.size()));
        for (std::size_t c = 0; c < cells.size(); ++c) {
            double value = NAN;
            if (!cells[c].empty() && !read_number(cells[c], value))
                throw UsageError(
                    fmt::format("{}: {} is '{}', not a number", where, profile.heads[c], cells[c].substr(0, 40)));
            columns[c]->push_back(value);
        }
    }
    if (profile.columns.size() != profile.heads.size())
        throw UsageError(fmt::format("{}:1: two columns have one name; rename one", name));
    return profile;
}

PairedTimes paired_times(const Profile& first, const Profile& second) {
    const auto last_times = [](const Profile& profile) {
        std::map<double, double> times;
        const auto &steps = profile.column("step"), &ms = profile.column("total_ms");
        for (std::size_t r = 0; r < std::min(steps.size(), ms.size()); ++r)
            if (ms[r] > 0 && !std::isnan(steps[r])) times[steps[r]] = ms[r];
        return times;
    };
    const auto one = last_times(first), other = last_times(second);
    std::vector<double> ratios;
    for (const auto& [step, ms] : one)
        if (const auto at = other.find(step); at != other.end()) ratios.push_back(at->second / ms);
    return {ratios.size(), median_interval(ratios)};
}

}  // namespace nearfield
