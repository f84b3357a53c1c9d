#include "app/panels/experiments/form.hpp"

#include "app/ui/number_field.hpp"
#include "app/ui/session.hpp"
#include "app/ui/typed_number.hpp"
#include "app/ui/widgets.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "params/applies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

/// Returns the parameters that an experiment can vary: those of the scene and the search, except texts.
std::vector<const ParamSpec*> variable(const Session& s) {
    std::vector<const ParamSpec*> all;
    for (const auto section : {Section::scene, Section::search, Section::common})
        for (const auto& spec : s.status->settings->specs())
            if (spec.section == section && spec.kind != Kind::text && spec.key != "seed" && spec.key != "search.auto" &&
                spec.key != "search.deterministic" && (section != Section::common || spec.key == "actors"))
                all.push_back(&spec);
    return all;
}

bool is_number(const ParamSpec& spec) { return spec.kind == Kind::real || spec.kind == Kind::integer; }

/// Sets initial values: a range around the current value or all choices.
void begin_values(const Session& s, const ParamSpec& spec, VaryFields& vary) {
    vary.key = spec.key, vary.as_list = !is_number(spec);
    std::string list = spec.kind == Kind::toggle ? "off,on" : joined(spec.choices, ",");
    if (is_number(spec)) {
        constexpr double widest = 100;  // half-width of the range if the current value is not positive
        const double now = number_of(s.status->settings->value(spec.key));
        vary.from = std::max(spec.lo, now > 0 ? now / 2 : now - widest), vary.count = 5;
        vary.to = std::min(spec.hi, now > 0 ? 2 * now : now + widest);
        list = evenly(spec, vary.from, vary.to, vary.count);
    }
    vary.list = list;
}

}  // namespace

void ExperimentForm::follow(const Session& s) {
    if (scene_ == s.status->scene) return;
    scene_ = s.status->scene;
    how_.assign(scene_->metrics.size(), 0);
    if (!how_.empty()) how_[0] = 1;
    vary_ = {};
    const auto all = variable(s);
    const auto sized = std::find_if(all.begin(), all.end(), [&](const ParamSpec* spec) {
        return is_number(*spec) && number_of(s.status->settings->value(spec->key)) > 0 &&
               applies(*spec, *s.status->settings, name(Backend::cpu));
    });
    if (!all.empty()) begin_values(s, sized == all.end() ? *all.front() : **sized, vary_[0]);
    limit_is_steps_ = !s.status->has_clock();
    stop_.clear();
    limit_ = limit_is_steps_ ? "500" : "20";
}

std::string ExperimentForm::values_text(const ParamSpec& spec, const VaryFields& vary) const {
    return vary.as_list ? vary.list : evenly(spec, vary.from, vary.to, vary.count);
}

Composition ExperimentForm::composition(const Session& s) const {
    Composition made{.scene = s.status->scene, .settings = *s.status->settings};
    for (const auto& vary : vary_)
        if (!vary.key.empty()) made.vary.push_back({vary.key, values_text(made.settings.spec(vary.key), vary)});
    for (std::size_t m = 0; m < how_.size(); ++m)
        if (how_[m]) made.measures.push_back({made.scene->metrics[m].key, Measure::How(how_[m] - 1)});
    made.seeds = seeds_, made.stop = stop_;
    made.limit = plain_number(limit_, limit_is_steps_).value_or(limit_),
    made.every = plain_number(every_, true).value_or(every_);
    made.limit_is_steps = limit_is_steps_;
    return made;
}

