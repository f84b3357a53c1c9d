#include "app/panels/compare/split_panel.hpp"

#include "app/panels/compare/compare_panel.hpp"
#include "app/ui/format.hpp"
#include "app/ui/number_field.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"
#include "base/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr const char *whole_search = "search: B of Compare", *other_device = "device";
constexpr float gap = 2;

/// A possible difference of the second run: the search as set in Compare, a parameter, or the device.
struct Difference {
    std::string name;
    const ParamSpec* spec = nullptr;  ///< null: search or device
};

/// The selected difference between two runs.
struct SplitChoice {
    std::string differs_in;  ///< parameter key, or name of another difference
    Value value = 0.0;       ///< parameter value in the second run
    const SceneInfo* scene = nullptr;
};

std::vector<Difference> differences(const Session& s) {
    std::vector<Difference> all;
    if (s.status->scene->searches()) all.push_back({whole_search});
    for (const auto section : {Section::scene, Section::search})
        for (const auto& spec : s.status->settings->specs())
            if (spec.section == section && spec.kind != Kind::text && spec.key != "search.auto")
                all.push_back({spec.label, &spec});
    if (s.status->settings->has("seed")) all.push_back({"Seed", &s.status->settings->spec("seed")});
    if (!cuda_status().devices.empty()) all.push_back({other_device});
    return all;
}

std::size_t chosen_difference(const SplitChoice& choice, const std::vector<Difference>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if ((all[i].spec ? all[i].spec->key : all[i].name) == choice.differs_in) return i;
    return 0;
}

/// Returns an initial value that differs from the current one.
Value other_value(const ParamSpec& spec, const Value& now) {
    switch (spec.kind) {
    case Kind::toggle: return !std::get<bool>(now);
    case Kind::choice: return Choice{(std::get<Choice>(now).index + 1) % int(spec.choices.size())};
    default: break;
    }
    const double value = number_of(now), twice = value == 0 ? spec.hi / 2 : 2 * value;
    return numeric(spec, std::clamp(twice <= spec.hi ? twice : value / 2, spec.lo, spec.hi));
}

void value_control(Session& s, const ParamSpec& spec, Value& value) {
    ImGui::SetNextItemWidth(-1);
    if (spec.kind == Kind::toggle) {
        bool on = std::get<bool>(value);
        if (check("split.value", "##value", on)) value = on;
    } else if (spec.kind == Kind::choice) {
        int index = std::get<Choice>(value).index;
        if (choose("split.value", spec.choices, index)) value = Choice{index};
        return;
    } else {
        double now = number_of(value);
        slider(s, "split.value", now, {spec.lo, spec.hi, spec.logarithmic, spec.kind == Kind::integer},
               spec.kind == Kind::integer ? "%lld" : "%.3g");
        value = numeric(spec, std::clamp(now, spec.lo, spec.hi));
    }
    tooltip(spec.help);
}

void difference_rows(Session& s, SplitChoice& choice) {
    const auto all = differences(s);
    if (all.empty()) return;
    std::size_t at = chosen_difference(choice, all);
    row_label("B differs in");
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##differs", all[at].name.c_str(), ImGuiComboFlags_HeightLargest);
    see("split.differs");
    if (open) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            ImGui::PushID(int(i));
            if (ImGui::Selectable(all[i].name.c_str(), i == at)) at = i;
            ImGui::PopID();
            see("split.differs/" + all[i].name);
        }
        ImGui::EndCombo();
    }
    const std::string key = all[at].spec ? all[at].spec->key : all[at].name;
    if (const auto* spec = all[at].spec) {
        const bool another = key != choice.differs_in || choice.scene != s.status->scene;
        if (another) choice.value = other_value(*spec, s.status->settings->value(spec->key));
        row_label("its value in B");
        value_control(s, *spec, choice.value);
    }
    choice.differs_in = key, choice.scene = s.status->scene;
}

command::Split wanted_split(const Session& s, const SplitChoice& choice, ComparePanel& compare) {
    const auto all = differences(s);
    command::Split split;
    if (all.empty()) return split;
    const auto& difference = all[chosen_difference(choice, all)];
    if (difference.name == other_device && !difference.spec) {
        split.backend = s.status->backend == Backend::cpu ? Backend::cuda : Backend::cpu;
    } else if (const auto* spec = difference.spec) {
        const bool known = choice.differs_in == spec->key && choice.scene == s.status->scene;
        const Value value = known ? choice.value : other_value(*spec, s.status->settings->value(spec->key));
        split.changes[spec->key] = value;
    } else {
        split.changes = compare.changes_of_b(s);
    }
    return split;
}

