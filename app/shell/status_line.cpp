#include "app/panels/search/watch_badge.hpp"
#include "app/ui/format.hpp"
#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

struct Writer {
    ImDrawList& out;
    float x, y, lo, hi;

    /// Draws a dim label and a bright value with a common tooltip.
    void item(const char* id, const char* word, const std::string& value, float value_em, const std::string& tip,
              ImU32 tint = colour::text) {
        const float em = ImGui::GetFontSize(), word_width = ImGui::CalcTextSize(word).x;
        const float width = word_width + (word_width > 0 ? em * 0.4f : 0) +
                            std::max(value_em * em, ImGui::CalcTextSize(value.c_str()).x);
        out.AddText({x, y}, colour::dim, word);
        out.AddText({x + width - (word_width > 0 ? ImGui::CalcTextSize(value.c_str()).x : width), y}, tint,
                    value.c_str());
        ImGui::SetCursorScreenPos({x, lo});
        ImGui::InvisibleButton(id, {width, hi - lo});
        tooltip(tip);
        x += width + em * 0.8f;
        out.AddLine({x, lo + em * 0.4f}, {x, hi - em * 0.4f}, colour::line);
        x += em * 0.8f;
    }
};

std::string transfer_help(const Session& s) {
    if (s.status->backend == Backend::cpu)
        return "The simulation runs on the CPU; its pictures are copied from main memory to the graphics card.";
    if (s.renderer.transfer() == Transfer::interop) return "Pictures go from CUDA to OpenGL inside the graphics card.";
    return "Pictures go through main memory, because " + s.renderer.why_host_copy();
}

void glowing_mark(Writer& w, const char* id, const std::string& text, const std::string& help) {
    const float em = ImGui::GetFontSize(), glow = 0.6f + 0.4f * std::sin(float(ImGui::GetTime()) * 4);
    w.out.AddCircleFilled({w.x + em * 0.35f, (w.lo + w.hi) / 2}, em * 0.32f, rgb(0xff5a4f, glow), 16);
    w.x += em * 1.0f;
    w.item(id, "", text, 0, help, colour::bad);
    see(id);
}

void recording_marks(Session& s, Writer& w) {
    if (!s.status->recording.empty())
        glowing_mark(w, "recording", "REC", "Recording to " + s.status->recording + ". Ctrl+R ends it.");
    for (const auto& panel : s.desk.panels())
        if (const std::string mark = panel->under_way(); !mark.empty())
            glowing_mark(w, "experiment", "EXPERIMENT " + mark, "An experiment runs beside this. F7 shows it.");
    if (s.window.filmed)
        glowing_mark(w, "video", fmt::format("VIDEO {:.0f} s", *s.window.filmed),
                     "A video is taken. Ctrl+F12 ends it.");
}

class StatusLine : public Panel {
  public:
    StatusLine() : Panel("status", Place::status) {}
    void draw(Session& s, const Rect& place) override;

  private:
    void last_message(Session& s, Writer& w, float right);

    double at_ease_ = 0;  ///< last time when Status::doing was empty
};

/// Shows the simulation's activity once it lasts longer than a second, otherwise the last message.
void StatusLine::last_message(Session& s, Writer& w, float right) {
    const double now = ImGui::GetTime();
    if (s.status->doing.empty()) at_ease_ = now;
    const bool busy = now - at_ease_ > 1;
    const std::string& text = busy ? s.status->doing : s.messages.last;
    if (text.empty() || (!busy && now > s.messages.until) || w.x > right - 40) return;
    ImGui::SetCursorScreenPos({w.x, w.lo});
    ImGui::InvisibleButton("message", {right - w.x, w.hi - w.lo});
    tooltip(text);
    clipped_text(w.out, {w.x, w.y}, right - w.x, busy ? colour::text : colour::dim, text);
}

void StatusLine::draw(Session& s, const Rect& place) {
    const float em = ImGui::GetFontSize();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour::bar);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    begin_panel("##status", place.lo, place.size(),
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    ImGui::PushFont(font(Font::small));
    auto& out = *ImGui::GetWindowDrawList();
    out.AddLine(place.lo, {place.hi.x, place.lo.y}, colour::line);
    const auto& status = *s.status;
    Writer w{out, place.lo.x + em * 0.9f, std::round((place.lo.y + place.hi.y - ImGui::GetFontSize()) / 2), place.lo.y,
             place.hi.y};
    recording_marks(s, w);
    w.item("step", "step", grouped(double(status.step)), 3.6f, "Steps since the last setup or reset.");
    w.item("steps/s", "steps/s", number(std::round(status.steps_per_second * 10) / 10), 3.2f,
           "Simulation steps per second.");
    w.item("frames/s", "frames/s", fmt::format("{:.0f}", s.window.frames_per_second), 1.4f,
           "Pictures of this window per second.");
    if (std::isfinite(status.time))
        w.item("time", "time", fmt::format("{:.1f} s", status.time), 3.2f,
               "The scene's clock since the last setup or reset.");
    if (status.has_clock())
        w.item("pace", "pace", fmt::format("{} ×", number(std::round(status.clock_rate * 100) / 100)), 3.2f,
               fmt::format("Seconds of the scene per second, over the last half second; {} is asked for.",
                           status.pace == 0 ? "as fast as possible" : number(status.pace) + " ×"));
    see("status_pace");
    const auto& elements = status.scene->elements;
    w.item("actors", elements.c_str(), grouped(status.present), 3.0f,
           "Number of " + elements +
               (status.present == status.actors ? std::string(".")
                                                : " at present; there is room for " + grouped(status.actors) + "."));
    if (const auto watched = watch_words(status)) {
        w.item("watched", "", watched->mark, 0, watched->line + " " + watched->help,
               watched->good ? colour::good : colour::bad);
        see("status_watched");
    }
    w.item("device", "", status.device, 0, "Where the simulation runs: " + status.device);
    const bool interop = status.backend == Backend::cuda && s.renderer.transfer() == Transfer::interop;
    w.item("transfer", "", interop ? "interop" : "host copy", 0, transfer_help(s),
           interop ? colour::good : colour::dim);
    see("transfer");
    last_message(s, w, place.hi.x - em);
    ImGui::PopFont();
    ImGui::End();
}

}  // namespace

Panels status_panels() { return panels_of<StatusLine>(); }

}  // namespace nearfield::ui
