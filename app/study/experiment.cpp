#include "app/study/experiment.hpp"

#include "app/preset.hpp"
#include "app/terminal/options.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace nearfield {
namespace {

Preset start_of(const ExperimentText& text) {
    const bool is_preset = !text.preset.text.empty();
    if (is_preset && !text.scene.text.empty())
        throw UsageError(fmt::format("{} and {} cannot be combined: a preset has its scene; leave one out",
                                     text.scene.where, text.preset.where));
    if (!is_preset && text.scene.text.empty())
        throw UsageError(R"(experiment: no scene; give --scene or --preset, or "scene" or "preset" in the file)");
    if (is_preset) return at(text.preset.where, [&] { return load_preset(text.preset.text); });
    const auto* scene = at(text.scene.where, [&] { return &find_scene(text.scene.text); });
    return {scene, scene->defaults()};
}

void make_repeatable(Settings& settings) {
    for (const auto& [key, on] : {std::pair("search.deterministic", true), std::pair("stage_timing", false)})
        if (settings.has(key)) settings.set(key, Value(on));
}

std::vector<std::string> names_of(const SceneInfo& scene) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const auto& metric : scene.metrics) add(metric.key);
    add("time"), add("step");
    for (const auto& spec : *scene.params)
        if (spec.kind == Kind::real || spec.kind == Kind::integer || spec.kind == Kind::toggle) add(spec.key);
    return names;
}

void add_sweeps(Experiment& experiment) {
    const auto& text = experiment.as_stated;
    for (const auto& vary : text.vary)
        experiment.add(at(vary.where, [&] { return read_sweep(vary.text, experiment.settings, vary.where); }),
                       vary.where);
    const auto& seeds = text.seeds;
    if (!seeds.text.empty())
        experiment.add(
            at(seeds.where, [&] { return read_values(seeds.where, "seed", seeds.text, experiment.settings); }),
            seeds.where);
}

/// Throws UsageError if a search setting would make equal runs differ by chance.
void require_repeatable(const Experiment& experiment) {
    const auto& settings = experiment.settings;
    if (experiment.varies("search.auto") || (settings.has("search.auto") && settings.on("search.auto")))
        throw UsageError("search.auto chooses by measured times, so that runs could not be repeated; leave it off in "
                         "an experiment");
}

std::vector<Measure> measures_of(const Experiment& experiment) {
    std::set<std::string> taken{"run", "seed", "steps", "seconds", "stopped", "error"};
    for (const auto& sweep : experiment.sweeps()) taken.insert(sweep.key);
    std::vector<Measure> measures;
    for (const auto& stated : experiment.as_stated.measures) {
        measures.push_back(at(stated.where, [&] { return read_measure(stated.text, experiment.names); }));
        if (!taken.insert(measures.back().name).second)
            throw UsageError(fmt::format("{}: the table has a column '{}' already; choose another name", stated.where,
                                         measures.back().name));
    }
    if (measures.empty())
        throw UsageError(R"(experiment: nothing to measure; give --measure "name = final metric", or "measure": [...] )"
                         "in the file");
    return measures;
}

void read_limits(Experiment& experiment) {
    const auto& stated = experiment.as_stated;
    const Stated &steps = stated.steps, &seconds = stated.seconds, &every = stated.every, &stop = stated.stop;
    if (steps.text.empty() && seconds.text.empty())
        throw UsageError("experiment: a run whose condition never holds would not end; limit it by --steps, or by "
                         R"(--seconds of the scene's clock ("steps" or "seconds" in the file))");
    if (!steps.text.empty()) experiment.steps = whole_number(steps.where, steps.text, 1, most_steps);
    if (!seconds.text.empty()) experiment.seconds = positive_number(seconds.where, seconds.text);
    if (!every.text.empty()) experiment.every = whole_number(every.where, every.text, 1, most_steps);
    if (!stop.text.empty())
        experiment.stop = at(stop.where, [&] { return Expression::condition(stop.text, experiment.names); });
}

}  // namespace

Settings experiment_defaults(const SceneInfo& scene) {
    Settings settings = scene.defaults();
    make_repeatable(settings);
    return settings;
}

Experiment experiment_of(ExperimentText text) {
    Preset start = start_of(text);
    make_repeatable(start.settings);
    for (const auto& setting : text.settings) at(setting.where, [&] { start.settings.set_assignment(setting.text); });
    const auto backend =
        at(text.backend.where, [&] { return choose_backend(text.backend.text.empty() ? "cpu" : text.backend.text); });
    Experiment experiment(std::move(start.settings), backend);
    experiment.as_stated = std::move(text);
    experiment.scene = start.scene;
    experiment.names = names_of(*experiment.scene);
    add_sweeps(experiment);
    require_repeatable(experiment);
    experiment.measures = measures_of(experiment);
    read_limits(experiment);
    return experiment;
}

std::string difference(const Experiment& one, const Experiment& other) {
    if (one.scene != other.scene) return fmt::format("the scene ({} and {})", one.scene->key, other.scene->key);
    if (one.backend != other.backend) return "the backend";
    for (const auto& key : one.settings.differing(other.settings))
        return fmt::format("{} ({} and {})", key, one.settings.text(key), other.settings.text(key));
    if (one.sweeps() != other.sweeps()) return "what varies or in the seeds";
    if (!std::equal(one.measures.begin(), one.measures.end(), other.measures.begin(), other.measures.end(),
                    [](const Measure& a, const Measure& b) { return a.text == b.text; }))
        return "what is measured";
    if ((one.stop ? one.stop->text() : "") != (other.stop ? other.stop->text() : "")) return "the stop condition";
    if (one.seconds != other.seconds || one.steps != other.steps) return "the limit of a run";
    if (one.every != other.every) return "how often it is measured";
    return "";
}

}  // namespace nearfield
