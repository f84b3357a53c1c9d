#include "app/draw/printed_legend.hpp"

#include "app/draw/glyphs.hpp"
#include "app/draw/renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nearfield {
namespace {

/// Draws into rows of RGB bytes.
class Print {
  public:
    Print(std::vector<unsigned char>& rgb, int width, int height) : rgb_(rgb), width_(width), height_(height) {}

    void blend(glm::ivec2 at, glm::vec3 colour, float share) {
        if (at.x < 0 || at.y < 0 || at.x >= width_ || at.y >= height_) return;
        unsigned char* const pixel = &rgb_[3 * (std::size_t(at.y) * std::size_t(width_) + std::size_t(at.x))];
        for (int c = 0; c < 3; ++c)
            pixel[c] = static_cast<unsigned char>(std::lround(glm::mix(float(pixel[c]), 255 * colour[c], share)));
    }
    void rectangle(glm::ivec2 lo, glm::ivec2 hi, glm::vec3 colour, float share) {
        for (int y = lo.y; y < hi.y; ++y)
            for (int x = lo.x; x < hi.x; ++x) blend({x, y}, colour, share);
    }
    /// `pen`: start of the baseline.
    void text(const Glyphs& glyphs, const std::string& words, glm::vec2 pen, glm::vec3 colour) {
        for (const auto& quad : glyphs.place(words, pen)) {
            const glm::ivec2 lo(quad.lo), size(quad.hi - quad.lo), texel(quad.texel);
            for (int y = 0; y < size.y; ++y)
                for (int x = 0; x < size.x; ++x) {
                    const auto at = std::size_t(texel.y + y) * std::size_t(glyphs.side()) + std::size_t(texel.x + x);
                    blend(lo + glm::ivec2(x, y), colour, float(glyphs.bitmap()[at]) / 255);
                }
        }
    }

  private:
    std::vector<unsigned char>& rgb_;
    int width_, height_;
};

struct Name {
    std::string text;
    float x;  ///< left end
};

/// Returns labels of the bar's ends, or as many value names below their colours as fit.
std::vector<Name> below_bar(const PrintedLegend& legend, const Glyphs& glyphs, float left, float right) {
    std::vector<Name> all;
    if (legend.names.empty()) {
        const std::string hi = fmt::format("{:.4g}", legend.hi);
        return {{fmt::format("{:.4g}", legend.lo), left}, {hi, right - glyphs.width(hi)}};
    }
    float free_from = left;
    for (std::size_t i = 0; i < legend.names.size(); ++i) {
        const float share = (float(i) - legend.lo) / std::max(legend.hi - legend.lo, 1e-6f),
                    width = glyphs.width(legend.names[i]);
        const float x = std::clamp(left + share * (right - left) - width / 2, left, std::max(left, right - width));
        if (share < 0 || share > 1 || x < free_from) continue;
        all.push_back({legend.names[i], x});
        free_from = x + width + glyphs.height() * 0.4f;
    }
    return all;
}

}  // namespace

bool shows_values(const Picture& picture) {
    const auto has_value = [](const auto& layer) { return layer.value.there(); };
    return std::any_of(picture.points.begin(), picture.points.end(),
                       [](const PointLayer& l) { return l.value.there() && l.drawing != Drawing::water; }) ||
           std::any_of(picture.lines.begin(), picture.lines.end(), has_value) ||
           std::any_of(picture.triangles.begin(), picture.triangles.end(), has_value) ||
           std::any_of(picture.cells.begin(), picture.cells.end(), has_value);
}

PrintedLegend legend_of(const Picture& picture, const SceneInfo& scene, std::vector<std::string> names, bool timed,
                        const ViewStyle& style) {
    PrintedLegend legend{.title = "",
                         .moment = fmt::format("step {}", picture.step),
                         .names = std::move(names),
                         .lo = style.lo,
                         .hi = style.hi,
                         .map = style.map,
                         .light = style.light};
    if (timed) legend.moment += fmt::format(", {:.4g} s", picture.clock);
    if (const auto at = std::size_t(picture.attribute); at < scene.attributes.size() && shows_values(picture)) {
        const Quantity& shown = scene.attributes[at];
        legend.title = shown.unit.empty() ? shown.title : fmt::format("{} [{}]", shown.title, shown.unit);
    }
    if (!picture.shown.all() && !legend.title.empty()) legend.title += ", " + words(picture.shown, legend.names.size());
    return legend;
}

void print_legend(std::vector<unsigned char>& rgb, int width, int height, const PrintedLegend& legend) {
    constexpr float letters_across = 18, least_share = 0.5f, smallest = 8;
    const float em =
        std::round(std::max(std::min(float(height) / 50, float(width) * least_share / letters_across), smallest));
    const auto glyphs = Glyphs::load(em);
    if (!glyphs || float(width) * least_share < letters_across * em || float(height) < 10 * em) return;
    const glm::vec3 ink = legend.light ? glm::vec3(0.10f, 0.13f, 0.18f) : glm::vec3(0.88f, 0.91f, 0.96f);
    const bool bar = !legend.title.empty();
    const float wide =
        std::max(letters_across * em, glyphs->width(legend.title) + glyphs->width(legend.moment) + 2 * em);
    const glm::ivec2 size(int(wide), int(em * (bar ? 3.6f : 1.7f)));
    const glm::ivec2 lo(int(em), height - int(em) - size.y);
    Print print(rgb, width, height);
    print.rectangle(lo, lo + size, glm::vec3(legend.light), 0.7f);
    const float left = float(lo.x) + 0.6f * em, right = float(lo.x + size.x) - 0.6f * em,
                line = float(lo.y) + 1.2f * em;
    print.text(*glyphs, legend.title, {left, line}, ink);
    print.text(*glyphs, legend.moment, {right - glyphs->width(legend.moment), line}, ink);
    if (!bar) return;
    const auto map = colours_of_values(legend.map, legend.light, {legend.lo, legend.hi}, legend.names.size());
    const int top = int(line + 0.5f * em), bottom = top + int(0.6f * em);
    for (int x = int(left); x < int(right); ++x) {
        const auto share = (float(x) + 0.5f - std::floor(left)) / (std::floor(right) - std::floor(left));
        print.rectangle({x, top}, {x + 1, bottom}, map[std::size_t(std::clamp(share * 255, 0.f, 255.f))], 1);
    }
    for (const auto& name : below_bar(legend, *glyphs, left, right))
        print.text(*glyphs, name.text, {name.x, float(bottom) + em}, ink);
}

}  // namespace nearfield