bool ExperimentForm::values_row(Session& s, VaryFields& vary) {
    const auto& spec = s.status->settings->spec(vary.key);
    const float em = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
    bool changed = false;
    if (is_number(spec)) {
        int way = vary.as_list;
        row_label("values");
        ImGui::SetNextItemWidth(-1);
        changed = choose("experiment/way/" + vary.key, {"from, to, how many", "a list"}, way);
        vary.as_list = way != 0;
    }
    if (vary.as_list) {
        ImGui::SetNextItemWidth(-1);
        changed |= text_field("experiment/list/" + vary.key, "1,2,3 or 1:3:0.5", vary.list);
        return changed;
    }
    const float width = std::floor((ImGui::GetContentRegionAvail().x - 2 * gap) / 3);
    ImGui::SetNextItemWidth(width);
    changed |= number_field(s, "experiment/from/" + vary.key, vary.from, "%.6g");
    tooltip("The first value" + (spec.unit.empty() ? "." : ", in " + spec.unit + "."));
    ImGui::SameLine(), ImGui::SetNextItemWidth(width);
    changed |= number_field(s, "experiment/to/" + vary.key, vary.to, "%.6g");
    tooltip("The last value.");
    ImGui::SameLine(), ImGui::SetNextItemWidth(std::max(width, em * 3));
    double count = vary.count;
    changed |= number_field(s, "experiment/count/" + vary.key, count, "%.0f", 1, 1000, true);
    vary.count = int(count);
    tooltip("How many values, evenly spaced.");
    return changed;
}

bool ExperimentForm::vary_row(Session& s, VaryFields& vary, const char* label, bool needed) {
    const auto all = variable(s);
    const auto at = std::find_if(all.begin(), all.end(), [&](const ParamSpec* spec) { return spec->key == vary.key; });
    bool changed = false;
    ImGui::PushID(label);
    row_label(label);
    ImGui::SetNextItemWidth(-1);
    const bool open =
        ImGui::BeginCombo("##vary", at == all.end() ? "nothing" : (*at)->label.c_str(), ImGuiComboFlags_HeightLarge);
    see(std::string("experiment/") + label);
    if (open) {
        if (!needed && ImGui::Selectable("nothing", at == all.end())) vary.key.clear(), changed = true;
        for (const auto* spec : all) {
            ImGui::PushID(spec->key.c_str());
            if (ImGui::Selectable(spec->label.c_str(), spec->key == vary.key))
                begin_values(s, *spec, vary), changed = true;
            ImGui::PopID();
            see(std::string("experiment/") + label + "/" + spec->key);
        }
        ImGui::EndCombo();
    }
    if (!vary.key.empty()) changed |= values_row(s, vary);
    ImGui::PopID();
    return changed;
}

bool ExperimentForm::measures() {
    static const std::vector<std::string> hows{"–", "at the end", "at first", "mean", "least", "greatest"};
    bool changed = false;
    for (std::size_t m = 0; m < how_.size(); ++m) {
        const auto& metric = scene_->metrics[m];
        ImGui::PushID(int(m));
        row_label(metric.title, how_[m] ? colour::text : colour::dim);
        ImGui::SetNextItemWidth(-1);
        changed |= choose("experiment/how/" + metric.key, hows, how_[m]);
        tooltip(metric.help, metric.key);
        ImGui::PopID();
    }
    return changed;
}

bool ExperimentForm::text_row(const char* label, std::string& text, const char* hint, const char* help) {
    row_label(label);
    ImGui::SetNextItemWidth(-1);
    const bool changed = text_field(std::string("experiment/") + label, hint, text);
    tooltip(help);
    return changed;
}

bool ExperimentForm::show(Session& s) {
    bool changed = vary_row(s, vary_[0], "Vary", true);
    changed |= vary_row(s, vary_[1], "And", false);
    changed |= text_row("Seeds", seeds_, "1:10", "Each combination is run once per seed: 1:10, or 3,5.");
    changed |= text_row("Stop when", stop_, "such as present == 0",
                        "A condition over metrics, parameters, time and step that ends a run. May be left empty.");
    changed |= text_row(limit_is_steps_ ? "Limit, steps" : "Limit, s", limit_, "",
                        limit_is_steps_ ? "Steps after which a run ends at the latest."
                                        : "Seconds of the scene's clock after which a run ends at the latest.");
    changed |= text_row("Measured every", every_, "1", "Steps from one measurement to the next.");
    text(colour::accent, "MEASURE", Font::bold);
    return changed | measures();
}

}  // namespace nearfield::ui
