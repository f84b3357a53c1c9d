#include "app/cli/commands.hpp"
#include "app/cli/csv.hpp"
#include "app/cli/options.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "usp/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace nearfield {
namespace {

struct NeighbourFlags {
    std::string points, radius, nearest, dims, visit, sort, bin_ratio, backend = "auto", box, pairs, out;
    bool wrap = false, force = false;
};

/// The search settings from their flags. Errors name the flag instead of the parameter.
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
    set("--visit", "search.visit", flags.visit), set("--sort", "search.sort", flags.sort),
        set("--bin-ratio", "search.bin_ratio", flags.bin_ratio);
    settings.store(specs, &search);
    return search;
}

/// The environment, in double precision like the points.
struct Box {
    glm::dvec3 lo{0}, hi{0};
};

Box box_from_flag(const std::string& text, int dimensions) {
    const auto parts = split(text, ',');
    if (int(parts.size()) != 2 * dimensions)
        throw UsageError(fmt::format("--box: '{}' has {} numbers; {}D points need {}", text, parts.size(), dimensions,
                                     dimensions == 2 ? "xlo,ylo,xhi,yhi" : "xlo,ylo,zlo,xhi,yhi,zhi"));
    Box box;
    for (int i = 0; i < 2 * dimensions; ++i) {
        double value = 0;
        const auto& part = parts[std::size_t(i)];
        if (!read_number(part, value) || !std::isfinite(value))
            throw UsageError(fmt::format("--box: '{}' is not a finite number", part));
        (i < dimensions ? box.lo : box.hi)[i % dimensions] = value;
    }
    for (int a = 0; a < dimensions; ++a)
        if (!(box.hi[a] > box.lo[a]))
            throw UsageError(fmt::format("--box: {} goes from {} to {}; the upper end must be above the lower",
                                         "xyz"[a], box.lo[a], box.hi[a]));
    return box;
}

Box box_around(const PointTable& table) {
    Box box;
    if (!table.points.empty()) box.lo = box.hi = table.points.front();
    for (const auto& p : table.points) box.lo = glm::min(box.lo, p), box.hi = glm::max(box.hi, p);
    return box;
}

void require_inside(const PointTable& table, const Box& box) {
    for (std::size_t i = 0; i < table.points.size(); ++i)
        for (int a = 0; a < table.dimensions; ++a)
            if (const double x = table.points[i][a]; x < box.lo[a] || x > box.hi[a])
                throw UsageError(
                    fmt::format("--box: point {} has {} = {}, outside {} to {}; enlarge the box or remove the point", i,
                                "xyz"[a], x, box.lo[a], box.hi[a]));
}

/// The points in their environment; the radius is yet to be set.
FindRequest request_for(PointTable table, const NeighbourFlags& flags) {
    if (table.dimensions == 0) table.dimensions = split(flags.box, ',').size() == 6 ? 3 : 2;
    const Box box = flags.box.empty() ? box_around(table) : box_from_flag(flags.box, table.dimensions);
    require_inside(table, box);
    return {.dimensions = table.dimensions,
            .points = std::move(table.points),
            .lo = box.lo,
            .hi = box.hi,
            .wrapped = flags.wrap,
            .search = search_settings(flags),
            .pairs = !flags.pairs.empty()};
}

/// An axis on which all points coincide is widened to the radius. The search uses single precision: positions are
/// relative to their bins unless absolute positions are exact enough and the square of the radius is a float.
void set_radius(FindRequest& request, float radius) {
    request.radius = radius;
    double largest = 0;
    for (int a = 0; a < request.dimensions; ++a) {
        double &lo = request.lo[a], &hi = request.hi[a];
        if (!(hi > lo)) hi = lo + radius;  // the same number, far from zero
        largest = std::max({largest, std::abs(lo), std::abs(hi), hi - lo});
    }
    if (largest * 0x1p-24 > 1e-6 * radius || radius < 1e-15f || radius > 1e15f) request.grid = GridKind::relative;
}

