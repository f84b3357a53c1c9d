#include "app/chart.hpp"

#include "app/chart_axis.hpp"
#include "app/files.hpp"
#include "base/foreign_text.hpp"
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

// Okabe and Ito's palette, without its yellow (too light on white)
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
constexpr const char* dashes[] = {"", "7 4", "2 3", "9 3 2 3"};
constexpr double left = 84, width = 620, legend_gap = 28, legend_line = 22, caption_line = 20;

std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
    std::vector<std::string> lines(1);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && letters(lines.back()) + letters(word) + 1 > columns) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

void text(std::ostream& out, double x, double y, const std::string& content, const std::string& style) {
    out << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, xml_text(content));
}

using Origin = Chart::Origin;

/// A chart with its axes and legend. `top` is the top of its plot area, `names` the series of the whole figure.
class Plot {
  public:
    Plot(std::ostream& out, const Chart& chart, const std::vector<std::string>& names, double top, double height)
        : out_(out),
          chart_(chart),
          names_(names),
          top_(top),
          height_(height),
          values_(x_values(chart, numbers_)),
          x_(x_axis(values_, numbers_)),
          y_(y_axis(chart)) {}

    void draw() {
        if (!chart_.title.empty()) text(out_, left, top_ - 14, chart_.title, "font-size=\"16\" font-weight=\"600\"");
        axes();
        for (const auto& band : chart_.bands) draw_band(band);
        for (const auto& mark : marks()) draw_mark(mark);
        for (std::size_t s = 0; s < chart_.series.size(); ++s) line(s);
        reported_labels();
        if (chart_.series.size() > 1) legend();
    }

  private:
    double px(double v) const { return left + width * x_.share(v); }
    double py(double v) const {
        return top_ + height_ * (1 - std::clamp(y_.share(std::max(v, y_.logarithmic ? y_.lo : v)), 0.0, 1.0));
    }
    Origin origin(std::size_t s) const { return chart_.series[s].origin; }
    std::size_t number(std::size_t s) const {
        return std::size_t(std::find(names_.begin(), names_.end(), chart_.series[s].name) - names_.begin());
    }
    const char* colour(std::size_t s) const {
        return origin(s) == Origin::measured ? colours[number(s) % std::size(colours)] : "#222";
    }
    const char* dash(std::size_t s) const {
        return origin(s) == Origin::theory ? "3 3" : dashes[number(s) / std::size(colours) % std::size(dashes)];
    }
    double stroke(std::size_t s) const { return origin(s) == Origin::theory ? 1.4 : 2.5; }

