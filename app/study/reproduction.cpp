#include "app/study/reproduction.hpp"

#include "app/preset.hpp"
#include "app/relate/model.hpp"
#include "usp/visits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

const BenchSubject* other_called(const std::string& key) {
    for (const auto& subject : other_subjects())
        if (subject.key == key) return &subject;
    return nullptr;
}

BenchSubject subject_called(const std::string& key) {
    if (const auto* other = other_called(key)) return *other;
    return subject_of(find_scene(key));
}

/// Every choice except brute force, which is not in the thesis and is limited to 100,000 actors, and the Z-order curve,
/// which has an experiment of its own.
std::vector<std::string> every_choice(const ParamSpec& spec) {
    auto choices = spec.choices;
    for (const Visit left_out : {Visit::brute, Visit::z_order}) std::erase(choices, info(left_out).name);
    return choices;
}

/// The settings that an experiment starts from.
Settings start_of(const Reproduction& reproduction, const BenchSubject& subject) {
    for (const auto& shipped : shipped_presets())
        if (shipped.scene == reproduction.subject && shipped.name == reproduction.preset)
            return load_preset(shipped).settings;
    return subject.defaults();
}

bool holds(const Settings& settings, const Chosen& chosen) {
    return std::all_of(chosen.begin(), chosen.end(), [&](const auto& c) {
        return settings.text(c.first) == spelled(c.first, {c.second}, settings).front();
    });
}

}  // namespace

std::string missing_for(const Reproduction& reproduction) {
    const auto& subject = reproduction.subject;
    const auto is_its_scene = [&](const SceneInfo& scene) { return scene.key == subject; };
    if (!other_called(subject) && std::none_of(scenes().begin(), scenes().end(), is_its_scene))
        return fmt::format("needs the scene '{}', which this program was built without", subject);
    if (const auto why = why_no_ifc(); subject == "building" && !why.empty()) return "needs a house in IFC. " + why;
    return "";
}

TimedSweep plan_of(const Reproduction& reproduction, Backend backend, bool quick) {
    auto subject = subject_called(reproduction.subject);
    TimedSweep plan{.subject = subject,
                    .settings = start_of(reproduction, subject),
                    .backend = backend,
                    .effort = quick ? reproduction.quick : reproduction.full};
    for (const auto& assignment : reproduction.fixed) plan.settings.set_assignment(assignment);
    if (quick)
        for (const auto& assignment : reproduction.quick_fixed) plan.settings.set_assignment(assignment);
    for (const auto& [key, full, small] : reproduction.axes) {
        const auto& values = quick && !small.empty() ? small : full;
        plan.sweeps.push_back(
            {key, spelled(key, values.empty() ? every_choice(plan.settings.spec(key)) : values, plan.settings)});
    }
    plan.all = combinations(plan.settings, plan.sweeps);
    if (const auto& ways = reproduction.ways; !ways.empty())
        std::erase_if(plan.all, [&](const Combination& c) {
            return std::none_of(ways.begin(), ways.end(), [&](const auto& w) { return holds(c.settings, w); });
        });
    for (auto& [values, settings] : plan.all)
        for (const auto& [where, then] : reproduction.implied)
            if (holds(settings, where))
                for (const auto& [key, value] : then) settings.set(key, value);
    return plan;
}

}  // namespace nearfield
