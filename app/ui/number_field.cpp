#include "app/ui/number_field.hpp"

#include "app/ui/session.hpp"
#include "app/ui/typed_number.hpp"
#include "app/ui/widgets.hpp"
#include "base/error.hpp"

#include <fmt/printf.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>

namespace nearfield::ui {
namespace {

/// Returns the position of a value on the bar, as ImGui's slider computes it.
float slider_place(double value, const SliderRange& range, int decimals) {
    if (range.hi <= range.lo) return 0;
    value = std::clamp(value, range.lo, range.hi);
    if (!range.logarithmic || range.lo < 0) return float((value - range.lo) / (range.hi - range.lo));
    const double least = std::max(range.lo, std::pow(0.1, decimals));
    return float(std::log(std::max(value, least) / least) / std::log(range.hi / least));
}

float slider_grab(float width, const SliderRange& range) {
    const float least = ImGui::GetStyle().GrabMinSize, usable = width - 4;
    return std::min(usable, range.integer ? std::max(usable / float(range.hi - range.lo + 1), least) : least);
}

void draw_slider_bar(ImVec2 lo, ImVec2 hi, double value, const SliderRange& range, bool active, bool hovered) {
    auto& out = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding, grab = slider_grab(hi.x - lo.x, range);
    const auto x = [&](double v) {
        return lo.x + 2 + grab / 2 + slider_place(v, range, range.integer ? 1 : 4) * (hi.x - lo.x - 4 - grab);
    };
    out.AddRectFilled(lo, hi,
                      faded(active    ? colour::field_active
                            : hovered ? colour::field_hovered
                                      : colour::field),
                      rounding);
    const bool from_zero = range.lo < 0 && range.hi > 0;
    const float zero = from_zero ? x(0) : lo.x, at = x(value);
    if (const float a = std::min(zero, at), b = std::max(zero, at); b - a > 1)
        out.AddRectFilled({a, lo.y}, {b, hi.y}, faded(colour::accent_deep), rounding,
                          from_zero ? ImDrawFlags_RoundCornersNone : ImDrawFlags_RoundCornersLeft);
    const float handle = std::max(grab / 2, 1.5f), foot = hi.y - (hi.y - lo.y) * 0.22f;  // below the number
    out.AddRectFilled({at - handle, foot}, {at + handle, hi.y}, faded(active ? colour::accent_bright : colour::accent),
                      1);
    if (from_zero) out.AddLine({zero, lo.y + 3}, {zero, hi.y - 3}, faded(colour::faint));
}

/// The field being edited. Only one can be.
struct Typing {
    ImGuiID field = 0;
    std::string before;           ///< text before editing
    std::array<char, 64> text{};  ///< current text
};
Typing typing;

/// Ends editing. Returns the text, or an empty string if it is unchanged.
std::string take_typed() {
    typing.field = 0;
    return typing.text.data() == typing.before ? "" : typing.text.data();
}

/// Returns true if the text is a valid number; otherwise shows a message.
bool read_typed(Session& s, double& value, const std::string& text, const TypedRange& range) {
    return !text.empty() && attempt(s, [&] { value = number_in(range, text); });
}

/// Replaces ImGui's own text input of a slider, which parses numbers itself and drops commas.
void typed_slider(const char* id, ImGuiID field) {
    const ImVec2 lo = ImGui::GetCursorScreenPos();
    const ImRect place(lo, {lo.x + ImGui::CalcItemWidth(), lo.y + ImGui::GetFrameHeight()});
    if (typing.field != field) {
        const auto* state = ImGui::GetInputTextState(field);
        typing = {field, state && state->InitialTextA.Data ? state->InitialTextA.Data : "", {}};
    }
    ImGui::ItemSize(place, ImGui::GetStyle().FramePadding.y);
    if (!ImGui::ItemAdd(place, field, &place, ImGuiItemFlags_Inputable)) return;
    ImGui::TempInputText(place, field, id, typing.text.data(), int(typing.text.size()),
                         ImGuiInputTextFlags_AutoSelectAll);
}

/// ImGui's slider with an invisible bar; draws only the text.
bool dragged_slider(const char* id, double& value, const SliderRange& range, const char* format) {
    const int flags = range.logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    for (const auto slot : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab,
                            ImGuiCol_SliderGrabActive})
        ImGui::PushStyleColor(slot, IM_COL32(0, 0, 0, 0));
    if (ImGui::GetIO().KeyCtrl) format = range.integer ? "%lld" : "%.6g";  // plain number for text input
    bool changed = false;
    if (range.integer) {
        ImS64 v = ImS64(value), least = ImS64(range.lo), most = ImS64(range.hi);
        changed = ImGui::SliderScalar(id, ImGuiDataType_S64, &v, &least, &most, format, flags);
        if (changed) value = double(v);
    } else {
        changed = ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &range.lo, &range.hi, format, flags);
    }
    ImGui::PopStyleColor(5);
    return changed;
}

}  // namespace

bool slider(const char* id, double& value, const SliderRange& range, const char* format,
            std::optional<std::string>& left) {
    const ImGuiID field = ImGui::GetID(id);
    const auto& context = *ImGui::GetCurrentContext();
    bool changed = false;
    if (ImGui::TempInputIsActive(field)) {
        typed_slider(id, field);
    } else {
        const ImVec2 lo = ImGui::GetCursorScreenPos(),
                     hi{lo.x + ImGui::CalcItemWidth(), lo.y + ImGui::GetFrameHeight()};
        draw_slider_bar(lo, hi, value, range, context.ActiveId == field, context.HoveredId == field);
        changed = dragged_slider(id, value, range, format);
    }
    left.reset();
    if (typing.field == field && !ImGui::TempInputIsActive(field)) left = take_typed();
    return changed;
}

bool slider(Session& s, const std::string& name, double& value, const SliderRange& range, const char* format,
            bool* typed) {
    std::optional<std::string> left;
    const bool changed = slider(("##" + name).c_str(), value, range, format, left);
    see(name);
    if (typed) *typed = left.has_value();
    if (!left) return changed;
    return read_typed(s, value, *left,
                      {std::isnan(range.least) ? range.lo : range.least, std::isnan(range.most) ? range.hi : range.most,
                       range.integer});
}

bool number_field(Session& s, const std::string& name, double& value, const char* format, double least, double most,
                  bool integer) {
    const std::string id = "##" + name;
    const ImGuiID field = ImGui::GetID(id.c_str());
    std::array<char, 64> text{};
    const std::string now = fmt::sprintf(format, value);
    const bool was_typing = typing.field == field;
    if (was_typing) text = typing.text;
    else std::copy_n(now.data(), std::min(now.size(), text.size() - 1), text.begin());
    ImGui::InputText(id.c_str(), text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
    see(name);
    const bool active = ImGui::IsItemActive();
    if (active && !was_typing) typing = {field, now, {}};
    if (active || was_typing) typing.text = text;
    return was_typing && !active && read_typed(s, value, take_typed(), {least, most, integer});
}

}  // namespace nearfield::ui
