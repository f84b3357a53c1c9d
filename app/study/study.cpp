#include "app/study/study.hpp"

#include "app/preset.hpp"
#include "base/error.hpp"
#include "libs/building/relate/model.hpp"
#include "usp/visits/visits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

const BenchSubject* other_called(const std::string& key) {
    for (const auto& subject : other_subjects())
        if (subject.key == key) return &subject;
    return nullptr;
}

/// Every choice except brute force, limited to 100,000 actors, and curves, which have a study of their own.
std::vector<std::string> every_choice(const ParamSpec& spec) {
    auto choices = spec.choices;
    for (const auto& visit : visits)
        if (!visit.reads_bins || visit.by_curve()) std::erase(choices, visit.name);
    return choices;
}

/// The plan without the study's settings.
TimedPlan start_of(const Study& study, Backend backend) {
    if (const auto* points = other_called(study.scene)) return {*points, points->defaults(), backend};
    const auto& scene = find_scene(study.scene);
    if (study.preset.empty()) return {subject_of(scene), scene.defaults(), backend};
    for (const auto& shipped : shipped_presets())
        if (shipped.scene == scene.key && shipped.name == study.preset)
            return {subject_of(scene), load_preset(shipped).settings, backend};
    throw UsageError(fmt::format("no shipped preset '{}' of {}", study.preset, scene.key));
}

std::string key_of(const std::string& vary) { return vary.substr(0, vary.find('=')); }

Sweep sweep_of(const std::string& vary, const Settings& settings) {
    if (vary.find('=') != std::string::npos || settings.spec(vary).choices.empty())
        return read_sweep(vary, settings, "vary");
    return {vary, every_choice(settings.spec(vary))};
}

void fill(TimedPlan& plan, const Study& study, bool quick) {
    plan.effort = quick ? study.quick.effort : study.full.effort;
    for (const auto& [key, value] : study.full.settings) plan.settings.set(key, value);
    if (quick)
        for (const auto& [key, value] : study.quick.settings) plan.settings.set(key, value);
    for (std::string vary : study.full.vary) {
        if (quick)
            for (const auto& small : study.quick.vary)
                if (key_of(small) == key_of(vary)) vary = small;
        plan.add(sweep_of(vary, plan.settings), "vary");
    }
    if (!study.keep.empty()) plan.keep_only(study.keep);
    plan.imply(study.implied);
    figure_of(study, plan, BenchTable(plan));  // throws if a chart cannot be drawn
}

}  // namespace

std::string missing_for(const Study& study) {
    const auto& subject = study.scene;
    const auto is_its_scene = [&](const SceneInfo& scene) { return scene.key == subject; };
    if (!other_called(subject) && std::none_of(scenes().begin(), scenes().end(), is_its_scene))
        return fmt::format("needs the scene '{}', which this program was built without", subject);
    if (const auto why = why_no_ifc(); subject == "building" && !why.empty()) return "needs a house in IFC. " + why;
    return "";
}

TimedPlan plan_of(const Study& study, Backend backend, bool quick) {
    return at(study.file, [&] {
        TimedPlan plan = start_of(study, backend);
        fill(plan, study, quick);
        return plan;
    });
}

}  // namespace nearfield
