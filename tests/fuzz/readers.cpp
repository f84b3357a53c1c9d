#include "readers.hpp"

#include "app/lessons/demos.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/texts.hpp"
#include "app/preset.hpp"
#include "app/study/experiment.hpp"
#include "app/study/study.hpp"
#include "app/ui/preferences.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "cells/raster.hpp"
#include "libs/building/readers/gltf.hpp"
#include "libs/building/readers/ifc_process.hpp"
#include "libs/building/readers/models.hpp"
#include "libs/building/readers/step_text.hpp"
#include "libs/building/readers/stream.hpp"
#include "libs/document/time_table.hpp"
#include "libs/geometry/obj.hpp"
#include "libs/plans/plan_choice.hpp"
#include "libs/plans/plan_reader.hpp"
#include "made_files.hpp"
#include "params/expression.hpp"
#include "params/spans.hpp"
#include "points/points.hpp"
#include "program_readers.hpp"
#include "scenes/flood/site/rain_maps.hpp"
#include "scenes/sph/tank_fill.hpp"
#include "scenes/sph/tank_reader.hpp"
#include "sim/command.hpp"
#include "sim/replay.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <ctime>
#include <locale>
#include <set>
#include <sstream>

namespace nearfield::fuzz {
namespace {

/// The folder of a plan, with the files that it names.
const TemporaryFolder& folder_of_plan() {
    static const TemporaryFolder folder;
    return folder;
}

const std::string& path_of_terrain() {
    static const std::string path =
        folder_of_plan()
            .write("t.asc", "ncols 3\nnrows 2\nxllcorner 500\nyllcorner 600\ncellsize 20\n1 1.5 2\n1 1.25 1.75\n")
            .string();
    return path;
}

const std::string& path_of_flow() {
    static const std::string path = folder_of_plan().write("q.csv", "time,flow\n0,0\n60,2.5\n").string();
    return path;
}

void read_plan(const std::string& text) {
    const auto plan = plans::read_plan(text, (folder_of_plan() / "plan.json").string());
    require(plans::capacity_of(plan) <= 10'000'000, "a plan has room for at most ten million people");
}

/// Built-in meshes only: the result must not depend on surrounding files.
geometry::Mesh carried_mesh(const std::string& path) {
    for (const auto& file : sph::carried_tanks())
        if (file.key == path) return geometry::read_obj(file.text, file.key);
    throw UsageError("no mesh '" + path + "' here");
}

void read_tank(const std::string& text) { sph::read_tank(text, "tank.json", carried_mesh); }

void fill_tank(const std::string& text) {
    const auto tank = sph::read_tank(text, "tank.json", carried_mesh);
    constexpr double wanted = 100, most = 10'000;
    const double spacing = sph::spacing_for(tank, wanted);
    if (tank.dimensions == 2) sph::fill_tank<2>(tank, spacing, most);
    else sph::fill_tank<3>(tank, spacing, most);
    for (const auto& faucet : tank.faucets) {
        if (tank.dimensions == 2) sph::faucet_layer<2>(faucet, spacing);
        else sph::faucet_layer<3>(faucet, spacing);
    }
}

void read_mesh(const std::string& text) {
    auto mesh = geometry::read_obj(text, "mesh.obj", 20'000);
    check(mesh);
    geometry::inset(mesh, 0.01);
}

void read_objects(const std::string& text) {
    for (const auto& part : building::read_obj_building(text, "building.obj").parts)
        require(!part.surfaces.at(0).triangles.empty(), "an object that is told has triangles");
}

void read_gltf(const std::string& text) {
    const auto elsewhere = [](const std::string& uri) -> std::string { throw UsageError("no buffer " + uri); };
    for (const auto& part : building::read_gltf(text, "building.gltf", elsewhere, 20'000).parts)
        for (const auto& mesh : part.surfaces)
            for (const auto& triangle : mesh.triangles)
                for (const u32 corner : triangle) require(corner < mesh.vertices.size(), "triangles have corners");
}

/// The processing of IFC text before it is passed to the library.
void read_step(const std::string& text) {
    building::check_step(text, "building.ifc");
    std::string taken = text;
    const auto curves = building::take_curve_pieces(taken);
    require(taken.size() == text.size(), "what is taken leaves blanks");
    const std::vector<glm::dvec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 2, 1}, {-1, 0, 0}};
    for (const auto& [number, pieces] : curves) building::corners_of(points, pieces);
}

/// The complete path, through a helper process.
void read_ifc(const std::string& text) {
    const auto building = building::read_ifc(text, "building.ifc", {.most_seconds = 5, .most_gigabytes = 1});
    for (const auto& part : building.parts)
        for (const auto& mesh : part.surfaces)
            for (const auto& triangle : mesh.triangles)
                for (const u32 corner : triangle) require(corner < mesh.vertices.size(), "triangles have corners");
}

/// The output of the helper process, in case it is corrupt.
void read_building_bytes(const std::string& text) { building::from_bytes(text); }

void read_raster(const std::string& text) {
    const auto raster = nearfield::read_raster(text, "raster.asc");
    raster.between({0.5 * raster.cell, 1e9});
    std::ostringstream out;
    write_raster(out, raster);
    const auto again = nearfield::read_raster(out.str(), "again.asc");
    require(again.columns == raster.columns && again.rows == raster.rows, "a raster that was read can be written");
}

void read_hydrograph(const std::string& text) {
    const auto hydrograph = document::read_hydrograph(text, "flow.csv");
    double before = -INFINITY;
    for (const auto& point : hydrograph.points) {
        require(point.x > before && std::isfinite(point.y), "times rise and values are finite");
        require(hydrograph.is_level || point.y >= 0, "flows are not negative");
        before = point.x;
    }
}

/// A table of rain; after a line "%" follows the grid other.asc, which the table may name.
void read_rain_maps(const std::string& text) {
    const auto end = text.find("\n%\n");
    const TemporaryFolder folder;
    folder.write("rain.csv", text.substr(0, end));
    folder.write("rain.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2\n3 4\n");
    if (end != std::string::npos) folder.write("other.asc", text.substr(end + 3));
    const auto maps = flood::load_rain_maps((folder / "rain.csv").string(), {0, 0}, {20, 20});
    require(maps.rates.size() == maps.times.size() * std::size_t(maps.columns) * std::size_t(maps.rows),
            "a rate for each square of each map");
}

void read_points(const std::string& text) {
    const MemoryFile file(text);
    const auto table = nearfield::read_points(file.path(), {});
    for (const auto& p : table.points)
        require(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z), "positions are finite");
    for (const int wanted : {2, table.dimensions})
        require(nearfield::read_points(file.path(), {wanted}).dimensions == wanted,
                "points have as many numbers as asked");
    if (std::set(table.columns.begin(), table.columns.end()).size() < 2) return;
    const auto again = [&] {
        try {
            return nearfield::read_points(file.path(), {.columns = table.columns});
        } catch (const UsageError&) { return table; }  // a duplicate column name
    }();
    require(again.points == table.points, "the same columns hold the same points");
}

const TimedPlan& some_plan() {
    static const TimedPlan plan = [] {
        const auto subject = subject_of(find_scene("circles"));
        TimedPlan made(subject, subject.defaults(), Backend::cpu);
        for (const char* sweep : {"search.visit=bins,strips", "force=0.01"})
            made.add(read_sweep(sweep, made.settings, "--sweep"), "--sweep");
        return made;
    }();
    return plan;
}

BenchTable some_table() { return BenchTable(some_plan(), {{"scene", "circles"}, {"actors", "100"}, {"settings", ""}}); }

/// Reads rows as --resume does, and takes the numbers that the results and the chart show.
void read_bench(const std::string& text) {
    const MemoryFile file(text);
    auto table = some_table();
    table.read(file.path());
    std::ostringstream out;
    table.write(out);
    for (u64 run = 0; run < some_plan().runs(); ++run) {
        const auto values = some_plan().values(run);
        require(!table.holds(run) || table.times(values, "total"), "a row that is held has times");
        table.number(values, "construct", "median_ms"), table.text(values, "total", "auto_choice");
    }
}

void read_preset(const std::string& text) {
    const MemoryFile file(text);
    const auto preset = load_preset(file.path());
    Settings again = preset.scene->defaults();
    again.merge(preset.settings.to_json(), "what was read");
    require(again == preset.settings, "a preset that was read can be saved and read again");
}

void read_replay(const std::string& text) {
    const MemoryFile file(text);
    nearfield::read_replay(file.path());
}

void read_state(const std::string& text) {
    const MemoryFile file(text);
    const auto replay = nearfield::read_state(file.path());
    require(up_to(replay, {replay.entries.size(), replay.end}).end == replay.end, "a state can be gone on from");
    require(steps_in_all(replay) >= replay.end, "a run does the steps to its end");
}

/// One command per line.
void read_commands(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        const auto command = parse_command(line);
        require(parse_command(nearfield::text(command)) == command, "a command's text means the command");
    }
}

/// A scene's key, then a line KEY=VALUE or KEY=VALUE,VALUE for each parameter or sweep.
void read_assignments(const std::string& text) {
    std::istringstream in(text);
    std::string line;
    std::getline(in, line);
    auto settings = find_scene(line).defaults();
    while (std::getline(in, line)) {
        if (line.rfind("sweep ", 0) == 0) read_sweep(line.substr(6), settings, "--sweep");
        else settings.set_assignment(line);
    }
}

void read_spans(const std::string& text) {
    const auto spans = nearfield::read_spans("lines", text);
    require(nearfield::read_spans("lines", write_spans(spans)).size() == spans.size(), "spans are written as read");
}

/// A line of names, then a formula over them.
void read_expression(const std::string& text) {
    const auto line = text.find('\n');
    if (line == std::string::npos) return;
    std::vector<std::string> names;
    std::istringstream words(text.substr(0, line));
    for (std::string name; words >> name;) names.push_back(name);
    const auto condition = Expression::condition(text.substr(line + 1), names);
    const double value = condition.value(std::vector<double>(names.size(), 1));
    require(value == 0 || value == 1, "a condition holds or does not");
}

/// An experiment. With a preset it is only read, since the preset may be any file.
void read_experiment(const std::string& text) {
    const auto stated = nearfield::read_experiment(text, "experiment.json");
    if (!stated.preset.text.empty()) return;
    const auto experiment = experiment_of(stated);
    const auto again = experiment_of(nearfield::read_experiment(to_json(experiment).dump(), "again.json"));
    require(difference(experiment, again).empty(), "an experiment that was read can be stated again");
    require(experiment.values(experiment.runs() - 1).size() == experiment.sweeps().size(), "a run has its values");
}

/// A study of times, and both of its plans.
void read_study(const std::string& text) {
    const auto study = nearfield::read_study(text, "01-study.json");
    require(study.name == "study", "the file gives the name");
    if (!missing_for(study).empty()) return;
    for (const bool quick : {false, true}) {
        const auto plan = plan_of(study, Backend::cpu, quick);
        if (plan.runs() < 1000) figure_of(study, plan, BenchTable(plan));
        if (plan.runs()) require(plan.values(plan.runs() - 1).size() == plan.sweeps().size(), "a run has its values");
    }
}

/// Parameters of people on a plan: key, number, door width and body size; the next line lists shut doors.
void read_choice(const std::string& text) {
    std::istringstream lines(text);
    std::string first, list, key;
    std::getline(lines, first);
    std::getline(lines, list);
    std::istringstream words(first);
    words.imbue(std::locale::classic());
    int actors = 0;
    float door_width = 0, size = 1;
    words >> key >> actors >> door_width >> size;
    if (!(actors >= 0 && actors <= 1'000'000 && door_width >= 0 && door_width <= 20 && size > 0 && size <= 3))
        throw UsageError("no parameter goes so far");
    static const std::vector<std::string> keys{"bottleneck", "corner", "room"};
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) throw UsageError("not here: " + key);
    const auto plan = plans::with_shut(plans::chosen_plan(key, actors, door_width, size), list);
    require(u32(plan.population()) <= plans::capacity_of(plan), "the population fits the capacity");
}

