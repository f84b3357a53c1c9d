#include "app/cli/chart.hpp"

#include "app/cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>

namespace nearfield {
namespace {

// Okabe and Ito's palette, without its yellow (too light on white)
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
constexpr const char* dashes[] = {"", "7 4", "2 3", "9 3 2 3"};
constexpr double left = 84, top = 84, width = 620, height = 360, legend_gap = 28;

std::string escaped(const std::string& text) {
    std::string safe;
    for (char c : text) safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    return safe;
}

/// Maps values to pixels along one axis and chooses round ticks.
struct Axis {
    double lo = 0, hi = 1;
    bool logarithmic = false;

    double share(double v) const { return logarithmic ? std::log(v / lo) / std::log(hi / lo) : (v - lo) / (hi - lo); }

    std::vector<double> ticks() const {
        std::vector<double> marks;
        if (logarithmic) {
            const bool few = std::log10(hi / lo) > 4;
            for (double decade = std::pow(10, std::floor(std::log10(lo))); decade <= hi; decade *= 10)
                for (double m : {1.0, 2.0, 5.0})
                    if (decade * m >= lo * 0.999 && decade * m <= hi * 1.001 && (!few || m == 1.0)) marks.push_back(decade * m);
            return marks;
        }
        const double rough = (hi - lo) / 5, decade = std::pow(10, std::floor(std::log10(rough)));
        const double step = decade * (rough / decade < 1.5 ? 1 : rough / decade < 3.5 ? 2 : rough / decade < 7.5 ? 5 : 10);
        for (double v = std::ceil(lo / step) * step; v <= hi + step * 1e-6; v += step) marks.push_back(std::abs(v) < step * 1e-6 ? 0 : v);
        return marks;
    }
};

/// Positions of the x values: their own if they are numbers, else 0, 1, 2, ...
std::vector<double> x_values(const Chart& chart, bool& numbers) {
    std::vector<double> values(chart.x.size());
    numbers = chart.x.size() > 1;
    for (std::size_t i = 0; i < values.size(); ++i) numbers = read_number(chart.x[i], values[i]) && std::isfinite(values[i]) && numbers;
    if (!numbers)
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = double(i);
    return values;
}

Axis x_axis(const std::vector<double>& values, bool numbers) {
    if (!numbers) return {-0.5, std::max(0.5, double(values.size()) - 0.5), false};
    const auto [lo, hi] = std::minmax_element(values.begin(), values.end());
    if (*lo == *hi) return {*lo - 0.5, *hi + 0.5, false};
    const bool logarithmic = *lo > 0 && *hi / *lo >= 20;
    const double margin = logarithmic ? std::pow(*hi / *lo, 0.03) : 0.03 * (*hi - *lo);
    return logarithmic ? Axis{*lo / margin, *hi * margin, true} : Axis{*lo - margin, *hi + margin, false};
}

/// From zero, so that lengths can be compared; logarithmic if the series lie far apart. A range that reaches far above
/// every value (a step that something else disturbed) is cut, lest it squeeze the lines.
Axis y_axis(const Chart& chart) {
    double least = INFINITY, most = 0, high = 0;
    for (const auto& series : chart.series)
        for (const auto& p : series.points)
            if (std::isfinite(p.value)) least = std::min(least, p.value), most = std::max(most, p.value), high = std::max(high, p.high);
    if (most <= 0) return {0, 1, false};
    most = std::min(std::max(most, high), 1.6 * most);
    if (least > 0 && most / least >= 50) return {least / 1.3, most * 1.3, true};
    return {0, most * 1.06, false};
}

class Drawing {
  public:
    Drawing(std::ostream& out, const Chart& chart)
        : out_(out),
          chart_(chart),
          values_(x_values(chart, numbers_)),
          x_(x_axis(values_, numbers_)),
          y_(y_axis(chart)) {}

    void draw() {
        head();
        axes();
        for (std::size_t s = 0; s < chart_.series.size(); ++s) line(s);
        if (chart_.series.size() > 1) legend();
        fmt::print(out_, "</svg>\n");
    }

  private:
    double px(double v) const { return left + width * x_.share(v); }
    double py(double v) const { return top + height * (1 - std::clamp(y_.share(std::max(v, y_.logarithmic ? y_.lo : v)), 0.0, 1.0)); }
    static const char* colour(std::size_t s) { return colours[s % std::size(colours)]; }
    static const char* dash(std::size_t s) { return dashes[s / std::size(colours) % std::size(dashes)]; }

