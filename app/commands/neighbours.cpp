#include "app/commands/commands.hpp"
#include "app/files.hpp"
#include "app/points/point_box.hpp"
#include "app/say.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "app/terminal/progress.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "usp/ask/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

namespace nearfield {
namespace {

struct NeighbourFlags {
    std::string points, columns, radius, nearest, dims, visit, sort, bin_ratio, backend = "auto", box, pairs, out;
    bool wrap = false, force = false;
};

/// Returns the search settings from their flags. Errors name the flag instead of the parameter.
SearchSettings search_settings(const NeighbourFlags& flags) {
    SearchSettings search;
    const auto specs = describe(&search);
    Settings settings(std::make_shared<const std::vector<ParamSpec>>(specs));
    const auto set = [&](const std::string& flag, const std::string& key, const std::string& value) {
        if (value.empty()) return;
        try {
            settings.set(key, value);
        } catch (const UsageError& problem) { throw UsageError(flag + std::string(problem.what()).substr(key.size())); }
    };
    set("--visit", "search.visit", flags.visit);
    set("--sort", "search.sort", flags.sort);
    set("--bin-ratio", "search.bin_ratio", flags.bin_ratio);
    settings.store(specs, &search);
    return search;
}

PointTable read_points_of(const NeighbourFlags& flags) {
    PointChoice choice;
    if (!flags.dims.empty()) choice.dimensions = int(whole_number("--dims", flags.dims, 2, 3));
    if (!flags.columns.empty()) choice.columns = split(flags.columns, ',');
    if (const auto there = choice.columns.size(); there == 1 || there > 3)
        throw UsageError(
            fmt::format("--columns: '{}' has {}; give 2 or 3, such as x,y", flags.columns, counted(there, "column")));
    if (choice.dimensions && !choice.columns.empty() && std::size_t(*choice.dimensions) != choice.columns.size())
        throw UsageError(fmt::format("--columns has {} columns and --dims is {}; leave --dims out",
                                     choice.columns.size(), *choice.dimensions));
    const WorkScope work({.what = "reading the points"});
    auto table = read_points(flags.points, choice);
    if (table.degrees)
        say("{} and {} are degrees, and so are all distances: a degree of longitude is shorter than one of latitude; "
            "for metres, give projected coordinates",
            table.columns[0], table.columns[1]);
    return table;
}

/// Returns a request with the points and their environment, still without a radius.
FindRequest request_for(PointTable table, const NeighbourFlags& flags) {
    if (table.dimensions == 0) table.dimensions = split(flags.box, ',').size() == 6 ? 3 : 2;
    const PointBox box = flags.box.empty() ? box_around(table) : read_box(flags.box, table.dimensions);
    if (!flags.wrap) require_inside(table, box);
    else if (const std::size_t moved = bring_inside(table, box))
        say("{} outside of the box moved back into it by whole sides", counted(moved, "point"));
    return {.dimensions = table.dimensions,
            .points = std::move(table.points),
            .lo = box.lo,
            .hi = box.hi,
            .wrapped = flags.wrap,
            .search = search_settings(flags),
            .pairs = !flags.pairs.empty()};
}

/// Sets the radius and widens an axis on which all points coincide to it. The search finds candidates in single
/// precision. Positions are relative to their bins where absolute ones would leave many candidates to double precision,
/// or where the square of the radius is no float.
void set_radius(FindRequest& request, double radius) {
    request.radius = radius;
    double largest = 0;
    for (int a = 0; a < request.dimensions; ++a) {
        double &lo = request.lo[a], &hi = request.hi[a];
        if (!(hi > lo)) hi = lo + radius;  // still equal to lo if lo is far from zero
        largest = std::max({largest, std::abs(lo), std::abs(hi), hi - lo});
    }
    if (largest * 0x1p-24 > 1e-6 * radius || radius < 1e-15 || radius > 1e15) request.grid = GridKind::relative;
}

/// Writes a table row by row. On a terminal, shows progress after a second.
template <class WriteRow>
void write_rows(const std::string& path, bool force, const char* head, std::size_t rows, const WriteRow& write_row) {
    write_file(path, force, [&](std::ostream& out) {
        Progress progress(rows, 0, std::chrono::seconds(1));
        out << head;
        for (std::size_t row = 0; row < rows; ++row) {
            write_row(out, row);
            if (row % 4096 == 0) progress.show(row, "rows of " + path);
        }
    });
}

void write_counts(const NeighbourFlags& flags, const Found& found) {
    write_rows(flags.out, flags.force, "index,count\n", found.count.size(),
               [&](std::ostream& out, std::size_t i) { out << fmt::format("{},{}\n", i, found.count[i]); });
}

void write_pairs(const NeighbourFlags& flags, const FindRequest& request, const Found& found) {
    if (flags.pairs.empty()) return;
    write_rows(flags.pairs, flags.force, "i,j,distance\n", found.pairs.size(), [&](std::ostream& out, std::size_t p) {
        const Pair& pair = found.pairs[p];
        out << fmt::format("{},{},{:.7g}\n", pair.i, pair.j, distance_between(request, pair.i, pair.j));
    });
}

void write_nearest(const NeighbourFlags& flags, const FindRequest& request, const FoundNearest& found) {
    write_rows(flags.out, flags.force, "index,rank,neighbour,distance\n", found.count.size(),
               [&](std::ostream& out, std::size_t i) {
                   for (u32 k = 0; k < found.count[i]; ++k)
                       out << fmt::format("{},{},{},{:.7g}\n", i, k + 1, found.of(i)[k].point,
                                          distance_between(request, u32(i), found.of(i)[k].point));
               });
}

/// Throws Error before the pairs are listed if the disk lacks room for them. A row has two indices and at least 4
/// further characters. Most indices have as many digits as a tenth of the number of points.
void require_disk_for(u64 pairs, const NeighbourFlags& flags, std::size_t points) {
    if (is_stream(flags.pairs)) return;
    const std::size_t digits = std::to_string(points / 10).size();
    const double need = double(pairs) * (4 + 1.8 * double(digits));
    const std::filesystem::path folder = std::filesystem::path(flags.pairs).parent_path();
    std::error_code problem;
    const auto space = std::filesystem::space(folder.empty() ? "." : folder, problem);
    if (!problem && need > double(space.available))
        throw Error(fmt::format("--pairs: {} pairs take {} or more in {}, but only {} are free there; use a smaller "
                                "radius, or another place",
                                pairs, format_bytes(need), flags.pairs, format_bytes(double(space.available))));
}

/// Prints to stderr, so that --out /dev/stdout gives clean CSV.
void print_summary(const NeighbourFlags& flags, const FindRequest& request, const Found& found, Backend backend) {
    const auto& count = found.count;
    say("{} points in {}D, radius {}, {} on {}", count.size(), request.dimensions, flags.radius,
        request.wrapped ? "wrapped" : "clamped", name(backend));
    if (!count.empty()) {
        double sum = 0;
        for (u32 c : count) sum += c;
        const auto [least, most] = std::minmax_element(count.begin(), count.end());
        say("neighbours: mean {:.4g}, from {} to {}", sum / double(count.size()), *least, *most);
        if (found.audit.surplus > 0)
            say("candidates per neighbour: {:.3g}{}", found.audit.surplus,
                found.audit.surplus_theory > 0
                    ? fmt::format(" (uniform points would give {:.3g})", found.audit.surplus_theory)
                    : "");
    }
    say("wrote {}{}", flags.out,
        flags.pairs.empty() ? "" : fmt::format(" and {} ({} pairs)", flags.pairs, found.pairs.size()));
}

void print_summary(const NeighbourFlags& flags, const NearestRequest& request, const FoundNearest& found,
                   Backend backend) {
    double sum = 0, most = 0, least = INFINITY;
    u64 full = 0, rows = 0;
    for (std::size_t i = 0; i < found.count.size(); ++i) {
        rows += found.count[i];
        if (found.count[i] < found.room) continue;
        const double last = found.of(i)[found.room - 1].distance;
        ++full;
        sum += last;
        least = std::min(least, last);
        most = std::max(most, last);
    }
    say("{} points in {}D, {} nearest of each{}, {} on {}", found.count.size(), request.points.dimensions,
        request.nearest, flags.radius.empty() ? "" : " within " + flags.radius,
        request.points.wrapped ? "wrapped" : "clamped", name(backend));
    if (full > 0)
        say("distance of number {}: mean {:.4g}, from {:.4g} to {:.4g}", found.room, sum / double(full), least, most);
    if (full < found.count.size()) say("points with fewer nearer than {}: {}", flags.radius, found.count.size() - full);
    say("wrote {} ({} rows)", flags.out, rows);
}

void require_outputs(const NeighbourFlags& flags) {
    require_different({{"--out", flags.out}, {"--pairs", flags.pairs}}, {{"--points", flags.points}});
    require_writable(flags.out, flags.force);
    if (!flags.pairs.empty()) require_writable(flags.pairs, flags.force);
}

/// Values of --radius and --nearest.
struct Asked {
    std::optional<double> radius;
    std::optional<u32> nearest;
};

Asked asked_for(const NeighbourFlags& flags) {
    Asked asked;
    if (!flags.radius.empty()) asked.radius = positive_number("--radius", flags.radius);
    if (!flags.nearest.empty()) asked.nearest = u32(whole_number("--nearest", flags.nearest, 1, ~0u));
    if (!asked.radius && !asked.nearest)
        throw UsageError("neither --radius nor --nearest says who is a neighbour; give one of them, or both");
    if (asked.nearest && !flags.pairs.empty())
        throw UsageError("--pairs: who is among another's nearest need not have it among its own; leave --pairs out, "
                         "--out has a row for each");
    if (asked.nearest && !flags.visit.empty())
        throw UsageError("--visit: the nearest are found in one way only; leave --visit out");
    if (flags.wrap && flags.box.empty())
        throw UsageError(
            "--wrap needs --box: the sides at which the environment repeats cannot be told from the points");
    return asked;
}

void find_within(const NeighbourFlags& flags, FindRequest request, double radius, Backend backend) {
    set_radius(request, radius);
    request.before_listing = [&, points = request.points.size()](u64 pairs) { require_disk_for(pairs, flags, points); };
    const Found found = [&] {
        const WorkScope work({.what = "the search for neighbours"});
        return find_neighbours(request, backend);
    }();
    write_pairs(flags, request, found);
    write_counts(flags, found);
    print_summary(flags, request, found, backend);
}

void find_nearest(const NeighbourFlags& flags, FindRequest points, const Asked& asked, Backend backend) {
    const u32 nearest = *asked.nearest;
    if (nearest >= points.points.size())
        throw UsageError(fmt::format("--nearest: {} others for each take more points than the {} in {}; lower it",
                                     nearest, points.points.size(), flags.points));
    set_radius(points, expected_reach(points, nearest));
    const NearestRequest request{std::move(points), nearest, asked.radius.value_or(INFINITY)};
    const FoundNearest found = [&] {
        const WorkScope work({.what = "the search for the nearest"});
        return nearfield::find_nearest(request, backend);
    }();
    write_nearest(flags, request.points, found);
    print_summary(flags, request, found, backend);
}

int run_neighbours(const NeighbourFlags& flags) {
    const Asked asked = asked_for(flags);
    search_settings(flags);  // reports errors before the file is read
    const Backend backend = choose_backend(flags.backend);
    require_outputs(flags);

    LongWork long_work;  // reports long work on stderr
    auto request = request_for(read_points_of(flags), flags);
    try {
        if (asked.nearest) find_nearest(flags, std::move(request), asked, backend);
        else find_within(flags, std::move(request), *asked.radius, backend);
    } catch (const UsageError& problem) {  // restate it with this command's flags
        std::string what = problem.what();
        for (const auto& [key, flag] : {std::pair{"search.bin_ratio", "--bin-ratio"},
                                        {"search.visit", "--visit"},
                                        {"nearest within", "--radius:"}})
            if (const auto at = what.find(key); at != std::string::npos)
                what.replace(at, std::string(key).size(), flag);
        throw UsageError(what);
    }
    return 0;
}

}  // namespace

void add_neighbours(CLI::App& app, Action& action) {
    auto flags = std::make_shared<NeighbourFlags>();
    CLI::App& command =
        add_command(app, "neighbours", "neighbours within a radius, or the nearest, for your own points");
    add_required(command, "--points", flags->points, "FILE",
                 "a table with 2 or 3 columns of numbers, or with a header that names x, y (and z), or lon and lat; "
                 "columns are separated by commas, semicolons, tabs or blanks. Also .xyz (atoms or points) and .ply");
    add_text(command, "--columns", flags->columns, "X,Y[,Z]",
             "the columns of the coordinates, by name or by number from 1 on");
    add_text(command, "--radius", flags->radius, "R", "points nearer than R are neighbours");
    add_text(command, "--nearest", flags->nearest, "K",
             "the K nearest of every point, those at equal distance by index; with --radius only those nearer than R");
    add_required(command, "--out", flags->out, "FILE.csv",
                 "index,count: the neighbours of every point, counted from 0 (/dev/stdout is possible); with --nearest "
                 "index,rank,neighbour,distance: a row for each, near to far");
    add_text(command, "--pairs", flags->pairs, "FILE.csv", "i,j,distance: every pair once, i < j");
    add_text(command, "--dims", flags->dims, "2|3", "columns to use; all of them unless given");
    add_text(command, "--box", flags->box, "LO,HI",
             "environment: xlo,ylo,xhi,yhi or xlo,ylo,zlo,xhi,yhi,zhi; around the points unless given");
    add_switch(command, "--wrap", flags->wrap,
               "the environment repeats on all sides (periodic); needs --box. Points outside are moved back into it by "
               "whole sides");
    add_text(command, "--bin-ratio", flags->bin_ratio, "W/R",
             "bin width over radius, 0.1 to 4 (0.5 unless given); no effect on the result");
    add_text(command, "--visit", flags->visit, "HOW",
             fmt::format("{}; no effect on the result", joined(visit_names(), ", ")));
    add_text(command, "--sort", flags->sort, "HOW", "counting or radix; no effect on the result");
    add_text(command, "--backend", flags->backend, "auto|cpu|cuda", "where to compute");
    add_force(command, flags->force);
    add_footer(command,
               "Examples:\n"
               "  nearfield neighbours --points trees.csv --radius 5 --out counts.csv --pairs pairs.csv\n"
               "  nearfield neighbours --points atoms.csv --radius 2.5 --box 0,0,0,40,40,40 --wrap --out counts.csv\n"
               "  nearfield neighbours --points birds.csv --nearest 7 --out nearest.csv\n\n"
               "Distances are compared in double precision. A pair at exactly the radius does not count. Points may "
               "lie as far "
               "apart\nas they like: only bins that hold some are kept.");
    on_call(command, action, [flags] { return run_neighbours(*flags); });
}

}  // namespace nearfield