void read_demos(const std::string& text) {
    const auto demos = lessons::read_demos(text, "demos.json");
    require(!demos.empty() && demos.size() <= lessons::most_demos, "a digit for each");
    for (const auto& demo : demos) require(!demo.title.empty() && !demo.preset.empty(), "a demo can be shown");
}

void read_preferences(const std::string& text) {
    const MemoryFile file(text);
    std::string complaint;
    const auto read = ui::load_preferences(file.path(), complaint);
    require(read.width >= 0 && read.width <= 16384 && read.size > 0 && read.ui_scale > 0, "preferences are usable");
    if (!complaint.empty()) throw Error(complaint);
}

void read_lesson(const std::string& text) {
    for (const auto& step : lessons::read_lesson(text, "lesson.json").steps) {
        require(!step.choices() || std::size_t(step.choices()->right) < step.choices()->texts.size(),
                "the right answer is one of the choices");
        require(!step.task() || !step.task()->solution.empty(), "a task has a solution");
    }
}

void read_seeing(const std::string& text) { lessons::read_seeing(text, "seeing.json", find_scene("circles")); }

const std::string& columns_of_bench() {
    static const std::string line = [] {
        std::stringstream out;
        some_table().write(out);
        std::string columns;
        while (std::getline(out, columns) && columns.starts_with('#')) {}
        return columns;
    }();
    return line;
}

