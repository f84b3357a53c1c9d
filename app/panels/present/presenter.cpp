#include "app/lessons/demos.hpp"
#include "app/ui/format.hpp"
#include "app/ui/plots.hpp"
#include "app/ui/session.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr std::size_t metrics_first = 2;  // default number of metrics

using Keys = std::vector<std::string>;

/// Returns the keys of the metrics selected for the scene.
Keys chosen_metrics(const Session& s) {
    const auto& scene = *s.status->scene;
    if (const auto at = s.preferences.presented.find(scene.key); at != s.preferences.presented.end()) return at->second;
    Keys first;
    for (const auto& metric : scene.metrics)
        if (first.size() < metrics_first) first.push_back(metric.key);
    return first;
}

bool holds(const Keys& keys, const std::string& key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

void begin_card(const char* id, ImVec2 at, ImVec2 pivot, float width, ImGuiWindowFlags more = 0) {
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, see_through(colour::panel, 0.88f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, em * 0.4f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em * 0.6f, em * 0.45f});
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | more);
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

void end_card(const char* name) {
    see_window(name);
    ImGui::End();
}

/// The window for lectures: the picture, large text, and only selected items.
class PresenterPanel : public Panel {
  public:
    PresenterPanel() : Panel("presenter", Place::over_picture) {}
    bool offered(const Session& s) const override { return s.desk.presenting; }
    void draw(Session& s, const Rect& picture) override;
    std::vector<Action> actions() override;

  private:
    void toggle(Session& s);
    /// Loads a demo by its index, from 0.
    void show(Session& s, std::size_t number);
    void tools(Session& s);
    bool demo_row(std::size_t number);
    void demo_card(Session& s, const Rect& view);

    std::vector<lessons::Demo> demos_;
    std::optional<std::size_t> shown_;  ///< index of the last loaded demo
};

void toggle_theme(Session& s) { s.preferences.light = !s.preferences.light; }

void metric_boxes(Session& s) {
    if (!ImGui::BeginPopup("metrics to show")) return;
    auto chosen = chosen_metrics(s);
    for (const auto& metric : s.status->scene->metrics) {
        bool on = holds(chosen, metric.key);
        const bool changed = ImGui::Checkbox(metric.title.c_str(), &on);
        see("presenter/metric/" + metric.key);
        if (!changed) continue;
        if (on) chosen.push_back(metric.key);
        else std::erase(chosen, metric.key);
        s.preferences.presented[s.status->scene->key] = chosen;
    }
    ImGui::EndPopup();
}

void PresenterPanel::tools(Session& s) {
    ImGui::PushFont(font(Font::small));
    const float gap = ImGui::GetStyle().ItemSpacing.x,
                width = std::floor((ImGui::GetContentRegionAvail().x - 3 * gap) / 4);
    const auto one = [&](const char* id, const char* words, const char* help, const char* key) {
        const bool pressed = button(id, Icon::none, words, width);
        tooltip(help, key);
        return pressed;
    };
    if (one("presenter/theme", s.preferences.light ? "Dark" : "Light", "The other theme.", "Shift+F5")) toggle_theme(s);
    ImGui::SameLine();
    if (one("presenter/metrics", "Metrics", "Which metrics are shown.", "")) ImGui::OpenPopup("metrics to show");
    ImGui::SameLine();
    if (one("presenter/demos", "Demos", "Shows or folds the list of demos.", "0")) s.desk.presented.listing ^= true;
    ImGui::SameLine();
    if (one("presenter/leave", "Leave", "Back to the panels.", "F5 or Esc")) s.desk.presenting = false;
    ImGui::PopFont();
    metric_boxes(s);
}

bool PresenterPanel::demo_row(std::size_t number) {
    const auto& demo = demos_[number];
    const float em = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x, height = em * 1.35f;
    ImGui::PushID(int(number));
    const bool pressed = ImGui::InvisibleButton("demo", {width, height});
    ImGui::PopID();
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    auto& out = *ImGui::GetWindowDrawList();
    const bool shown = shown_ == number;
    if (shown || ImGui::IsItemHovered())
        out.AddRectFilled(lo, hi, shown ? colour::field_active : colour::field, em * 0.25f);
    const float y = std::round((lo.y + hi.y - em) / 2);
    out.AddText({lo.x + em * 0.3f, y}, colour::accent, std::to_string(number + 1).c_str());
    clipped_text(out, {lo.x + em * 1.4f, y}, width - em * 1.6f, colour::text, demo.title);
    focus_ring();
    see("presenter/demo/" + std::to_string(number + 1));
    if (!demo.say.empty()) tooltip(demo.say);
    return pressed;
}

/// Draws the buttons and the list of demos or the current demo.
void PresenterPanel::demo_card(Session& s, const Rect& view) {
    const float em = ImGui::GetFontSize(), margin = em * 0.6f;
    begin_card("Demos##presenter", {view.hi.x - margin, view.lo.y + margin}, {1, 0},
               std::min(em * 15.5f, view.size().x - 2 * margin));
    tools(s);
    if (s.desk.presented.listing) {
        for (std::size_t i = 0; i < demos_.size(); ++i)
            if (demo_row(i)) attempt(s, [&] { show(s, i); });
    } else if (shown_) {
        const auto& demo = demos_[*shown_];
        wrapped(colour::text, demo.title, Font::title);
        if (!demo.say.empty()) wrapped(colour::dim, demo.say);
    }
    end_card("presenter/list");
}

