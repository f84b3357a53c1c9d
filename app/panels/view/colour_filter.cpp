#include "app/panels/view/colour_filter.hpp"

#include "app/draw/printed_legend.hpp"
#include "app/ui/widgets.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr const char* field_help = "Click: hides it or shows it again. Alt+click: shows it alone, or all again.";

const std::string& attribute_key(const Session& s) {
    const auto& attributes = s.status->scene->attributes;
    const auto at = std::size_t(std::get<Choice>(s.edits.shown(*s.status, "colour")).index);
    return attributes[std::min(at, attributes.size() - 1)].key;
}

/// Returns the visible values of the colouring attribute. Ignores an edit that is invalid.
ShownValues shown_now(const Session& s) {
    Filter filter = read_filter(s.status->settings->text("show"));
    try {
        filter = read_filter(std::get<std::string>(s.edits.shown(*s.status, "show")));
    } catch (const UsageError&) {}
    return filter.attribute == attribute_key(s) ? filter.values : ShownValues{};
}

std::string written(const Session& s, const ShownValues& values) { return text(Filter{attribute_key(s), values}); }

void show(Session& s, const ShownValues& values) { s.edits.change(*s.status, "show", written(s, values)); }

/// Shows the given classes; all if none is left.
void show_classes(Session& s, const std::vector<bool>& classes) {
    const bool none = std::find(classes.begin(), classes.end(), true) == classes.end();
    attempt(s, [&] { show(s, none ? ShownValues{} : values_of_classes(classes)); });
}

void turn_class(Session& s, std::vector<bool> classes, std::size_t k) {
    classes[k] = !classes[k];
    show_classes(s, classes);
}

void show_alone(Session& s, std::vector<bool> classes, std::size_t k) {
    std::vector<bool> alone(classes.size());
    alone[k] = true;
    show_classes(s, classes == alone ? std::vector<bool>(classes.size(), true) : alone);
}

void menu_entry(const char* id, const std::string& words, const std::function<void()>& act) {
    if (pick(std::string("show/") + id, words)) act();
}

/// Draws all classes with checkboxes. The menu stays open.
void class_list(Session& s, const std::vector<bool>& classes) {
    const auto& names = names_of_colours(s);
    ImGui::Separator();
    for (std::size_t k = 0; k < classes.size(); ++k) {
        bool is_shown = classes[k];
        ImGui::PushID(int(k));
        if (ImGui::Checkbox(names[k].c_str(), &is_shown)) turn_class(s, classes, k);
        ImGui::PopID();
        see("show/class/" + names[k]);
    }
}

/// Draws the context menu of class `k`.
void class_menu(Session& s, const std::vector<bool>& classes, std::size_t k) {
    if (!begin_item_menu("class")) return;
    const std::string& name = names_of_colours(s)[k];
    menu_entry("alone", "Show only " + name, [&] { show_alone(s, std::vector<bool>(classes.size()), k); });
    menu_entry("turn", (classes[k] ? "Hide " : "Show ") + name, [&] { turn_class(s, classes, k); });
    menu_entry("all", "Show all", [&] { show_all(s); });
    class_list(s, classes);
    ImGui::EndPopup();
}

/// Returns the colour of a class; none if no layer uses the colour map.
std::optional<glm::vec3> colour_of_class(const Session& s, std::size_t k) {
    if (!s.picture || !shows_values(*s.picture)) return std::nullopt;
    return colour_of_name(k, names_of_colours(s).size(), s.view.style.map, s.view.style.light);
}

ImU32 ink_on(glm::vec3 under) {
    return 0.3f * under.r + 0.6f * under.g + 0.1f * under.b > 0.45f ? rgb(0x06121b) : rgb(0xdde5f0);
}

/// Returns the name, or the number if too little of the name would fit.
std::string short_name(const std::string& name, std::size_t k, float room) {
    const bool fits = ImGui::CalcTextSize(name.c_str()).x <= room || room > 3 * ImGui::GetFontSize();
    return fits ? name : fmt::format("{}", k);
}

