#include "app/chart_pen.hpp"
#include "base/foreign_text.hpp"

#include <fmt/format.h>

namespace nearfield {
namespace {

class SvgPen : public ChartPen {
  public:
    SvgPen(std::ostream& out, const ChartSheet& sheet, bool mm) : out_(out) {
        const auto length = [&](double units) {
            return mm ? fmt::format("{:.6g}mm", units * sheet.mm_per_unit) : fmt::format("{:.0f}", units);
        };
        out_ << fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.6g} {:.6g}\" width=\"{}\" "
                            "height=\"{}\" font-family=\"Inter, Helvetica, Arial, 'DejaVu Sans', sans-serif\" "
                            "font-size=\"14\" fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                            sheet.width, sheet.height, length(sheet.width), length(sheet.height));
    }
    ~SvgPen() override { out_ << "</svg>\n"; }

    void line(const std::vector<Position>& places, const Stroke& stroke) override {
        const std::string style = fmt::format("stroke=\"{}\" stroke-width=\"{:.3g}\"{}{}", stroke.colour, stroke.width,
                                              dashes(stroke.dashes), opacity(stroke.opacity));
        if (places.size() == 2)
            out_ << fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", places[0].x,
                                places[1].x, places[0].y, places[1].y, style);
        else if (!places.empty())
            out_ << fmt::format("<path d=\"{}\" fill=\"none\" {} stroke-linejoin=\"round\"/>\n", path(places), style);
    }
    void shape(const std::vector<Position>& corners, const Face& face, const std::string& tip) override {
        out_ << fmt::format("<path d=\"{}Z\" {}", path(corners), style_of(face)) << ended("path", tip);
    }
    void circle(Position centre, double radius, const Face& face, const std::string& tip) override {
        out_ << fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.3g}\" {}", centre.x, centre.y, radius,
                            style_of(face))
             << ended("circle", tip);
    }
    void text(Position at, const std::string& content, const Lettering& l) override {
        std::string style;
        if (l.size != 14) style += fmt::format(" font-size=\"{:.3g}\"", l.size);
        if (l.bold) style += " font-weight=\"600\"";
        if (l.anchor != Anchor::start)
            style += fmt::format(" text-anchor=\"{}\"", l.anchor == Anchor::end ? "end" : "middle");
        if (l.colour != "#222") style += fmt::format(" fill=\"{}\"", l.colour);
        if (l.rim) style += " paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"4\"";
        if (l.upwards) style += fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", at.x, at.y);
        out_ << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", at.x, at.y, style, xml_text(content));
    }

  private:
    static std::string path(const std::vector<Position>& places) {
        std::string text;
        for (const auto& p : places) text += fmt::format("{}{:.1f} {:.1f}", text.empty() ? "M" : "L", p.x, p.y);
        return text;
    }
    static std::string dashes(const std::vector<double>& lengths) {
        std::string text;
        for (const double length : lengths) text += fmt::format("{}{:.3g}", text.empty() ? "" : " ", length);
        return text.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", text);
    }
    static std::string opacity(double share) { return share < 1 ? fmt::format(" opacity=\"{:.3g}\"", share) : ""; }
    static std::string style_of(const Face& face) {
        std::string style = fmt::format("fill=\"{}\"", face.fill.empty() ? "none" : face.fill);
        if (!face.outline.empty())
            style += fmt::format(" stroke=\"{}\" stroke-width=\"{:.3g}\"", face.outline, face.width);
        return style + opacity(face.opacity);
    }
    static std::string ended(const char* element, const std::string& tip) {
        return tip.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", xml_text(tip), element);
    }

    std::ostream& out_;
};

}  // namespace

std::unique_ptr<ChartPen> svg_pen(std::ostream& out, const ChartSheet& sheet, bool mm) {
    return std::make_unique<SvgPen>(out, sheet, mm);
}

}  // namespace nearfield