/// Returns a picture's title: the way of searching if only the search differs, otherwise the differing settings.
std::string title_words(const Session& s, const Settings& settings, Backend backend) {
    const auto& twin = *s.status->twin;
    if (twin.search_only) return way_text(settings);
    std::vector<std::string> words;
    for (const auto& [key, value] : twin.changes) words.push_back(settings.spec(key).label + " " + settings.text(key));
    if (words.empty() || twin.backend != s.status->backend) words.push_back(backend == Backend::cpu ? "CPU" : "CUDA");
    return joined(words, ", ");
}

std::string ratio_text(const MedianInterval& ratio) {
    return fmt::format("{:.2f} ({:.2f}–{:.2f})", ratio.median, ratio.lo, ratio.hi);
}

/// Draws a title on a dark background, in a line at a picture's upper edge, up to `right`.
void title_line(ImDrawList& out, const Rect& place, int line, float right, const std::string& words, ImU32 tint) {
    const float em = ImGui::GetFontSize(), pad = em * 0.4f, x = place.lo.x + em * 0.6f,
                y = place.lo.y + em * (0.6f + 2.1f * float(line));
    const float room = std::max(em * 2, right - x - 2 * pad - em * 0.6f);
    const float wide = std::min(room, ImGui::CalcTextSize(words.c_str()).x);
    out.AddRectFilled({x, y}, {x + wide + 2 * pad, y + em + 2 * pad}, see_through(colour::panel, 0.86f), em * 0.4f);
    clipped_text(out, {x + pad, y + pad}, room, tint, words);
}

struct Alike {
    bool good;
    std::string words;
};
/// Returns the result of comparing both runs; none if they need not be equal or are not compared yet.
std::optional<Alike> alike(const TwinReport& twin) {
    if (!twin.equality) return {};
    const auto& e = *twin.equality;
    if (e.states && e.neighbours)
        return Alike{true, fmt::format("✓ equal pictures: state {:08x} at step {}, same neighbours",
                                       u32(e.checksum ^ e.checksum >> 32), grouped(double(e.step)))};
    return Alike{false, fmt::format("✗ {} differ at step {}: please report this", e.states ? "neighbours" : "states",
                                    grouped(double(e.step)))};
}

void result_rows(const std::string& name, const std::string& a, const std::string& b,
                 const std::optional<MedianInterval>& ratio) {
    value_row(name, fmt::format("A {}   B {}", a, b), name + ": of A, of B, and below the ratio.");
    value_row("", ratio ? "B / A  " + ratio_text(*ratio) : "–",
              "Median of B over A, pair by pair, and its 95 % interval.", colour::dim);
}

void results(Session& s, const TwinReport& twin) {
    wrapped(colour::dim,
            fmt::format("A: {}\nB: {}\nparted at step {}", title_words(s, *s.status->settings, s.status->backend),
                        title_words(s, *twin.settings, twin.backend), grouped(double(twin.parted_at))));
    if (twin.steps)
        wrapped(colour::accent_bright,
                "A step of B takes " + ratio_text(twin.time_ratio) + " times as long as one of A.");
    tooltip(fmt::format("Median ratio over the last {} steps, one run right after the other in turn, and its 95 % "
                        "interval. Metrics: the same over the last frames.",
                        std::min<u64>(twin.steps, 240)));
    see("split.ratio");
    if (const auto badge = alike(twin)) {
        wrapped(badge->good ? colour::good : colour::bad, badge->words);
        tooltip(
            fmt::format("Only the search differs. Sums in another order round otherwise, so every few steps B takes "
                        "over the state of A; then checksums of both states are compared, and of all neighbours "
                        "that both find. The last time, rounding had moved an actor by {} at most, in {} steps.",
                        number(twin.equality->apart), twin.equality->steps));
        see("split.alike");
    }
    ImGui::PushFont(font(Font::small));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 1});
    result_rows("step, ms", milliseconds(twin.first_ms.ms), milliseconds(twin.second_ms.ms),
                twin.steps ? std::optional(twin.time_ratio) : std::nullopt);
    const auto& metrics = s.status->scene->metrics;
    const auto& first = *s.status->measured.metrics;
    for (std::size_t m = 0; m < std::min({metrics.size(), twin.metric_ratios.size(), first.size()}); ++m)
        result_rows(metrics[m].title, fmt::format("{:.3g}", first[m]), fmt::format("{:.3g}", twin.metrics[m]),
                    twin.metric_ratios[m]);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

