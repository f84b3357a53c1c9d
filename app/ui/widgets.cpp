#include "app/ui/widgets.hpp"

#include "base/foreign_text.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nearfield::ui {
namespace {

constexpr float tooltip_delay = 0.35f;

struct ButtonColours {
    ImU32 face, mark;
};

ButtonColours button_colours(bool primary, bool hovered, bool held) {
    if (primary) return {held ? colour::accent : hovered ? colour::accent_bright : colour::accent, colour::on_accent};
    return {held ? colour::field_active : hovered ? colour::field_hovered : colour::field, colour::text};
}

}  // namespace

ImU32 faded(ImU32 colour) { return ImGui::GetColorU32(ImGui::ColorConvertU32ToFloat4(colour)); }

bool button(const std::string& id, Icon icon, const char* text, float width, bool primary) {
    const auto& style = ImGui::GetStyle();
    const float height = ImGui::GetFrameHeight(),
                mark = icon == Icon::none ? 0 : std::round(ImGui::GetFontSize() * 0.78f);
    const ImVec2 words = ImGui::CalcTextSize(text);
    const float gap = mark > 0 && words.x > 0 ? style.ItemInnerSpacing.x : 0, content = mark + gap + words.x;
    if (width <= 0) width = content + 2 * style.FramePadding.x;
    const bool pressed = ImGui::InvisibleButton(id.c_str(), {width, height});
    see(id);
    const auto colours = button_colours(primary, ImGui::IsItemHovered(), ImGui::IsItemActive());
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    auto& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(lo, hi, faded(colours.face), style.FrameRounding);
    const float x = std::round(lo.x + (hi.x - lo.x - content) / 2);
    draw_icon(out, icon, {x + mark / 2, (lo.y + hi.y) / 2}, mark, faded(colours.mark));
    out.PushClipRect(lo, hi, true);
    out.AddText({x + mark + gap, std::round(lo.y + (hi.y - lo.y - words.y) / 2)}, faded(colours.mark), text);
    out.PopClipRect();
    focus_ring();
    return pressed;
}

bool choose(const std::string& name, const std::vector<std::string>& choices, int& index) {
    bool changed = false;
    const char* shown = index >= 0 && index < int(choices.size()) ? choices[std::size_t(index)].c_str() : "";
    const bool open = ImGui::BeginCombo(("##" + name).c_str(), shown);
    see(name);
    if (!open) return false;
    for (int i = 0; i < int(choices.size()); ++i)
        if (pick(name + "/" + choices[std::size_t(i)], choices[std::size_t(i)], i == index)) index = i, changed = true;
    ImGui::EndCombo();
    return changed;
}

bool check(const char* name, const char* words, bool& on) {
    const bool changed = ImGui::Checkbox(words, &on);
    see(name);
    return changed;
}

bool text_field(const std::string& name, const char* hint, std::string& text, bool on_enter) {
    const auto flags = on_enter ? ImGuiInputTextFlags_EnterReturnsTrue : ImGuiInputTextFlags_None;
    const bool done = ImGui::InputTextWithHint(("##" + name).c_str(), hint, &text, flags);
    see(name);
    return done;
}

bool surface(const std::string& name, ImVec2 size) {
    const bool pressed = ImGui::InvisibleButton(name.c_str(), size);
    see(name);
    return pressed;
}

bool menu_item(const std::string& name, const std::string& words, const char* key, bool checked, bool enabled) {
    const bool pressed = ImGui::MenuItem(words.c_str(), key, checked, enabled);
    see(name);
    return pressed;
}

bool pick(const std::string& name, const std::string& words, bool chosen) {
    const bool pressed = ImGui::Selectable(words.c_str(), chosen);
    see(name);
    return pressed;
}

