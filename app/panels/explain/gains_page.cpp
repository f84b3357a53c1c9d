// The drawer's page "Does it pay?".
#include "app/panels/explain/gains.hpp"
#include "app/panels/explain/grid_page.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

constexpr double longest_span = 10, shortest_span = 0.3, settling = 0.2;  // time span for averages, s
constexpr double most_over_mean = 4;  // maximum of p95 / mean for stages of most steps

/// Returns mean times of the steps since the last change, except those too early to show its effect. Omits stages of
/// few steps, such as measurements.
std::optional<StageMeans> recent_times(const Session& s) {
    const double span = std::min(longest_span, s.history.timing.since_mark() - settling);
    if (span < shortest_span) return {};
    StageMeans means{.stages = {}, .step_ms = s.history.timing.total(span).mean};
    const auto in_every_step = [](const auto& line) { return line.p95 > 0 && line.p95 < most_over_mean * line.mean; };
    for (const auto& line : s.history.timing.summary(span))
        if (line.stage < s.history.timing.stages().size() && in_every_step(line))
            means.stages.push_back({line.name, line.mean});
    return means;
}

struct Mark {
    const char* sign;
    ImU32 tint;
    const char* help;
};

Mark mark_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::pays: return {"✓", colour::good, "It pays here, as measured."};
    case Verdict::even: return {"=", colour::warm, "It makes no clear difference here, as measured."};
    case Verdict::costs: return {"✗", colour::bad, "It does not pay here, as measured."};
    case Verdict::fact: return {"•", colour::dim, "A measurement with nothing to be judged."};
    default: return {"–", colour::faint, "Not judged: there is no measurement to judge by."};
    }
}

/// Breaks lines only between words; ImGui would also break "1.5" after the point.
std::string broken(const std::string& words, float width) {
    std::string lines, line;
    for (std::size_t at = 0; at < words.size();) {
        const auto end = std::min(words.find(' ', at), words.size());
        const std::string word = words.substr(at, end - at), longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && ImGui::CalcTextSize(longer.c_str()).x > width) lines += line + "\n", line = word;
        else line = longer;
        at = end + 1;
    }
    return lines + line;
}

void gain_row(const Gain& gain) {
    const Mark mark = mark_of(gain.verdict);
    ImGui::PushFont(font(Font::bold));
    text(mark.tint, mark.sign);
    tooltip(mark.help);
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.4f);
    text(colour::text, gain.name);
    ImGui::PopFont();
    ImGui::PushFont(font(Font::small));
    text(colour::dim, broken(gain.words, ImGui::GetContentRegionAvail().x));
    ImGui::PopFont();
    see("gain/" + gain.name);
    ImGui::Dummy({0, ImGui::GetFontSize() * 0.2f});
}

/// The page that shows the benefit of each optimisation, in theory and measured.
class GainsPage : public GridPage {
  public:
    GainsPage()
        : GridPage("gains_page", Place::page, "DOES IT PAY?",
                   "What each optimisation brings in this state: theory beside measurement.") {}
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override {
        return in_menu(
            "View", {opens("Does it pay?", shift('d'),
                           "What each optimisation of the search brings in this state, in theory and as measured.")});
    }
};

void GainsPage::draw(Session& s, const Rect&) {
    ImGui::NewLine();
    const auto facts = gain_facts(s);
    if (!facts) return wrapped(colour::dim, "Preparing …");
    const auto all = gains(*facts);
    const float em = ImGui::GetFontSize(), wide = ImGui::GetContentRegionAvail().x;
    const int columns = std::clamp(int(wide / (em * 30)), 1, 3);
    ImGui::BeginChild("gains", {0, 0});
    if (ImGui::BeginTable("gains", columns, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_NoSavedSettings)) {
        const auto rows = (all.size() + std::size_t(columns) - 1) / std::size_t(columns);
        for (std::size_t column = 0; column < std::size_t(columns); ++column) {
            ImGui::TableNextColumn();
            for (std::size_t i = column * rows; i < std::min(all.size(), (column + 1) * rows); ++i) gain_row(all[i]);
        }
        ImGui::EndTable();
    }
    ImGui::EndChild();
}

}  // namespace

Panels gains_panels() { return panels_of<GainsPage>(); }

std::optional<GainFacts> gain_facts(const Session& s) {
    const auto* picture = s.picture;
    if (!picture || picture->world != s.status->world || !has_grid(*s.status->scene)) return {};
    return GainFacts{.status = *s.status,
                     .dimensions = picture->dimensions,
                     .box = {picture->lo, picture->hi, picture->wrapped},
                     .times = recent_times(s)};
}

}  // namespace nearfield::ui
