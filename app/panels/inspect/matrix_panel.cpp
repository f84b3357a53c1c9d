#include "app/ui/format.hpp"
#include "app/ui/session.hpp"
#include "app/ui/widgets.hpp"

#include <algorithm>

namespace nearfield::ui {
namespace {

ImU32 tint(const ColourClass& kind) {
    return ImGui::ColorConvertFloat4ToU32({kind.colour.r, kind.colour.g, kind.colour.b, 1});
}

/// The square matrix of all pairs on the screen: a row and a column per element.
struct Matrix {
    const PairTable& table;
    ImVec2 at;
    float size;
    std::vector<u32> row_of;  ///< row by element

    Matrix(const PairTable& pairs, ImVec2 place, float side)
        : table(pairs),
          at(place),
          size(side),
          row_of(pairs.order.size()) {
        for (u32 row = 0; row < pairs.order.size(); ++row) row_of[pairs.order[row]] = row;
    }
    float step() const { return size / float(std::max<std::size_t>(1, table.order.size())); }
    ImVec2 place(const PairTable::Entry& e) const {
        return {at.x + float(row_of[e.b]) * step(), at.y + float(row_of[e.a]) * step()};
    }
    /// Returns the nearest entry within a few pixels of a point.
    const PairTable::Entry* nearest(ImVec2 point) const {
        constexpr float reach = 6;
        const PairTable::Entry* found = nullptr;
        float least = reach * reach;
        for (const auto& e : table.entries) {
            const ImVec2 p = place(e);
            const float x = std::max({p.x - point.x, 0.f, point.x - p.x - step()}),
                        y = std::max({p.y - point.y, 0.f, point.y - p.y - step()});
            if (x * x + y * y < least) least = x * x + y * y, found = &e;
        }
        return found;
    }
    void draw(ImDrawList& out, std::optional<u32> picked) const {
        out.AddRectFilled(at, {at.x + size, at.y + size}, colour::panel);
        const float wide = std::max(step(), 2.f);
        if (picked && *picked < row_of.size()) {
            const float by = (float(row_of[*picked]) + 0.5f) * step();
            out.AddLine({at.x, at.y + by}, {at.x + size, at.y + by}, see_through(colour::marked, 0.35f));
            out.AddLine({at.x + by, at.y}, {at.x + by, at.y + size}, see_through(colour::marked, 0.35f));
        }
        for (const auto& e : table.entries) {
            const ImVec2 p = place(e);
            out.AddRectFilled(p, {p.x + wide, p.y + wide}, tint(table.kinds[e.kind]));
        }
        out.AddRect(at, {at.x + size, at.y + size}, colour::line);
    }
};

std::string sentence(const PairTable& table, const PairTable::Entry& e) {
    return table.names[e.a] + " " + table.kinds[e.kind].label + " " + table.names[e.b];
}

/// Selects both elements of a pair, `e.a` last, and brings them into view.
void look_at_both(Session& s, const PairTable& table, const PairTable::Entry& e) {
    s.simulation.send(command::Select{e.b});
    s.simulation.send(command::Select{e.a});
    const Extent both = table.extents[e.a].joined(table.extents[e.b]);
    s.view.show(both.lo, both.hi);
}

/// Draws the kinds that occur and their counts. Counts each pair once.
void kinds_row(const PairTable& table) {
    ImGui::PushFont(font(Font::small));
    std::vector<std::size_t> counts(table.kinds.size());
    for (const auto& e : table.entries) counts[e.kind] += e.a < e.b;
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, em = ImGui::GetFontSize();
    bool first = true;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        if (!counts[k]) continue;
        const std::string words = table.kinds[k].label + " " + grouped(double(counts[k]));
        if (!first && ImGui::GetItemRectMax().x + ImGui::CalcTextSize(words.c_str()).x + em * 1.6f < right)
            ImGui::SameLine(0, em * 0.6f);
        first = false;
        swatch(tint(table.kinds[k]));
        text(colour::dim, words);
    }
    ImGui::PopFont();
}

class MatrixPanel : public Panel {
  public:
    MatrixPanel() : Panel("relations", Place::right, "RELATIONS") {}
    bool offered(const Session& s) const override { return s.status->pairs != nullptr; }
    void draw(Session& s, const Rect&) override;
};

void MatrixPanel::draw(Session& s, const Rect&) {
    const auto pairs = s.status->pairs;
    const float side = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    surface("matrix", {side, side});
    const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
    const Matrix matrix(*pairs, at, side);
    matrix.draw(*ImGui::GetWindowDrawList(), s.status->selected);
    if (const auto* entry = hovered ? matrix.nearest(ImGui::GetIO().MousePos) : nullptr) {
        const ImVec2 p = matrix.place(*entry);
        ImGui::GetWindowDrawList()->AddCircle({p.x + matrix.step() / 2, p.y + matrix.step() / 2}, 6, colour::text, 16,
                                              1.5f);
        ImGui::BeginTooltip();
        ImGui::TextUnformatted(sentence(*pairs, *entry).c_str());
        text(colour::faint, "click to see both");
        ImGui::EndTooltip();
        if (clicked) look_at_both(s, *pairs, *entry);
    }
    for (std::size_t k = 0; k < std::min<std::size_t>(pairs->entries.size(), 8); ++k) {
        const ImVec2 p = matrix.place(pairs->entries[k]);
        see("matrix/" + std::to_string(k), p, {p.x + std::max(matrix.step(), 2.f), p.y + std::max(matrix.step(), 2.f)});
    }
    kinds_row(*pairs);
}

}  // namespace

Panels matrix_panels() { return panels_of<MatrixPanel>(); }

}  // namespace nearfield::ui