/// Places the tooltip so that it does not cover the panel: beside the window of the item drawn last, if that window is
/// at a side of the screen.
static void place_tooltip() {
    const ImGuiWindow& panel = *ImGui::GetCurrentWindowRead()->RootWindow;
    const ImVec2 screen = ImGui::GetIO().DisplaySize, lo = panel.Pos, hi{lo.x + panel.Size.x, lo.y + panel.Size.y};
    const bool at_left = lo.x <= 0, at_right = hi.x >= screen.x;
    if (at_left == at_right || panel.Size.x > screen.x / 2 || panel.Size.x < screen.x / 10) return;
    const ImVec2 item_lo = ImGui::GetItemRectMin(), item_hi = ImGui::GetItemRectMax();
    const bool low = item_lo.y > screen.y / 2;
    const float gap = ImGui::GetFontSize() * 0.4f;
    ImGui::SetNextWindowPos({at_left ? hi.x + gap : lo.x - gap, low ? item_hi.y : item_lo.y}, ImGuiCond_Always,
                            {at_left ? 0.f : 1.f, low ? 1.f : 0.f});
}

void tooltip(const std::string& text, const std::string& detail) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsMouseDown(0)) return;
    const auto& context = *ImGui::GetCurrentContext();
    if (context.HoveredId != 0 && context.HoveredIdTimer < tooltip_delay) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        {std::round(ImGui::GetFontSize() * 0.8f), std::round(ImGui::GetFontSize() * 0.6f)});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1);
    place_tooltip();
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 25);
    ImGui::TextUnformatted(text.c_str());
    if (!detail.empty()) ui::text(colour::dim, detail);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

/// The clickable area of a headline; a click folds or unfolds its content. Returns true if it is unfolded.
static bool headline(const char* title, float height, bool open_at_first, bool unfold_now) {
    auto& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(title);
    if (unfold_now) storage.SetBool(key, true);
    bool open = storage.GetBool(key, open_at_first);
    ImGui::PushID(title);
    if (ImGui::InvisibleButton("headline", {ImGui::GetContentRegionAvail().x, height}))
        storage.SetBool(key, open = !open);
    ImGui::PopID();
    focus_ring();
    return open;
}

bool section(const char* title, bool unfold_now) {
    const float em = ImGui::GetFontSize();
    ImGui::Dummy({0, em * 0.15f});
    ImGui::PushFont(font(Font::bold));
    const bool open = headline(title, em * 1.5f, true, unfold_now);
    see(std::string("section/") + title);
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    auto& out = *ImGui::GetWindowDrawList();
    const ImU32 tint = ImGui::IsItemHovered() ? colour::text : colour::accent;
    const float words = ImGui::CalcTextSize(title).x, middle = std::round((lo.y + hi.y) / 2);
    out.AddText({lo.x, std::round(middle - em / 2)}, tint, title);
    out.AddLine({lo.x + words + em * 0.7f, middle}, {hi.x - em * 1.4f, middle}, colour::line);
    draw_icon(out, open ? Icon::chevron_down : Icon::chevron_right, {hi.x - em * 0.55f, middle}, em * 0.7f,
              colour::dim);
    ImGui::PopFont();
    return open;
}

bool group(const std::string& title, const std::string& note, bool unfold_now) {
    const bool open = headline(title.c_str(), ImGui::GetFontSize() * 1.35f, false, unfold_now);
    see("group/" + title);
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    auto& out = *ImGui::GetWindowDrawList();
    const ImU32 tint = ImGui::IsItemHovered() ? colour::text : colour::dim;
    ImGui::PushFont(font(Font::small));
    const float em = ImGui::GetFontSize(), middle = std::round((lo.y + hi.y) / 2), y = std::round(middle - em / 2);
    const float words = open || note.empty() ? 0 : ImGui::CalcTextSize(note.c_str()).x + em;
    draw_icon(out, open ? Icon::chevron_down : Icon::chevron_right, {lo.x + em * 0.35f, middle}, em * 0.6f, tint);
    clipped_text(out, {lo.x + em * 1.1f, y}, hi.x - lo.x - em * 1.1f - words, tint, title);
    if (words > 0) out.AddText({hi.x - words + em, y}, colour::accent_bright, note.c_str());
    ImGui::PopFont();
    return open;
}

