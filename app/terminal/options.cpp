#include "app/terminal/options.hpp"

#include "app/preset.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace nearfield {
namespace {

/// Sets `key` from its own flag. Errors name the flag.
void set_by_flag(Settings& settings, const char* flag, const std::string& key, const std::string& text) {
    if (text.empty()) return;
    if (!settings.has(key))
        throw UsageError(fmt::format("{}: this scene has no parameter '{}'; see nearfield scenes", flag, key));
    try {
        settings.set(key, text);
    } catch (const UsageError& problem) { throw UsageError("--" + std::string(problem.what())); }
}

}  // namespace

void add_backend(CLI::App& command, std::string& backend) {
    add_text(command, "--backend", backend, "auto|cpu|cuda",
             "where to compute; auto takes CUDA if there is a usable GPU");
}

void add_force(CLI::App& command, bool& force) { add_switch(command, "--force", force, "replace outputs that exist"); }

void add_resume(CLI::App& command, bool& resume) {
    add_switch(command, "--resume", resume,
               "keep the configurations that the CSV file holds already and add the missing ones");
}

u64 whole_number(const std::string& flag, const std::string& text, u64 least, u64 most) {
    u64 value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw UsageError(
            fmt::format("{}: '{}' is not valid; give a whole number from {} to {}", flag, text, least, most));
    return value;
}

double positive_number(const std::string& flag, const std::string& text) {
    double value = 0;
    if (!read_number(text, value))
        throw UsageError(fmt::format("{}: '{}' is not a number; give one above 0", flag, text));
    constexpr double least = std::numeric_limits<float>::min(), most = std::numeric_limits<float>::max();
    if (!(value >= least && value <= most))
        throw UsageError(
            fmt::format("{}: {} will not do; give a number above 0, from {:.2g} to {:.2g}", flag, text, least, most));
    return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at; (at = text.find(separator, from)) != std::string::npos; from = at + 1)
        parts.push_back(text.substr(from, at - from));
    parts.push_back(text.substr(from));
    return parts;
}

const SceneInfo& default_scene() {
    for (const auto& scene : scenes())
        if (scene.key == "circles") return scene;
    if (scenes().empty())
        throw Error("this program was built without any scene; add a folder under scenes/ and build again");
    return scenes().front();
}

void SubjectFlags::add_scene(CLI::App& command) {
    add_text(command, "--scene", scene, "NAME", "scene to run; nearfield scenes lists them");
}

void SubjectFlags::add_actors(CLI::App& command) {
    add_text(command, "--actors", actors, "N", "population; short for --set actors=N");
}

void SubjectFlags::add_all(CLI::App& command) {
    add_scene(command);
    add_backend(command, backend);
    add_actors(command);
    add_text(command, "--seed", seed, "N", "start of the random numbers; short for --set seed=N");
    add_texts(command, "--set", assignments, "KEY=VALUE",
              "set a parameter, also of the search (search.bin_ratio, search.visit, search.sort); can be repeated");
    add_text(
        command, "--preset", preset, "NAME",
        "scene and parameters from a preset: one that comes with the program, such as murmuration, a name of your own, "
        "or the path (with a slash or .json) of a file or a recording's folder; --set overrides them");
}

Subject SubjectFlags::choose() const {
    const SceneInfo* info = scene.empty() ? nullptr : &find_scene(scene);
    Settings settings = (info ? *info : default_scene()).defaults();
    std::optional<WindowLook> look;
    if (!preset.empty()) {
        Preset loaded = load_preset(preset, info);
        if (info && info != loaded.scene)
            throw UsageError(fmt::format(
                "--scene {} and --preset {} (which is for the scene '{}') cannot be combined; leave one out", scene,
                preset, loaded.scene->key));
        info = loaded.scene;
        settings = std::move(loaded.settings);
        look = std::move(loaded.look);
    }
    if (!info) info = &default_scene();
    set_by_flag(settings, "--actors", "actors", actors);
    set_by_flag(settings, "--seed", "seed", seed);
    set_by_flag(settings, "--draw", "draw", draw);
    for (const auto& assignment : assignments) settings.set_assignment(assignment);
    return {info, std::move(settings), choose_backend(backend), std::move(look)};
}

std::vector<Output> files_of(const Settings& settings) {
    std::vector<Output> files;
    for (const auto& spec : settings.specs())
        if (spec.kind == Kind::text) files.push_back({"--set " + spec.key, settings.text(spec.key)});
    return files;
}

}  // namespace nearfield