void draw_class(const Rect& field, const std::string& name, std::optional<glm::vec3> tint, bool is_shown) {
    auto& out = *ImGui::GetWindowDrawList();
    const float em = ImGui::GetFontSize(), room = field.size().x - em * 0.5f,
                words = std::min(ImGui::CalcTextSize(name.c_str()).x, room);
    const ImVec2 at{std::round((field.lo.x + field.hi.x - words) / 2), std::round((field.lo.y + field.hi.y - em) / 2)};
    if (is_shown && tint) out.AddRectFilled(field.lo, field.hi, ImGui::GetColorU32({tint->r, tint->g, tint->b, 1}));
    else if (is_shown) out.AddRectFilled(field.lo, field.hi, colour::field);
    else out.AddRect(field.lo, field.hi, colour::line);
    if (room > em * 0.6f)
        clipped_text(out, at, room, !is_shown ? colour::dim : tint ? ink_on(*tint) : colour::text, name);
    const float middle = std::round((field.lo.y + field.hi.y) / 2);
    if (!is_shown) out.AddLine({at.x, middle}, {at.x + words, middle}, colour::dim, stroke(1));
}

void class_field(Session& s, const Rect& field, const std::vector<bool>& classes, std::size_t k) {
    const std::string& name = names_of_colours(s)[k];
    ImGui::SetCursorScreenPos(field.lo);
    ImGui::PushID(int(k));
    if (ImGui::InvisibleButton("class", field.size()))
        ImGui::GetIO().KeyAlt ? show_alone(s, classes, k) : turn_class(s, classes, k);
    const bool hovered = ImGui::IsItemHovered();
    focus_ring();
    tooltip(name + (classes[k] ? "" : ", hidden"), field_help);
    see("legend_name/" + name);
    class_menu(s, classes, k);
    ImGui::PopID();
    ImGui::PushFont(font(Font::small));
    draw_class(field, short_name(name, k, field.size().x - ImGui::GetFontSize() * 0.5f), colour_of_class(s, k),
               classes[k]);
    ImGui::PopFont();
    if (hovered) ImGui::GetWindowDrawList()->AddRect(field.lo, field.hi, colour::accent, 0, 0, stroke(1));
}

/// Rounds a value of the colour bar to the precision of a pixel.
float rounded(const Session& s, float value) {
    const double span = std::max(double(s.view.style.hi) - s.view.style.lo, 1e-30);
    const double grain = std::pow(10, std::floor(std::log10(span)) - 3);
    return float(std::round(value / grain) * grain);
}

/// Throws UsageError if a comma between digits may be a decimal sign or a list separator.
void require_one_reading(const std::string& typed) {
    const auto digit = [&](std::size_t i) {
        return i < typed.size() && std::isdigit(static_cast<unsigned char>(typed[i]));
    };
    std::string decimal, list;
    for (std::size_t i = 0; i < typed.size(); ++i) {
        const bool between = typed[i] == ',' && i > 0 && digit(i - 1) && digit(i + 1);
        decimal += between ? '.' : typed[i];
        list += between ? std::string(", ") : std::string(1, typed[i]);
    }
    if (decimal != typed) throw UsageError(fmt::format("{} has two readings: write {} or {}", typed, decimal, list));
}

/// Context menu with a text field for the visible values, in the syntax of the parameter `show`.
void type_shown(Session& s) {
    if (!begin_item_menu("shown")) return;
    static std::string typed;
    const std::string now = written(s, shown_now(s)), key = attribute_key(s) + ":";
    if (ImGui::IsWindowAppearing()) typed = now.empty() ? "" : now.substr(key.size());
    text(colour::dim, "Show only");
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 9);
    if (text_field("show/typed", "0.1..0.9  ..3  8..", typed, true)) {
        attempt(s, [&] {
            if (names_of_colours(s).empty()) require_one_reading(typed);
            s.edits.change(*s.status, "show", typed.empty() ? "" : key + typed);
        });
        ImGui::CloseCurrentPopup();
    }
    menu_entry("all", "Show all", [&] { show_all(s); });
    ImGui::EndPopup();
}

/// Returns the span from the lowest to the highest visible value.
ValueSpan span_of(const ShownValues& values) {
    if (values.all()) return {};
    ValueSpan span{INFINITY, -INFINITY};
    for (u32 i = 0; i < values.count; ++i)
        span = {std::min(span.lo, values.spans[i].lo), std::max(span.hi, values.spans[i].hi)};
    return span;
}