void write_counts(const NeighbourFlags& flags, const Found& found) {
    write_file(flags.out, flags.force, [&](std::ostream& out) {
        out << "index,count\n";
        for (std::size_t i = 0; i < found.count.size(); ++i) out << fmt::format("{},{}\n", i, found.count[i]);
    });
}

void write_pairs(const NeighbourFlags& flags, const Found& found) {
    if (flags.pairs.empty()) return;
    write_file(flags.pairs, flags.force, [&](std::ostream& out) {
        out << "i,j,distance\n";
        for (const auto& pair : found.pairs) out << fmt::format("{},{},{:.7g}\n", pair.i, pair.j, pair.distance);
    });
}

void write_nearest(const NeighbourFlags& flags, const FoundNearest& found) {
    write_file(flags.out, flags.force, [&](std::ostream& out) {
        out << "index,rank,neighbour,distance\n";
        for (std::size_t i = 0; i < found.count.size(); ++i)
            for (u32 k = 0; k < found.count[i]; ++k)
                out << fmt::format("{},{},{},{:.7g}\n", i, k + 1, found.of(i)[k].point, found.of(i)[k].distance);
    });
}

/// On stderr, so that --out /dev/stdout gives clean CSV.
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
        ++full, sum += last, least = std::min(least, last), most = std::max(most, last);
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
    require_different({{"--out", flags.out}, {"--pairs", flags.pairs}});
    require_writable(flags.out, flags.force);
    if (!flags.pairs.empty()) require_writable(flags.pairs, flags.force);
}

/// Radius and number of nearest, if given.
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

void find_within(const NeighbourFlags& flags, FindRequest request, float radius, Backend backend) {
    set_radius(request, radius);
    const Found found = find_neighbours(request, backend);
    write_pairs(flags, found);
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
    const FoundNearest found = nearfield::find_nearest(request, backend);
    write_nearest(flags, found);
    print_summary(flags, request, found, backend);
}

int run_neighbours(const NeighbourFlags& flags) {
    const Asked asked = asked_for(flags);
    std::optional<int> dimensions;
    if (!flags.dims.empty()) dimensions = int(whole_number("--dims", flags.dims, 2, 3));
    search_settings(flags);  // reports errors before the file is read
    const Backend backend = choose_backend(flags.backend);
    require_outputs(flags);

    auto request = request_for(read_points(flags.points, dimensions), flags);
    try {
        if (asked.nearest) find_nearest(flags, std::move(request), asked, backend);
        else find_within(flags, std::move(request), float(*asked.radius), backend);
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
    add_required(command, "--points", flags->points, "FILE.csv",
                 "2 or 3 columns of numbers, or a header that names x, y (and z)");
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
    add_switch(command, "--wrap", flags->wrap, "the environment repeats on all sides (periodic); needs --box");
    add_text(command, "--bin-ratio", flags->bin_ratio, "W/R",
             "bin width over radius, 0.1 to 4 (0.5 unless given); no effect on the result");
    add_text(command, "--visit", flags->visit, "HOW",
             fmt::format("{}; no effect on the result", joined(visit_names(), ", ")));
    add_text(command, "--sort", flags->sort, "HOW", "counting or radix; no effect on the result");
    add_text(command, "--backend", flags->backend, "auto|cpu|cuda", "where to compute");
    add_force(command, flags->force);
    add_footer(
        command,
        "Examples:\n"
        "  nearfield neighbours --points trees.csv --radius 5 --out counts.csv --pairs pairs.csv\n"
        "  nearfield neighbours --points atoms.csv --radius 2.5 --box 0,0,0,40,40,40 --wrap --out counts.csv\n"
        "  nearfield neighbours --points birds.csv --nearest 7 --out nearest.csv\n\n"
        "A pair at exactly the radius does not count; within a millionth of the radius rounding decides. Points may "
        "lie as far\napart as they like: only bins that hold some are kept.");
    on_call(command, action, [flags] { return run_neighbours(*flags); });
}

}  // namespace nearfield
