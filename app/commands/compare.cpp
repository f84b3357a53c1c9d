// nearfield compare: differences between two grids or two recordings.
#include "app/commands/commands.hpp"
#include "app/profile.hpp"
#include "app/say.hpp"
#include "app/terminal/options.hpp"
#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/read_file.hpp"
#include "cells/raster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nearfield {
namespace {

struct CompareFlags {
    std::vector<std::string> files;
    std::string apart = "0.01", most;
};

/// Differences of two rows of numbers.
struct Differences {
    double largest = 0, sum = 0, first = 0, second = 0;  ///< first, second: the numbers with the largest difference
    std::size_t compared = 0, in_one_alone = 0, far = 0, at = 0;

    void add(double a, double b, std::size_t where, double apart) {
        if (std::isnan(a) != std::isnan(b)) ++in_one_alone;
        if (std::isnan(a) || std::isnan(b)) return;
        const double off = a == b ? 0 : std::abs(a - b);  // infinite values may be equal
        ++compared;
        sum += off;
        far += off > apart;
        if (off > largest) {
            largest = off;
            at = where;
            first = a;
            second = b;
        }
    }
    double mean() const { return compared ? sum / double(compared) : 0; }
};

bool is_grid(const std::string& file) { return ending::ends(file, ending::heights); }

void require_same_squares(const Raster& a, const Raster& b, const CompareFlags& flags) {
    const auto refuse = [&](const std::string& what) {
        throw UsageError(
            fmt::format("{} and {} cannot be compared square by square: {}", flags.files[0], flags.files[1], what));
    };
    if (a.columns != b.columns || a.rows != b.rows)
        refuse(fmt::format("{} x {} and {} x {} values", a.columns, a.rows, b.columns, b.rows));
    if (std::abs(a.cell / b.cell - 1) > 1e-6) refuse(fmt::format("cells of {:g} and {:g} m", a.cell, b.cell));
    if (glm::length(a.corner - b.corner) > 1e-3 * a.cell)
        refuse(fmt::format("corners at {:g}, {:g} and {:g}, {:g}", a.corner.x, a.corner.y, b.corner.x, b.corner.y));
}

/// Largest difference of two files, and the reasons why parts of them cannot be compared.
struct FileDifference {
    double largest = 0;
    std::vector<std::string> unlike;
};

FileDifference compare_grids(const CompareFlags& flags, double apart) {
    const auto load = [](const std::string& file) {
        return read_raster(read_named(file, ending::heights_file, Most::data), file);
    };
    const Raster a = load(flags.files[0]), b = load(flags.files[1]);
    require_same_squares(a, b, flags);
    Differences all;
    for (std::size_t i = 0; i < a.values.size(); ++i) all.add(a.values[i], b.values[i], i, apart);
    print("{} x {} squares of {:g} m: {} have values in both, {} in one alone\n", a.columns, a.rows, a.cell,
          all.compared, all.in_one_alone);
    const auto columns = std::size_t(a.columns);
    const glm::dvec2 place = a.corner + (glm::dvec2(double(all.at % columns), double(all.at / columns)) + 0.5) * a.cell;
    print("largest difference   {:.6g}", all.largest);
    if (all.largest > 0) print(" at {:g}, {:g}: {:.6g} and {:.6g}", place.x, place.y, all.first, all.second);
    print("\nmean difference      {:.6g}\n", all.mean());
    print("further than {:g} apart: {} squares ({:.3g} %)\n", apart, all.far,
          all.compared ? 100. * double(all.far) / double(all.compared) : 0.);
    FileDifference found{.largest = all.largest};
    if (all.in_one_alone) found.unlike.push_back(fmt::format("{} squares have a value in one alone", all.in_one_alone));
    return found;
}

/// Metrics that only the first profile has: "mean_speed and present are in first alone". Empty if there is none.
std::string alone_in(const Profile& first, const Profile& second, const std::string& file) {
    std::vector<std::string> heads;
    for (const auto& head : first.metrics())
        if (!second.columns.count(head)) heads.push_back(head);
    if (heads.empty()) return "";
    return fmt::format("{} {} in {} alone", joined(heads, ", "), heads.size() == 1 ? "is" : "are", file);
}

/// Reasons why two recordings differ in what they hold.
std::vector<std::string> unlike_parts(const Profile& a, const Profile& b, const std::vector<std::string>& files) {
    std::vector<std::string> unlike;
    const auto add = [&](const std::string& reason) {
        if (!reason.empty()) unlike.push_back(reason);
    };
    if (a.rows() != b.rows()) add(fmt::format("{} has {} and {} {} rows", files[0], a.rows(), files[1], b.rows()));
    add(alone_in(a, b, files[0])), add(alone_in(b, a, files[1]));
    const auto &one = a.column("step"), &other = b.column("step");
    for (std::size_t r = 0; r < std::min(one.size(), other.size()); ++r)
        if (one[r] != other[r]) {
            add(fmt::format("row {} is step {:.0f} in {} and step {:.0f} in {}", r + 1, one[r], files[0], other[r],
                            files[1]));
            break;
        }
    return unlike;
}

FileDifference compare_recordings(const CompareFlags& flags, double apart) {
    const Profile a = read_profile(flags.files[0]), b = read_profile(flags.files[1]);
    for (const auto& [profile, file] : {std::pair(&a, flags.files[0]), std::pair(&b, flags.files[1])})
        if (profile->torn) say("nearfield: {}: the last row is cut off and left out", file);
    FileDifference found{.unlike = unlike_parts(a, b, flags.files)};
    std::size_t shared = 0;
    print("{:<20} {:>8} {:>14} {:>10} {:>14} {:>10}\n", "value", "rows", "largest", "in row", "mean",
          fmt::format("> {:g}", apart));
    for (const auto& head : a.metrics()) {
        if (!b.columns.count(head)) continue;
        const auto &one = a.columns.at(head), &other = b.columns.at(head);
        Differences all;
        ++shared;
        for (std::size_t r = 0; r < std::min(one.size(), other.size()); ++r) all.add(one[r], other[r], r + 1, apart);
        print("{:<20} {:>8} {:>14.6g} {:>10} {:>14.6g} {:>10}\n", head, all.compared, all.largest, all.at, all.mean(),
              all.far);
        found.largest = std::max(found.largest, all.largest);
        if (all.in_one_alone)
            found.unlike.push_back(fmt::format("{} has a value in one alone in {} rows", head, all.in_one_alone));
    }
    if (!shared) throw UsageError(fmt::format("{} and {} have no value in common", flags.files[0], flags.files[1]));
    for (const auto& reason : found.unlike) print("not compared: {}\n", reason);
    return found;
}

int run_compare(const CompareFlags& flags) {
    if (flags.files.size() != 2)
        throw UsageError(
            fmt::format("compare takes two grids (.asc) or two recordings (folders), not {}", flags.files.size()));
    const double apart = positive_number("--apart", flags.apart);
    const double most = flags.most.empty() ? INFINITY : positive_number("--most", flags.most);
    if (is_grid(flags.files[0]) != is_grid(flags.files[1]))
        throw UsageError(fmt::format("{} and {}: one is a grid (.asc) and the other is not; compare two of a kind",
                                     flags.files[0], flags.files[1]));
    const FileDifference found =
        is_grid(flags.files[0]) ? compare_grids(flags, apart) : compare_recordings(flags, apart);
    if (flags.most.empty()) return 0;
    if (!found.unlike.empty())
        throw Error(fmt::format("{}; --most takes only files that hold the same", joined(found.unlike, "; ")));
    if (!(found.largest <= most)) throw Error(fmt::format("{:.6g} apart, more than --most {:g}", found.largest, most));
    return 0;
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
    auto flags = std::make_shared<CompareFlags>();
    CLI::App& command = add_command(app, "compare", "how far two grids or two recordings lie apart");
    add_words(command, "FILE", flags->files, "two ESRI ASCII grids (.asc), or the folders of two recordings");
    add_text(command, "--apart", flags->apart, "X", "count what differs by more than this (0.01 unless given)");
    add_text(command, "--most", flags->most, "X",
             "fail, with exit code 1, if anything differs by more than this, or if one has values or rows that the "
             "other lacks");
    add_footer(command,
               "Examples:\n"
               "  nearfield compare cpu.asc cuda.asc\n"
               "  nearfield compare first second --most 1e-6\n\n"
               "Of grids every square is compared; of recordings every value that was computed, row by row, but no "
               "times.");
    on_call(command, action, [flags] { return run_compare(*flags); });
}

}  // namespace nearfield