void replace(std::string& text, const std::string& what, const std::string& with) {
    if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

}  // namespace

const std::vector<Reader>& readers() {
    static const std::vector<Reader> all{
        {"plan", Form::json, read_plan},
        {"tank", Form::json, read_tank},
        {"filled_tank", Form::json, fill_tank},
        {"mesh", Form::words, read_mesh},
        {"objects", Form::words, read_objects},
        {"gltf", Form::json, read_gltf},
        {"step", Form::words, read_step},
        {"building_bytes", Form::words, read_building_bytes},
        {"raster", Form::words, read_raster},
        {"hydrograph", Form::words, read_hydrograph},
        {"rain_maps", Form::words, read_rain_maps},
        {"points", Form::words, read_points},
        {"bench", Form::words, read_bench},
        {"preset", Form::json, read_preset},
        {"lesson", Form::json, read_lesson},
        {"seeing", Form::json, read_seeing},
        {"demos", Form::json, read_demos},
        {"replay", Form::json_lines, read_replay},
        {"state", Form::json, read_state},
        {"commands", Form::words, read_commands},
        {"assignments", Form::words, read_assignments},
        {"spans", Form::words, read_spans},
        {"expression", Form::words, read_expression},
        {"experiment", Form::json, read_experiment},
        {"study", Form::json, read_study},
        {"choice", Form::words, read_choice},
        {"preferences", Form::json, read_preferences},
        {"steps", Form::words, read_steps},
        {"recording", Form::json, read_recording},
        {"results", Form::words, read_results},
        {"progress", Form::json, read_progress},
        {"job", Form::json, read_job},
        {"words", Form::words, read_words},
        {"sides", Form::words, read_sides},
        {"ifc", Form::words, read_ifc, false},
    };
    return all;
}