/// Moves an end of the span to the mouse. An end at the bar's own end is unlimited.
void drag_end(Session& s, const Rect& bar, ValueSpan span, bool upper) {
    const float mouse = ImGui::GetIO().MousePos.x, share = (mouse - bar.lo.x) / std::max(bar.size().x, 1.f);
    const float value = rounded(s, s.view.style.lo + std::clamp(share, 0.f, 1.f) * (s.view.style.hi - s.view.style.lo));
    if (upper) span.hi = share >= 1 ? INFINITY : std::max(value, span.lo);
    else span.lo = share <= 0 ? -INFINITY : std::min(value, span.hi);
    ShownValues values;
    if (!(span == ValueSpan{})) values.spans[0] = span, values.count = 1;
    attempt(s, [&] {
        const std::string now = written(s, values);
        if (Value(now) != s.edits.shown(*s.status, "show")) s.edits.hold(*s.status, "show", now, true);
    });
}

/// Draws the grip of an end. Returns its x position.
float end_grip(Session& s, const Rect& bar, ValueSpan span, bool upper) {
    const float em = ImGui::GetFontSize(), wide = std::round(em * 0.55f), value = upper ? span.hi : span.lo;
    const float share = (value - s.view.style.lo) / std::max(s.view.style.hi - s.view.style.lo, 1e-30f);
    const float at = std::round(bar.lo.x + std::clamp(share, 0.f, 1.f) * bar.size().x);
    const float left = std::clamp(upper ? at - wide : at, bar.lo.x, bar.hi.x - wide);
    ImGui::SetCursorScreenPos({left, bar.lo.y});
    ImGui::InvisibleButton(upper ? "upper" : "lower", {wide, bar.size().y});
    const bool active = ImGui::IsItemActive(), lit = active || ImGui::IsItemHovered();
    if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) drag_end(s, bar, span, upper);
    if (ImGui::IsItemDeactivated()) attempt(s, [&] { s.edits.release(*s.status, "show"); });
    focus_ring();
    tooltip(upper ? "Drag: hides what lies above." : "Drag: hides what lies below.", "Right-click: type values.");
    see(upper ? "shown_to" : "shown_from");
    ImGui::PushID(upper);
    type_shown(s);
    ImGui::PopID();
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled({left, bar.lo.y - 2}, {left + wide, bar.hi.y + 2}, colour::background, 2);
    out.AddRectFilled({left + 1, bar.lo.y - 1}, {left + wide - 1, bar.hi.y + 1},
                      lit ? colour::accent_bright : colour::dim, 2);
    return at;
}

}  // namespace

void class_fields(Session& s, ImVec2 at, ImVec2 size) {
    const auto classes = classes_in(shown_now(s), names_of_colours(s).size());
    const float n = float(classes.size());
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const float left = std::round(at.x + size.x * float(k) / n),
                    right = std::round(at.x + size.x * float(k + 1) / n) - (n * 12 < size.x ? 1 : 0);
        class_field(s, {{left, at.y}, {std::max(right, left + 1), at.y + size.y}}, classes, k);
    }
}

void shown_ends(Session& s, ImVec2 at, ImVec2 size) {
    const Rect bar{at, {at.x + size.x, at.y + size.y}};
    const ValueSpan span = span_of(shown_now(s));
    const float from = end_grip(s, bar, span, false), to = end_grip(s, bar, span, true);
    auto& out = *ImGui::GetWindowDrawList();
    const ImU32 veil = see_through(colour::bar, 0.85f);
    if (from > bar.lo.x) out.AddRectFilled(bar.lo, {from, bar.hi.y}, veil);
    if (to < bar.hi.x) out.AddRectFilled({to, bar.lo.y}, bar.hi, veil);
}

bool hides_something(const Session& s) { return !shown_now(s).all(); }

void show_all(Session& s) {
    attempt(s, [&] { show(s, {}); });
}

void shown_note(Session& s, const Rect& view) {
    const ShownValues values = shown_now(s);
    if (values.all() || !s.picture) return;
    const auto& names = names_of_colours(s);
    std::vector<std::string> hidden;
    for (std::size_t k = 0; k < names.size(); ++k)
        if (values.hides(float(k))) hidden.push_back(names[k]);
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos({(view.lo.x + view.hi.x) / 2, view.hi.y - em * 0.6f}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetNextWindowBgAlpha(0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("Shown##shownnote", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleVar();
    if (button("show_all", Icon::close, words(values, names.size()).c_str())) show_all(s);
    tooltip(hidden.empty() ? "Elements with other values are hidden. A click shows all."
                           : fmt::format("Hidden: {}. A click shows all.", joined(hidden, ", ")));
    ImGui::End();
}

}  // namespace nearfield::ui