void row_label(const std::string& label, ImU32 colour) {
    const float start = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x * label_share;
    ImGui::AlignTextToFramePadding();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    clipped_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, width - 4, faded(colour),
                 label);
    ImGui::Dummy({1, ImGui::GetFrameHeight()});
    ImGui::SameLine(start + width);
}

void value_row(const std::string& label, const std::string& value, const std::string& tip, ImU32 colour) {
    const float width = ImGui::GetContentRegionAvail().x, em = ImGui::GetFontSize();
    ImGui::Dummy({width, em * 1.25f});
    const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
    auto& out = *ImGui::GetWindowDrawList();
    const float y = std::round((lo.y + hi.y - em) / 2), words = ImGui::CalcTextSize(value.c_str()).x;
    clipped_text(out, {lo.x, y}, std::max(width - words - em * 0.6f, width * 0.3f), faded(colour::dim), label);
    clipped_text(out, {std::max(hi.x - words, lo.x + width * 0.3f), y}, width * 0.7f, faded(colour), value);
    if (!tip.empty()) tooltip(tip);
}

#if IMGUI_VERSION_NUM >= 18700
static constexpr auto key_menu = ImGuiKey_Menu, key_f10 = ImGuiKey_F10;
#else  // Debian 12's Dear ImGui uses GLFW key codes for keys that it does not name
static constexpr int key_menu = GLFW_KEY_MENU, key_f10 = GLFW_KEY_F10;
#endif

/// True if a key requests the context menu of the item drawn last.
static bool opens_menu() {
    const auto& io = ImGui::GetIO();
    if (!io.NavVisible || !ImGui::IsItemFocused()) return false;
    return ImGui::IsKeyPressed(key_menu, false) || (io.KeyShift && ImGui::IsKeyPressed(key_f10, false));
}

bool begin_item_menu(const char* id) {
    if (opens_menu()) ImGui::OpenPopup(id);
    return ImGui::BeginPopupContextItem(id);
}

void text(ImU32 colour, const std::string& words) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopStyleColor();
}

void wrapped(ImU32 colour, const std::string& words) {
    ImGui::PushTextWrapPos(0);
    text(colour, words);
    ImGui::PopTextWrapPos();
}

void text(ImU32 colour, const std::string& words, Font in) {
    ImGui::PushFont(font(in));
    text(colour, words);
    ImGui::PopFont();
}

void wrapped(ImU32 colour, const std::string& words, Font in) {
    ImGui::PushFont(font(in));
    wrapped(colour, words);
    ImGui::PopFont();
}

void right_text(ImU32 colour, const std::string& words) {
    const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(words.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.f, free));
    text(colour, words);
}

void swatch(ImU32 colour) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + em * 0.2f}, {at.x + em * 0.7f, at.y + em * 0.9f}, colour,
                                              2);
    ImGui::Dummy({em * 0.8f, em});
    ImGui::SameLine(0, em * 0.2f);
}

void clipped_text(ImDrawList& out, ImVec2 at, float width, ImU32 colour, const std::string& words) {
    const auto most = 4 * std::size_t(std::max(width, 1.f));  // at most 4 bytes per character of at least 1 pixel
    std::string cut = terminal_text(words.substr(0, most));
    if (ImGui::CalcTextSize(cut.c_str()).x <= width) return out.AddText(at, colour, cut.c_str());
    while (!cut.empty() && ImGui::CalcTextSize((cut + "…").c_str()).x > width) {
        while (cut.size() > 1 && (cut.back() & 0xC0) == 0x80) cut.pop_back();  // keeps UTF-8 characters whole
        cut.pop_back();
    }
    out.AddText(at, colour, (cut + "…").c_str());
}

bool begin_panel(const char* id, ImVec2 position, ImVec2 size, ImGuiWindowFlags more) {
    ImGui::SetNextWindowPos(position);
    ImGui::SetNextWindowSize(size);
    const bool open = ImGui::Begin(
        id, nullptr,
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
            ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus | more);
    if (const char* name = std::strstr(id, "##")) see(name + 2, position, {position.x + size.x, position.y + size.y});
    return open;
}

}  // namespace nearfield::ui