std::string filled(std::string text) {
    if (text.find('@') == std::string::npos) return text;
    replace(text, "@VERSION@", NEARFIELD_VERSION);
    replace(text, "@COLUMNS@", columns_of_bench());
    replace(text, "@RESULTS@", begin_of_results());
    replace(text, "@TERRAIN@", path_of_terrain());
    replace(text, "@FLOW@", path_of_flow());
    return text;
}

void read_filled(const Reader& reader, const std::string& text) { reader.read(filled(text)); }

double budget(std::size_t bytes) {
#ifdef NEARFIELD_SANITIZED
    constexpr double slower = 10;
#else
    constexpr double slower = 1;
#endif
    return slower * (0.2 + 0.5e-6 * double(bytes));
}

std::string fault_of_message(const std::string& message) {
    if (message.empty()) return "an empty message";
    const std::string line = one_line(message);
    if (line.size() > longest_line) return fmt::format("a message of {} bytes: {}", line.size(), line);
    for (const unsigned char c : line)
        if (c < 0x20 || c == 0x7f) return fmt::format("a message with the character {:#04x}: {}", int(c), line);
    if (!nlohmann::json::accept(nlohmann::json(line).dump(-1, ' ', false, nlohmann::json::error_handler_t::strict)))
        return "a message that is not UTF-8";
    return "";
}

std::string fault(const Reader& reader, const std::string& text) {
    const double begin = processor_seconds();
    std::string found;
    try {
        read_filled(reader, text);
    } catch (const Error& problem) { found = fault_of_message(problem.what()); } catch (const std::exception& problem) {
        found = fmt::format("an exception that is no Error: {}", problem.what());
    }
    const double seconds = processor_seconds() - begin, most = budget(text.size());
    if (found.empty() && seconds > most)
        found = fmt::format("{} bytes took {:.2f} s; {:.2f} s are enough", text.size(), seconds, most);
    return found;
}

}  // namespace nearfield::fuzz
