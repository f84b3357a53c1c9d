#include "app/commands/verify_points.hpp"

#include "app/commands/commands.hpp"
#include "app/say.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace nearfield {
namespace {

struct VerifyFlags {
    SubjectFlags subject;
    bool quick = false;
};

/// The results of all checks so far.
struct Score {
    int checks = 0, mismatches = 0, left_out = 0;
    std::string first_failure;
};

std::vector<float> ratios(bool quick) {
    if (quick) return {0.25f, 0.7f, 1.5f};
    return {0.125f, 0.25f, 1.f / 3.f, 0.5f, 2.f / 3.f, 0.7f, 1.f, 1.5f, 2.5f};
}

void print_head(const std::string& title, const std::vector<float>& columns) {
    print("{:<44}", title);
    for (float value : columns) print(" {:>5.3g}", value);
    print("\n");
}

/// Prints a column per ratio. ✓ is one column wide but three bytes long.
void print_row(const std::string& title, const std::vector<std::string>& marks, const std::string& note) {
    print("{:<44}", title);
    for (const auto& mark : marks) print("     {}", mark);
    print("  {}\n", note);
    std::fflush(stdout);
}

std::vector<std::string> choices(const Settings& settings, const std::string& key) {
    return settings.has(key) && settings.spec(key).kind == Kind::choice ? settings.spec(key).choices
                                                                        : std::vector<std::string>{""};
}

/// A row of the scene's table: a way of searching at every value of a parameter. Without a key it has one column.
struct Row {
    std::string title;
    Settings settings;
    std::string key;
    std::vector<float> values{0};
};

/// Ways to search among actors: every visit with every sort.
std::vector<Row> rows_of_actors(const Settings& start, const std::string& title, bool quick) {
    std::vector<Row> rows;
    for (const auto& visit : choices(start, "search.visit"))
        for (const auto& sort : choices(start, "search.sort")) {
            Row row{fmt::format("{}{}{} {}", title, visit.empty() ? "" : " ", visit, sort), start, ""};
            if (!visit.empty()) {
                row.settings.set("search.visit", visit);
                row.key = "search.bin_ratio";
                row.values = ratios(quick);
            }
            row.settings.set("search.sort", sort);
            rows.push_back(std::move(row));
        }
    return rows;
}

/// Ways to search for boxes that meet: every broad phase; trees in every build, and with short queues.
std::vector<Row> rows_of_boxes(const Settings& start, const std::string& title) {
    std::vector<Row> rows;
    const auto add = [&](const std::string& name, const std::vector<std::string>& assignments, const char* key = "",
                         const std::vector<float>& values = {0}) {
        Row row{title + " " + name, start, key, values};
        for (const auto& assignment : assignments) row.settings.set_assignment(assignment);
        rows.push_back(std::move(row));
    };
    add("bins, W", {"broad=bins"}, "bin_width", {0.25f, 0.5f, 1, 2, 4});
    for (const std::string build : {"packed", "linear", "rstar"})
        add("rtree " + build + ", M", {"broad=rtree", "least=1", "build=" + build}, "fan", {2, 4, 8, 16, 64});
    add("rtree packed, queue", {"broad=rtree", "build=packed"}, "queue", {1, 2, 4, 16, 64});
    add("lbvh", {"broad=lbvh"});
    add("brute", {"broad=brute"});
    return rows;
}

void check_row(World& world, const Row& row, Score& score) {
    std::vector<std::string> marks;
    u64 queries = 0, wrong = 0;
    for (const float value : row.values) {
        if (Interrupt::signal()) return;
        Settings settings = row.settings;
        if (!row.key.empty()) settings.set(row.key, format_number(value));
        world.configure(settings);
        const auto result = search_of(world).verify(world.elements()->count());
        queries += result.queries;
        wrong += result.mismatches;
        ++score.checks;
        score.mismatches += result.mismatches > 0;
        marks.push_back(result.mismatches ? "✗" : "✓");
        if (result.mismatches && score.first_failure.empty())
            score.first_failure = fmt::format("{}{}: number {} and {} others", row.title,
                                              row.key.empty() ? "" : fmt::format(", {} {:.3g}", row.key, value),
                                              result.first_actor.value_or(0), result.mismatches - 1);
    }
    print_row(row.title, marks,
              wrong ? fmt::format("{} of {} queries differ", wrong, queries) : fmt::format("{} queries", queries));
}

/// Runs the scene for some steps with the search of `start`, then checks the state it has reached.
void check_scene(const Subject& subject, const Settings& start, const std::string& title, bool quick, Score& score) {
    const bool boxed = subject.scene->boxed();
    std::unique_ptr<World> world;
    try {
        world = make_world(*subject.scene, start, subject.backend);
    } catch (const UsageError& problem) {  // report it as left out, never as passed
        ++score.left_out;
        print("{:<44} left out: {}\n", title, problem.what());
        return;
    }
    for (int step = 0; step < (boxed ? 1 : 20); ++step) world->step();
    world->finish();
    for (const Row& row : boxed ? rows_of_boxes(start, title) : rows_of_actors(start, title, quick)) {
        if (Interrupt::signal()) return;
        check_row(*world, row, score);
    }
}

/// Checks every dimension and kind of bounds that the scene offers. Of buildings, checks the requested one, cubes side
/// by side, and random solids.
void check_scene_variants(const Subject& subject, bool quick, Score& score) {
    const std::string key = subject.scene->key;
    if (subject.scene->boxed()) {
        const std::string own = subject.settings.text("model"), count = quick ? "300" : "1500",
                          side = quick ? "5" : "10";
        for (const auto& [model, number] : {std::pair{own, std::string()}, {"grid", side}, {"soup", count}}) {
            Settings settings = subject.settings;
            settings.set("model", model);
            if (!number.empty()) settings.set("count", number);
            check_scene(subject, settings, key + " " + model, quick, score);
        }
        return;
    }
    for (const auto& dimensions : choices(subject.settings, "dimensions"))
        for (const auto& bounds : choices(subject.settings, "bounds")) {
            Settings settings = subject.settings;
            std::string title = key;
            if (!dimensions.empty()) {
                settings.set("dimensions", dimensions);
                title += " " + dimensions + "D";
            }
            if (!bounds.empty()) {
                settings.set("bounds", bounds);
                title += " " + bounds;
            }
            check_scene(subject, settings, title, quick, score);
        }
}

void report_points(const PointSetResult& result, Score& score) {
    std::vector<std::string> marks;
    for (int failures : result.failures) {
        marks.push_back(failures ? "✗" : "✓");
        score.mismatches += failures;
    }
    score.checks += result.searches;
    if (score.first_failure.empty()) score.first_failure = result.first_failure;
    print_row(result.name, marks, fmt::format("{} searches, {} pairs", result.searches, result.pairs));
}

/// Checks the point sets, then prints the head of the scene's table.
void verify_points(const Subject& subject, bool quick, Score& score) {
    print("Every neighbour set against brute force in double precision, on {} ({}).\n", name(subject.backend),
          device_name(subject.backend));
    print("Pairs within 1e-6 R of the radius may fall either way.\n\n");
    const auto columns = ratios(quick);
    print_head("points; all sort x visit; bin ratio", columns);
    verify_point_sets(columns, subject.backend, [&](const PointSetResult& result) { report_points(result, score); });
    print("\n");
    if (subject.scene->keyed()) print_head("scene, sort: actors by key", {});
    else print_head("scene, visit, sort; bin ratio", columns);
}

int run_verify(const VerifyFlags& flags) {
    auto subject = flags.subject.choose();
    if (flags.subject.actors.empty() && subject.settings.has("actors") && subject.settings.integer("actors") > 1500)
        subject.settings.set("actors", flags.quick ? 500 : 1500);
    if (subject.settings.has("actors") && subject.settings.integer("actors") > 100000)
        throw UsageError(fmt::format("--actors {}: every pair is compared; give at most 100000", flags.subject.actors));
    Score score;
    const Interrupt interrupt;
    const WayOut way_out("the comparison", "the lines above are complete");
    if (subject.scene->boxed()) {
        print("Every pair of boxes that meet against brute force, exactly, on {} ({}).\n\n", name(subject.backend),
              device_name(subject.backend));
        print_head("scene, model, broad phase", {});
    } else {
        verify_points(subject, flags.quick, score);
    }
    check_scene_variants(subject, flags.quick, score);

    if (Interrupt::signal()) {
        say("nearfield: interrupted after {}, {} of them with a mismatch", counted(score.checks, "check"),
            score.mismatches);
        return Interrupt::exit_code();
    }
    print("\n{} checks, {} with a mismatch{}\n", score.checks, score.mismatches,
          score.left_out ? fmt::format(", {} variants of the scene left out", score.left_out) : "");
    if (score.mismatches)
        throw Error(fmt::format("{} of {} searches differ from brute force; first: {}", score.mismatches, score.checks,
                                score.first_failure));
    return 0;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    auto flags = std::make_shared<VerifyFlags>();
    CLI::App& command = add_command(app, "verify", "check every way of searching against brute force");
    flags->subject.add_scene(command);
    add_backend(command, flags->subject.backend);
    flags->subject.add_actors(command);
    add_switch(command, "--quick", flags->quick, "three bin ratios, fewer actors, smaller models");
    add_footer(
        command,
        "Checks every sort x visit x bin ratio in 2D and 3D, clamped and wrapped: on point sets that searches are "
        "known to\n"
        "fail on, and on the scene after 20 steps. Where boxes meet: every broad phase, build, width of bins, M and "
        "queue,\n"
        "on three models. Exit code 1 if any set differs.\n\n"
        "Examples:\n  nearfield verify --quick\n  nearfield verify --scene circles --backend cuda --actors 20000\n"
        "  nearfield verify --scene building");
    on_call(command, action, [flags] { return run_verify(*flags); });
}

}  // namespace nearfield