    static constexpr const char* dashed = "stroke=\"#777\" stroke-dasharray=\"5 4\"";
    struct Place {
        double x, y;
    };
    void segment(Place a, Place b, const std::string& style) {
        out_ << fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", a.x, b.x, a.y, b.y,
                            style);
    }

    void axes() {
        for (double v : y_.ticks()) {
            segment({left, py(v)}, {left + width, py(v)}, "stroke=\"#e4e4e4\"");
            text(out_, left - 10, py(v) + 5, y_.label(v), "text-anchor=\"end\"");
        }
        if (numbers_ && !x_.logarithmic && values_.size() > 12) {
            for (double v : x_.ticks()) x_tick(v, x_.label(v));
        } else {
            std::vector<std::size_t> written;
            for (std::size_t i = 0; i < values_.size(); ++i)
                if (!crowded(i, written)) {
                    x_tick(values_[i], label(i));
                    written.push_back(i);
                }
        }
        out_ << fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\" fill=\"none\" stroke=\"#222\"/>\n", left,
                            top_, top_ + height_, left + width);
        text(out_, left + width / 2, top_ + height_ + 48, chart_.x_label, "text-anchor=\"middle\" font-size=\"15\"");
        const double middle = top_ + height_ / 2;
        text(out_, 26, middle, chart_.y_label,
             fmt::format("text-anchor=\"middle\" font-size=\"15\" transform=\"rotate(-90 26 {:.1f})\"", middle));
    }

    std::string label(std::size_t i) const { return numbers_ ? axis_text(values_[i]) : chart_.x[i]; }

    void x_tick(double v, const std::string& label) {
        segment({px(v), top_ + height_}, {px(v), top_ + height_ + 6}, "stroke=\"#222\"");
        text(out_, px(v), top_ + height_ + 24, label, "text-anchor=\"middle\"");
    }

    /// True if label i would overlap a label already written. Values may be in any order.
    bool crowded(std::size_t i, const std::vector<std::size_t>& written) const {
        for (std::size_t k : written)
            if (std::abs(px(values_[k]) - px(values_[i])) < 4.2 * double(label(k).size() + label(i).size()) + 6)
                return true;
        return false;
    }

    void draw_band(const Chart::Band& band) {
        const double y1 = py(band.hi), y2 = py(band.lo);
        out_ << fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#888\" opacity=\"0.16\"/>\n",
            left, y1, width, std::max(0.0, y2 - y1));
        for (double y : {y1, y2}) segment({left, y}, {left + width, y}, dashed);
    }

    /// The marks within the axis.
    std::vector<Chart::Mark> marks() const {
        auto marks = chart_.marks;
        std::erase_if(marks,
                      [&](const auto& mark) { return !numbers_ || x_.share(mark.x) < 0 || x_.share(mark.x) > 1; });
        return marks;
    }

    void draw_mark(const Chart::Mark& mark) { segment({px(mark.x), top_}, {px(mark.x), top_ + height_}, dashed); }

    /// Writes the labels of bands and marks over the lines, with a light rim.
    void reported_labels() {
        const std::string style = "text-anchor=\"end\" font-size=\"13\" fill=\"#444\" paint-order=\"stroke\" "
                                  "stroke=\"#fff\" stroke-width=\"4\"";
        for (const auto& band : chart_.bands) text(out_, left + width - 4, py(band.hi) - 5, band.label, style);
        for (const auto& mark : marks())
            text(out_, 0, 0, mark.label,
                 fmt::format("{} transform=\"translate({:.1f} {:.1f}) rotate(-90)\"", style, px(mark.x) - 6, top_ + 4));
    }

    void line(std::size_t s) {
        std::vector<std::pair<double, Chart::Point>> points;
        for (std::size_t i = 0; i < std::min(values_.size(), chart_.series[s].points.size()); ++i)
            if (std::isfinite(chart_.series[s].points[i].value))
                points.push_back({values_[i], chart_.series[s].points[i]});
        std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        if (numbers_ && origin(s) != Origin::reported) draw_line(s, points);
        const double aside =
            numbers_ ? 0 : (double(s) - (double(chart_.series.size()) - 1) / 2) * 11;  // series side by side
        for (const auto& [v, p] : points) marker(s, px(v) + aside, p);
    }

    void draw_line(std::size_t s, const std::vector<std::pair<double, Chart::Point>>& points) {
        std::string path, upper, lower;
        for (const auto& [v, p] : points) {
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(v), py(p.value));
            upper += fmt::format("{}{:.1f} {:.1f}", upper.empty() ? "M" : "L", px(v), py(p.high));
            lower = fmt::format("L{:.1f} {:.1f}", px(v), py(p.low)) + lower;
        }
        if (points.size() > 1)
            out_ << fmt::format("<path d=\"{}{}Z\" fill=\"{}\" opacity=\"0.13\"/>\n", upper, lower, colour(s));
        out_ << fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
                            "stroke-dasharray=\"{}\"/>\n",
                            path, colour(s), stroke(s), dash(s));
    }

    void marker(std::size_t s, double x, const Chart::Point& p) {
        if (!numbers_ && p.high > p.low)
            segment({x, py(p.low)}, {x, py(p.high)},
                    fmt::format("stroke=\"{}\" stroke-width=\"5\" opacity=\"0.3\"", colour(s)));
        shape(s, x, py(p.value),
              fmt::format("{}: {:.4g} ({:.4g} to {:.4g})", chart_.series[s].name, p.value, p.low, p.high));
    }

    /// Draws a dot for a measured value, a hollow diamond or square for a reported one.
    void shape(std::size_t s, double x, double y, const std::string& tip) {
        const std::string title = tip.empty() ? "" : "<title>" + xml_text(tip) + "</title>";
        if (origin(s) == Origin::reported)
            out_ << fmt::format("<path d=\"{}\" transform=\"translate({:.1f} {:.1f})\" fill=\"none\" stroke=\"#222\" "
                                "stroke-width=\"1.6\">{}</path>\n",
                                reported_before(s) % 2 ? "M-5 -5H5V5H-5Z" : "M0 -7L7 0L0 7L-7 0Z", x, y, title);
        else if (origin(s) == Origin::measured)
            out_ << fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" stroke=\"#fff\">{}</circle>\n",
                                x, y, colour(s), title);
    }

    std::size_t reported_before(std::size_t s) const {
        return std::size_t(std::count_if(chart_.series.begin(), chart_.series.begin() + std::ptrdiff_t(s),
                                         [](const auto& series) { return series.origin == Origin::reported; }));
    }

    void legend() {
        for (std::size_t s = 0; s < chart_.series.size(); ++s) {
            const double x = left + width + legend_gap, y = top_ + 12 + legend_line * double(s);
            if (origin(s) != Origin::reported)
                segment({x, y}, {x + 24, y},
                        fmt::format("stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\"", colour(s), stroke(s),
                                    dash(s)));
            shape(s, x + 12, y, "");
            text(out_, x + 32, y + 5, chart_.series[s].name, "");
        }
    }

    std::ostream& out_;
    const Chart& chart_;
    const std::vector<std::string>& names_;
    double top_, height_;
    bool numbers_ = false;
    std::vector<double> values_;
    Axis x_, y_;
};