    void text(double x, double y, const std::string& content, const std::string& style) {
        fmt::print(out_, "<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, escaped(content));
    }

    void head() {
        std::size_t longest = 0;
        for (const auto& series : chart_.series) longest = std::max(longest, series.name.size());
        const double legend_width = chart_.series.size() > 1 ? legend_gap + 40 + 7.2 * double(longest) : 20;
        const double total = left + width + legend_width + 16;
        const double bottom = std::max(top + height + 74, top + 22.0 * double(chart_.series.size()) + 40);
        fmt::print(out_,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                   "font-family=\"Inter, Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"14\" fill=\"#222\">\n"
                   "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                   total, bottom);
        text(left, 34, chart_.title, "font-size=\"20\" font-weight=\"600\"");
        text(left, 58, chart_.subtitle, "fill=\"#666\"");
    }

    void axes() {
        for (double v : y_.ticks()) {
            fmt::print(out_, "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#e4e4e4\"/>\n", left, left + width,
                       py(v));
            text(left - 10, py(v) + 5, fmt::format("{:.4g}", v), "text-anchor=\"end\"");
        }
        if (numbers_ && x_.logarithmic == false && values_.size() > 12) {
            for (double v : x_.ticks()) x_tick(v, fmt::format("{:.4g}", v));
        } else {
            for (std::size_t i = 0; i < values_.size(); ++i)
                if (!crowded(i)) x_tick(values_[i], chart_.x[i]);
        }
        fmt::print(out_, "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\" fill=\"none\" stroke=\"#222\"/>\n", left, top, top + height,
                   left + width);
        text(left + width / 2, top + height + 56, chart_.x_label, "text-anchor=\"middle\" font-size=\"16\"");
        const double middle = top + height / 2;
        text(26, middle, chart_.y_label, fmt::format("text-anchor=\"middle\" font-size=\"16\" transform=\"rotate(-90 26 {:.1f})\"", middle));
    }

    void x_tick(double v, const std::string& label) {
        fmt::print(out_, "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#222\"/>\n", px(v), top + height,
                   top + height + 6);
        text(px(v), top + height + 24, label, "text-anchor=\"middle\"");
    }

    /// A label that would run into one already written. (Values may come in any order.)
    bool crowded(std::size_t i) const {
        for (std::size_t k = 0; k < i; ++k)
            if (std::abs(px(values_[k]) - px(values_[i])) < 4.2 * double(chart_.x[k].size() + chart_.x[i].size()) + 6) return true;
        return false;
    }

    void line(std::size_t s) {
        std::vector<std::pair<double, Chart::Point>> points;
        for (std::size_t i = 0; i < std::min(values_.size(), chart_.series[s].points.size()); ++i)
            if (std::isfinite(chart_.series[s].points[i].value)) points.push_back({values_[i], chart_.series[s].points[i]});
        std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::string path, upper, lower;
        for (const auto& [v, p] : points) {
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px(v), py(p.value));
            upper += fmt::format("{}{:.1f} {:.1f}", upper.empty() ? "M" : "L", px(v), py(p.high));
            lower = fmt::format("L{:.1f} {:.1f}", px(v), py(p.low)) + lower;
        }
        if (points.size() > 1 && numbers_) fmt::print(out_, "<path d=\"{}{}Z\" fill=\"{}\" opacity=\"0.13\"/>\n", upper, lower, colour(s));
        if (numbers_)
            fmt::print(out_,
                       "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" stroke-linejoin=\"round\" stroke-dasharray=\"{}\"/>\n",
                       path, colour(s), dash(s));
        const double aside = numbers_ ? 0 : (double(s) - (double(chart_.series.size()) - 1) / 2) * 11;  // else they would hide each other
        for (const auto& [v, p] : points) marker(s, px(v) + aside, p);
    }

    void marker(std::size_t s, double x, const Chart::Point& p) {
        if (!numbers_)
            fmt::print(
                out_, "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" stroke-width=\"5\" opacity=\"0.3\"/>\n",
                x, py(p.low), py(p.high), colour(s));
        fmt::print(out_,
                   "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" stroke=\"#fff\"><title>{}: {:.4g} ms ({:.4g} to "
                   "{:.4g})</title></circle>\n",
                   x, py(p.value), colour(s), escaped(chart_.series[s].name), p.value, p.low, p.high);
    }

    void legend() {
        for (std::size_t s = 0; s < chart_.series.size(); ++s) {
            const double x = left + width + legend_gap, y = top + 12 + 22.0 * double(s);
            fmt::print(out_,
                       "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" stroke-width=\"2.5\" "
                       "stroke-dasharray=\"{4}\"/>\n",
                       x, x + 24, y, colour(s), dash(s));
            text(x + 32, y + 5, chart_.series[s].name, "");
        }
    }

    std::ostream& out_;
    const Chart& chart_;
    bool numbers_ = false;
    std::vector<double> values_;
    Axis x_, y_;
};

}  // namespace

void write_svg(std::ostream& out, const Chart& chart) { Drawing(out, chart).draw(); }

}  // namespace nearfield
