#include "app/study/compose.hpp"

#include "base/error.hpp"
#include "base/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

/// Returns a measure such as "mean_speed [m/s] = mean speed".
std::string measure_text(const SceneInfo& scene, const Composition::Wanted& wanted) {
    const auto metric = std::find_if(scene.metrics.begin(), scene.metrics.end(),
                                     [&](const Quantity& q) { return q.key == wanted.metric; });
    if (metric == scene.metrics.end())
        throw UsageError(fmt::format("Measure: {} has no metric '{}'", scene.title, wanted.metric));
    const std::string how = Measure::hows[std::size_t(wanted.how)],
                      unit = metric->unit.empty() ? "" : " [" + metric->unit + "]";
    return fmt::format("{}_{}{} = {} {}", how, wanted.metric, unit, how, wanted.metric);
}

/// Returns the settings that are not the experiment's defaults. Leaves out search.auto: it chooses by measured times,
/// so runs could not be repeated.
std::vector<Stated> settings_of(const Composition& composition) {
    std::vector<Stated> all;
    const auto varies = [&](const std::string& key) {
        return std::any_of(composition.vary.begin(), composition.vary.end(),
                           [&](const auto& varied) { return varied.key == key; });
    };
    for (const auto& key : composition.settings.differing(experiment_defaults(*composition.scene)))
        if (key != "search.auto" && key != "search.deterministic" && key != "stage_timing" && key != "show" &&
            !varies(key))
            all.push_back({key + "=" + composition.settings.text(key), "Present settings"});
    return all;
}

}  // namespace

std::string evenly(const ParamSpec& spec, double from, double to, int count) {
    if (count < 1) throw UsageError("at least one value");
    std::vector<std::string> values;
    for (int i = 0; i < count; ++i) {
        const double value = count == 1 ? from : from + (to - from) * i / (count - 1);
        const std::string text =
            spec.kind == Kind::integer ? fmt::format("{}", std::llround(value)) : fmt::format("{:.6g}", value);
        if (std::find(values.begin(), values.end(), text) == values.end()) values.push_back(text);
    }
    return joined(values, ",");
}

Experiment composed(const Composition& composition) {
    ExperimentText text{.title = "", .scene = {composition.scene->key, "Scene"}, .backend = {"cpu", "Scene"}};
    text.settings = settings_of(composition);
    std::string over;
    for (std::size_t v = 0; v < composition.vary.size(); ++v) {
        const auto& [key, values] = composition.vary[v];
        text.vary.push_back({key + "=" + values, v == 0 ? "Vary" : "And"});
        if (composition.settings.has(key)) over += (v == 0 ? " over " : " and ") + composition.settings.spec(key).label;
    }
    text.title = composition.scene->title + over;
    if (!composition.seeds.empty()) text.seeds = {composition.seeds, "Seeds"};
    for (const auto& wanted : composition.measures)
        text.measures.push_back({measure_text(*composition.scene, wanted), "Measure"});
    if (text.measures.empty()) throw UsageError("Measure: nothing is chosen; choose at least one metric");
    if (!composition.stop.empty()) text.stop = {composition.stop, "Stop when"};
    if (composition.limit.empty()) throw UsageError("Limit: a run could last forever; give a number");
    (composition.limit_is_steps ? text.steps : text.seconds) = {composition.limit, "Limit"};
    if (!composition.every.empty()) text.every = {composition.every, "Measured every"};
    return experiment_of(std::move(text));
}

}  // namespace nearfield