/// Draws a metric's title, its value in large letters, and its history.
void metric_card(Session& s, std::size_t index, ImVec2& at) {
    const auto& quantity = s.status->scene->metrics[index];
    const auto& values = *s.status->measured.metrics;
    const float em = ImGui::GetFontSize();
    begin_card(("Metric " + quantity.title + "##presenter").c_str(), at, {0, 0}, em * 12);
    text(colour::dim, quantity.title);
    text(colour::text, index < values.size() ? reading(quantity, {}, values[index], s.status->step) : "–", Font::title);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 lo = ImGui::GetCursorScreenPos(), hi{lo.x + width, lo.y + em * 1.8f};
    draw_series(*ImGui::GetWindowDrawList(), {lo, hi}, {s.history.metrics.series(index), colour::accent}, false);
    ImGui::Dummy({width, em * 1.8f});
    at.y += ImGui::GetWindowSize().y + em * 0.4f;
    end_card(("presenter/shown/" + quantity.key).c_str());
}

void metric_cards(Session& s, const Rect& view) {
    const float em = ImGui::GetFontSize(), margin = em * 0.6f;
    const auto chosen = chosen_metrics(s);
    const auto& metrics = s.status->scene->metrics;
    ImVec2 at{view.lo.x + margin, view.lo.y + margin};
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (holds(chosen, metrics[i].key) && at.y + em * 6 < view.hi.y) metric_card(s, i, at);
}

/// Draws the held or last pressed key in the lower right corner.
void pressed_key(Session& s, const Rect& view) {
    auto shown = s.keyboard.last;
    if (s.keyboard.held)
        shown = {"hold " + std::string(1, char(std::toupper(s.keyboard.held->letter))), s.keyboard.held->label, 1e30};
    if (ImGui::GetTime() > shown.until) return;
    const float em = ImGui::GetFontSize(), pad = em * 0.5f, margin = em * 0.6f;
    ImGui::PushFont(font(Font::title));
    const float size = ImGui::GetFontSize(), key = ImGui::CalcTextSize(shown.key.c_str()).x;
    ImGui::PopFont();
    const float what = ImGui::CalcTextSize(shown.what.c_str()).x;
    begin_card("Key##presenter", {view.hi.x - margin, view.hi.y - margin}, {1, 1}, key + what + em * 1.2f + 3 * pad,
               ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    const ImVec2 lo = ImGui::GetCursorScreenPos(), hi{lo.x + key + 2 * pad, lo.y + size + pad};
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(lo, hi, colour::accent, em * 0.3f);
    out.AddText(font(Font::title), size, {lo.x + pad, lo.y + pad / 2}, colour::on_accent, shown.key.c_str());
    out.AddText({hi.x + pad, std::round((lo.y + hi.y - em) / 2)}, colour::text, shown.what.c_str());
    ImGui::Dummy({0, hi.y - lo.y});
    end_card("presenter/key");
}

void PresenterPanel::toggle(Session& s) {
    if (s.desk.presenting) return void(s.desk.presenting = false);
    std::string complaint;
    demos_ = lessons::all_demos(complaint);
    tell(s, complaint, true);
    s.desk.presenting = s.desk.presented.listing = true, shown_.reset();
    s.desk.close_presented();
    s.desk.close();
}

void PresenterPanel::show(Session& s, std::size_t number) {
    if (number >= demos_.size()) return;
    const auto& demo = demos_[number];
    load(s, demo.title, load_preset(demo.preset));
    shown_ = number, s.desk.presented.listing = false;
}

bool presenting(const Session& s) { return s.desk.presenting; }

std::vector<Action> PresenterPanel::actions() {
    std::vector<Action> all{
        {.name = "Presenter mode",
         .chords = {key(GLFW_KEY_F5)},
         .help = "For a projector: large text and lines, no panels, chosen metrics, demos by number.",
         .act = [this](Session& s) { toggle(s); },
         .checked = presenting,
         .while_typing = WhileTyping::acts},
        {.name = "Light theme",
         .chords = {key(GLFW_KEY_F5, GLFW_MOD_SHIFT)},
         .help = "Dark on light, in the picture too, or light on dark.",
         .act = toggle_theme,
         .checked = [](const Session& s) { return s.preferences.light; },
         .while_typing = WhileTyping::acts}};
    static const char* const names[] = {"Demo 1", "Demo 2", "Demo 3", "Demo 4", "Demo 5",
                                        "Demo 6", "Demo 7", "Demo 8", "Demo 9"};
    std::vector<Action> demos{{.name = "List of demos",
                               .chords = {letter('0')},
                               .help = "Shows or folds the list of demos.",
                               .act = [](Session& s) { s.desk.presented.listing = !s.desk.presented.listing; },
                               .enabled = presenting}};
    for (std::size_t n = 0; n < lessons::most_demos; ++n)
        demos.push_back({.name = names[n],
                         .chords = {letter(char('1' + n))},
                         .help = "Loads the preset of this number in the list of demos.",
                         .act = [this, n](Session& s) { show(s, n); },
                         .enabled = [this, n](const Session& s) { return presenting(s) && n < demos_.size(); }});
    for (auto& action : demos) action.hides = true, all.push_back(std::move(action));
    return in_menu("View", all);
}

void PresenterPanel::draw(Session& s, const Rect& picture) {
    metric_cards(s, picture);
    demo_card(s, picture);
    pressed_key(s, picture);
}

}  // namespace

Panels presenter_panels() { return panels_of<PresenterPanel>(); }

}  // namespace nearfield::ui