/// The second of two pictures. Shares the first picture's camera, so dragging moves both.
class SecondPicture : public Panel {
  public:
    SecondPicture() : Panel("second_view", Place::second_picture) {}
    bool offered(const Session& s) const override { return s.status->twin != nullptr; }
    void draw(Session& s, const Rect& place) override;
};

void SecondPicture::draw(Session& s, const Rect& place) {
    const auto& twin = s.status->twin;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_panel("##second_view", place.lo, place.size(),
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                    ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("view", place.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    const auto& io = ImGui::GetIO();
    const float density = io.DisplayFramebufferScale.x;
    s.view.move({(io.MousePos.x - place.lo.x) * density, (io.MousePos.y - place.lo.y) * density});
    ImGui::PushFont(font(Font::small));
    auto& out = *ImGui::GetWindowDrawList();
    title_line(out, place, 0, place.hi.x, "B  " + title_words(s, *twin->settings, twin->backend), colour::warm);
    if (twin->steps)
        title_line(out, place, 1, place.hi.x,
                   fmt::format("{} ms · {} × A", milliseconds(twin->second_ms.ms), ratio_text(twin->time_ratio)),
                   colour::dim);
    if (const auto badge = alike(*twin))
        title_line(out, place, 2, place.hi.x, badge->words, badge->good ? colour::good : colour::bad);
    ImGui::PopFont();
    ImGui::End();
}

/// The panel that selects the second run's difference and shows the results.
class SplitPanel : public Panel {
  public:
    explicit SplitPanel(ComparePanel& compare)
        : Panel("split_panel", Place::right, "TWO FROM ONE STATE"),
          compare_(compare) {}
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override {
        return in_menu("Simulation",
                       {{.name = "Two from one state",
                         .chords = {shift('s')},
                         .help = "A second run from the present state, beside this one, that differs as the panel "
                                 "says; once more: one again.",
                         .act = [this](Session& s) { reveal(s, title(s)), toggle(s); },
                         .checked = [](const Session& s) { return s.status->twin != nullptr; }}});
    }

  private:
    /// Starts or ends the second run.
    void toggle(Session& s) {
        if (s.status->twin) s.simulation.send(command::Unite{});
        else s.simulation.send(wanted_split(s, choice_, compare_));
    }

    ComparePanel& compare_;
    SplitChoice choice_;
};

void SplitPanel::draw(Session& s, const Rect&) {
    const auto& twin = s.status->twin;
    if (!twin) difference_rows(s, choice_);
    if (button("split", Icon::none, twin ? "One run again" : "Split the view", ImGui::GetContentRegionAvail().x))
        attempt(s, [&] { toggle(s); });
    tooltip("A second run beside this one, from the same state: it differs in what you choose here. Both do the same "
            "steps in turn, and their pictures move together. Where the state cannot be copied (another device, or a "
            "parameter that makes a new state), both begin at the start.",
            "Shift+S");
    if (twin) results(s, *twin);
}

}  // namespace

void first_view_title(Session& s, const Rect& place) {
    const auto& twin = s.status->twin;
    if (!twin) return;
    const float view_button = ImGui::GetFontSize() * 5.5f;
    ImGui::PushFont(font(Font::small));
    auto& out = *ImGui::GetWindowDrawList();
    title_line(out, place, 0, place.hi.x - view_button, "A  " + title_words(s, *s.status->settings, s.status->backend),
               colour::text);
    title_line(out, place, 1, place.hi.x, milliseconds(twin->first_ms.ms) + " ms", colour::dim);
    ImGui::PopFont();
}

Panels compare_panels() {
    Panels all;
    auto compare = std::make_unique<ComparePanel>();
    auto split = std::make_unique<SplitPanel>(*compare);
    all.push_back(std::move(compare)), all.push_back(std::move(split));
    all.push_back(std::make_unique<SecondPicture>());
    return all;
}

}  // namespace nearfield::ui