double legend_width(const Figure& figure) {
    std::size_t longest = 0;
    for (const auto& chart : figure.charts)
        if (chart.series.size() > 1)
            for (const auto& series : chart.series) longest = std::max(longest, letters(series.name));
    return longest ? legend_gap + 40 + 7.6 * double(longest) : 20;
}

/// Returns every series name once, in order of appearance.
std::vector<std::string> series_names(const Figure& figure) {
    std::vector<std::string> names;
    for (const auto& chart : figure.charts)
        for (const auto& series : chart.series)
            if (std::find(names.begin(), names.end(), series.name) == names.end()) names.push_back(series.name);
    return names;
}

/// Positions of a figure's parts from top to bottom.
struct Layout {
    double total, height, bottom;
    std::vector<double> tops;
    std::vector<std::string> caption;
    double caption_top;

    explicit Layout(const Figure& figure)
        : total(std::max({left + width + legend_width(figure) + 16, left + 7.6 * double(letters(figure.subtitle)) + 16,
                          left + 11.5 * double(letters(figure.title)) + 16})),
          height(figure.charts.size() == 1 ? 360 : 260) {
        double y = 88;
        for (const auto& chart : figure.charts) {
            if (!chart.title.empty()) y += tops.empty() ? 22 : 36;
            tops.push_back(y);
            y += std::max(height + 66, legend_line * double(chart.series.size() + 1));
        }
        for (const auto& paragraph : figure.captions)
            for (const auto& line : wrapped(paragraph, std::size_t((total - left - 16) / 7.6))) caption.push_back(line);
        caption_top = y + 26;
        bottom = y + 16 + caption_line * double(caption.size());
    }
};

}  // namespace

void Chart::point(const std::string& series_name, std::size_t x_index, const Point& point, Origin origin) {
    auto found = std::find_if(series.begin(), series.end(), [&](const auto& s) { return s.name == series_name; });
    if (found == series.end())
        found = series.insert(found, {series_name, std::vector<Point>(x.size(), {NAN, NAN, NAN, 0, 0}), origin});
    auto& kept = found->points.at(x_index) = point;
    for (double* end : {&kept.low, &kept.high})
        if (std::isfinite(kept.value) && !std::isfinite(*end)) *end = kept.value;
}

void write_svg(std::ostream& out, const Figure& figure) {
    const Layout layout(figure);
    const auto names = series_names(figure);
    out << fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"Inter, Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"14\" fill=\"#222\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        layout.total, layout.bottom);
    text(out, left, 34, figure.title, "font-size=\"20\" font-weight=\"600\"");
    text(out, left, 58, figure.subtitle, "fill=\"#666\"");
    for (std::size_t c = 0; c < figure.charts.size(); ++c)
        Plot(out, figure.charts[c], names, layout.tops[c], layout.height).draw();
    for (std::size_t l = 0; l < layout.caption.size(); ++l)
        text(out, left, layout.caption_top + caption_line * double(l), layout.caption[l], "fill=\"#333\"");
    out << "</svg>\n";
}

namespace {

std::string number_cell(double value) { return std::isnan(value) ? "" : fmt::format("{:.9g}", value); }

}  // namespace

void write_csv(std::ostream& out, const Figure& figure) {
    out << "measure,series,x,value,low,high,measured,of,censored\n";
    for (const auto& chart : figure.charts)
        for (const auto& series : chart.series)
            for (std::size_t i = 0; i < series.points.size(); ++i)
                if (const auto& p = series.points[i]; p.of > 0)
                    out << fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_cell(chart.y_label), csv_cell(series.name),
                                       csv_cell(chart.x[i]), number_cell(p.value), number_cell(p.low),
                                       number_cell(p.high), p.measured, p.of, p.censored);
}

}  // namespace nearfield
