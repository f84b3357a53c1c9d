#include "app/chart.hpp"

#include "app/chart_axis.hpp"
#include "app/chart_pen.hpp"
#include "app/files.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/one_line.hpp"
#include "picture/palettes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

using Position = ChartPen::Position;
using Anchor = ChartPen::Anchor;

constexpr double left = 84, usual_width = 620, legend_gap = 28, legend_line = 22, caption_line = 20, below_plot = 66,
                 right = 16, letter = 7.6, title_letter = 11.5;
constexpr const char *ink = "#222", *paper = "#fff";
constexpr std::size_t most_dots = 7;  ///< series that colour alone tells apart

std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
    std::vector<std::string> lines(1);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && letters(lines.back()) + letters(word) + 1 > columns) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
    }
    return lines;
}

/// The lines that fit `width`.
std::vector<std::string> wrapped(const std::string& text, double width, double of_letter) {
    return wrapped(text, std::size_t(std::max(1., width / of_letter)));
}

using Origin = Chart::Origin;

std::string colour_of_series(std::size_t number) {
    const glm::vec3 c = palette(Palette::series_on_light)[number];
    return fmt::format("#{:02x}{:02x}{:02x}", int(std::lround(255 * c.r)), int(std::lround(255 * c.g)),
                       int(std::lround(255 * c.b)));
}

/// Corners of the n-th marker around 0; none for a dot.
std::vector<Position> marker_corners(std::size_t n) {
    static const std::vector<std::vector<Position>> all{{},
                                                        {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}},
                                                        {{0, -5.5}, {5, 4}, {-5, 4}},
                                                        {{0, -6}, {6, 0}, {0, 6}, {-6, 0}},
                                                        {{0, 5.5}, {5, -4}, {-5, -4}}};
    return all[n % all.size()];
}

std::vector<Position> moved(std::vector<Position> places, Position by) {
    for (auto& p : places) p = {p.x + by.x, p.y + by.y};
    return places;
}

/// Position of a plot area, and of the legend at its right.
struct PlotPlace {
    double top, width, height;
};

/// A chart with its axes and legend. `names`: the series of the whole figure.
class Plot {
  public:
    Plot(ChartPen& pen, const Chart& chart, const std::vector<std::string>& names, const PlotPlace& at)
        : pen_(pen),
          chart_(chart),
          names_(names),
          at_(at),
          values_(x_values(chart, numbers_)),
          x_(x_axis(values_, numbers_)),
          y_(y_axis(chart)) {}

    void draw() {
        if (!chart_.title.empty()) pen_.text({left, at_.top - 14}, chart_.title, {.size = 16, .bold = true});
        axes();
        for (const auto& band : chart_.bands) draw_band(band);
        for (const auto& mark : marks()) draw_mark(mark);
        for (std::size_t s = 0; s < chart_.series.size(); ++s) line(s);
        reported_labels();
        if (chart_.series.size() > 1) legend();
    }

  private:
    double bottom() const { return at_.top + at_.height; }
    double end() const { return left + at_.width; }
    double px(double v) const { return left + at_.width * x_.share(v); }
    double py(double v) const {
        return at_.top + at_.height * (1 - std::clamp(y_.share(std::max(v, y_.logarithmic ? y_.lo : v)), 0.0, 1.0));
    }
    Origin origin(std::size_t s) const { return chart_.series[s].origin; }
    std::size_t number(std::size_t s) const {
        return std::size_t(std::find(names_.begin(), names_.end(), chart_.series[s].name) - names_.begin());
    }
    std::string colour(std::size_t s) const {
        return origin(s) == Origin::measured ? colour_of_series(number(s)) : ink;
    }
    ChartPen::Stroke stroke(std::size_t s) const {
        static const std::vector<double> dashes[] = {{}, {7, 4}, {2, 3}, {9, 3, 2, 3}};
        if (origin(s) == Origin::theory) return {colour(s), 1.4, {3, 3}};
        const std::size_t round = number(s) / palette(Palette::series_on_light).size();
        return {colour(s), 2.5, dashes[round % std::size(dashes)]};
    }
    static ChartPen::Stroke dashed() { return {"#777", 1, {5, 4}}; }
    static ChartPen::Stroke frame() { return {ink}; }

    void axes() {
        double written_at = INFINITY;
        for (double v : y_.ticks()) {
            pen_.line({{left, py(v)}, {end(), py(v)}}, {"#e4e4e4"});
            if (std::abs(written_at - py(v)) < 15) continue;
            pen_.text({left - 10, py(v) + 5}, y_.label(v), {.anchor = Anchor::end});
            written_at = py(v);
        }
        const bool round = numbers_ && !x_.logarithmic && values_.size() > 12;
        const auto places = round ? x_.ticks() : values_;
        std::vector<std::size_t> written;
        const auto label = [&](std::size_t i) {
            return round ? x_.label(places[i]) : numbers_ ? axis_text(places[i]) : chart_.x[i];
        };
        for (std::size_t i = 0; i < places.size(); ++i) {
            const bool crowded = std::any_of(written.begin(), written.end(), [&](std::size_t k) {
                return std::abs(px(places[k]) - px(places[i])) <
                       4.2 * double(letters(label(k)) + letters(label(i))) + 6;
            });
            if (crowded) continue;
            pen_.line({{px(places[i]), bottom()}, {px(places[i]), bottom() + 6}}, frame());
            pen_.text({px(places[i]), bottom() + 24}, label(i), {.anchor = Anchor::middle});
            written.push_back(i);
        }
        pen_.line({{left, at_.top}, {left, bottom()}, {end(), bottom()}}, frame());
        pen_.text({left + at_.width / 2, bottom() + 48}, chart_.x_label, {.size = 15, .anchor = Anchor::middle});
        pen_.text({26, at_.top + at_.height / 2}, chart_.y_label,
                  {.size = 15, .anchor = Anchor::middle, .upwards = true});
    }

    void draw_band(const Chart::Band& band) {
        const double y1 = py(band.hi), y2 = std::max(y1, py(band.lo));
        pen_.shape({{left, y1}, {end(), y1}, {end(), y2}, {left, y2}}, {.fill = "#888", .opacity = 0.16});
        for (double y : {y1, y2}) pen_.line({{left, y}, {end(), y}}, dashed());
    }

    /// The marks within the axis.
    std::vector<Chart::Mark> marks() const {
        auto marks = chart_.marks;
        std::erase_if(marks,
                      [&](const auto& mark) { return !numbers_ || x_.share(mark.x) < 0 || x_.share(mark.x) > 1; });
        return marks;
    }

    void draw_mark(const Chart::Mark& mark) { pen_.line({{px(mark.x), at_.top}, {px(mark.x), bottom()}}, dashed()); }

    /// Writes the labels of bands and marks over the lines, with a light rim.
    void reported_labels() {
        ChartPen::Lettering style{.size = 13, .anchor = Anchor::end, .colour = "#444", .rim = true};
        for (const auto& band : chart_.bands) pen_.text({end() - 4, py(band.hi) - 5}, band.label, style);
        style.upwards = true;
        for (const auto& mark : marks()) pen_.text({px(mark.x) - 6, at_.top + 4}, mark.label, style);
    }

    struct Drawn {
        double x;
        Chart::Point point;
        bool is_gap() const { return !std::isfinite(point.value); }
    };

    void line(std::size_t s) {
        std::vector<Drawn> points;
        for (std::size_t i = 0; i < std::min(values_.size(), chart_.series[s].points.size()); ++i)
            if (const auto& p = chart_.series[s].points[i]; std::isfinite(p.value) || is_unmeasured(p))
                points.push_back({values_[i], p});
        std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
        if (numbers_ && origin(s) != Origin::reported)
            for (auto from = points.begin(); from != points.end();) {
                const auto to = std::find_if(from, points.end(), [](const Drawn& d) { return d.is_gap(); });
                draw_line(s, {from, to});
                from = to == points.end() ? to : to + 1;
            }
        const double aside =
            numbers_ ? 0 : (double(s) - (double(chart_.series.size()) - 1) / 2) * 11;  // series side by side
        for (const auto& [v, p] : points) marker(s, px(v) + aside, p);
    }

    /// True if runs were made for the point, and no mean came of them.
    static bool is_unmeasured(const Chart::Point& p) { return p.of > 0 && p.measured == 0; }

    void draw_line(std::size_t s, const std::vector<Drawn>& points) {
        std::vector<Position> means, range;
        for (const auto& [v, p] : points) means.push_back({px(v), py(p.value)}), range.push_back({px(v), py(p.high)});
        for (auto d = points.rbegin(); d != points.rend(); ++d) range.push_back({px(d->x), py(d->point.low)});
        if (points.size() == 1 && means[0].y != range[0].y) pen_.line(range, {colour(s), 5, {}, 0.3});
        if (points.size() < 2) return;
        pen_.shape(range, {.fill = colour(s), .opacity = 0.13});
        pen_.line(means, stroke(s));
    }

    void marker(std::size_t s, double x, const Chart::Point& p) {
        const std::string runs = p.is_complete() ? "" : fmt::format("{}/{}", p.measured, p.of);
        if (is_unmeasured(p))
            return pen_.text({x, bottom() - 6}, runs, {.size = 11, .anchor = Anchor::middle, .colour = colour(s)});
        if (!numbers_ && p.high > p.low) pen_.line({{x, py(p.low)}, {x, py(p.high)}}, {colour(s), 5, {}, 0.3});
        auto tip = fmt::format("{}: {:.4g} ({:.4g} to {:.4g})", chart_.series[s].name, p.value, p.low, p.high);
        if (!runs.empty()) tip += fmt::format(", {} runs measured it, {} reached a limit", runs, p.censored);
        shape(s, {x, py(p.value)}, p.censored > 0, tip);
        if (runs.empty()) return;
        pen_.text({x, py(p.value) - 9}, runs, {.size = 11, .anchor = Anchor::middle, .colour = colour(s), .rim = true});
    }

    /// Draws a marker for a measured value, a hollow diamond or square for a reported one.
    void shape(std::size_t s, Position at, bool hollow, const std::string& tip) {
        if (origin(s) == Origin::theory) return;
        if (origin(s) == Origin::reported) {
            const std::vector<Position> square{{-5, -5}, {5, -5}, {5, 5}, {-5, 5}},
                diamond{{0, -7}, {7, 0}, {0, 7}, {-7, 0}};
            return pen_.shape(moved(reported_before(s) % 2 ? square : diamond, at),
                              {.fill = "", .outline = ink, .width = 1.6}, tip);
        }
        const ChartPen::Face face = hollow ? ChartPen::Face{paper, colour(s), 2} : ChartPen::Face{colour(s), paper};
        const auto corners = names_.size() > most_dots ? marker_corners(number(s)) : std::vector<Position>{};
        corners.empty() ? pen_.circle(at, 4, face, tip) : pen_.shape(moved(corners, at), face, tip);
    }

    std::size_t reported_before(std::size_t s) const {
        return std::size_t(std::count_if(chart_.series.begin(), chart_.series.begin() + std::ptrdiff_t(s),
                                         [](const auto& series) { return series.origin == Origin::reported; }));
    }

    void legend() {
        for (std::size_t s = 0; s < chart_.series.size(); ++s) {
            const double x = end() + legend_gap, y = at_.top + 12 + legend_line * double(s);
            if (origin(s) != Origin::reported) pen_.line({{x, y}, {x + 24, y}}, stroke(s));
            shape(s, {x + 12, y}, false, "");
            pen_.text({x + 32, y + 5}, chart_.series[s].name, {});
        }
    }

    ChartPen& pen_;
    const Chart& chart_;
    const std::vector<std::string>& names_;
    PlotPlace at_;
    bool numbers_ = false;
    std::vector<double> values_;
    Axis x_, y_;
};

double legend_width(const Figure& figure) {
    std::size_t longest = 0;
    for (const auto& chart : figure.charts)
        if (chart.series.size() > 1)
            for (const auto& series : chart.series) longest = std::max(longest, letters(series.name));
    return longest ? legend_gap + 40 + letter * double(longest) : 20;
}

/// Returns every series name once, in order of appearance.
std::vector<std::string> series_names(const Figure& figure) {
    std::vector<std::string> names;
    for (const auto& chart : figure.charts)
        for (const auto& series : chart.series)
            if (std::find(names.begin(), names.end(), series.name) == names.end()) names.push_back(series.name);
    return names;
}

/// The captions, and what markers of incomplete points mean.
std::vector<std::string> captions_of(const Figure& figure) {
    auto all = figure.captions;
    bool incomplete = false, censored = false;
    for (const auto& chart : figure.charts)
        for (const auto& series : chart.series)
            for (const auto& p : series.points) incomplete |= !p.is_complete(), censored |= p.censored > 0;
    if (incomplete) all.push_back("m/n at a point: m of its n runs measured the value.");
    if (censored) all.push_back("Hollow: a limit ended some of the point's runs before their condition held.");
    return all;
}

/// Positions of a figure's parts from top to bottom.
class Layout {
  public:
    Layout(const Figure& figure, const ChartForm& form) : form_(form), mm_per_unit_(form.letters_pt * 25.4 / 72 / 14) {
        const double legend = legend_width(figure);
        width = form.is_sized()
                    ? form.width_mm / mm_per_unit_
                    : std::max({left + usual_width + legend + right,
                                form.titled ? left + letter * double(letters(figure.subtitle)) + right : 0,
                                form.titled ? left + title_letter * double(letters(figure.title)) + right : 0});
        plot_width = form.is_sized() ? width - left - legend - right : usual_width;
        const double room = width - left - right;
        if (form.titled)
            title = wrapped(figure.title, room, title_letter), subtitle = wrapped(figure.subtitle, room, letter);
        for (const auto& paragraph : captions_of(figure))
            for (const auto& line : wrapped(paragraph, room, letter)) caption.push_back(line);
        stack(figure);
    }

    double width = 0, height = 0, plot_width = 0, plot_height = 0, caption_top = 0;
    std::vector<std::string> title, subtitle, caption;
    std::vector<double> tops;

    ChartSheet sheet() const { return {width, height, mm_per_unit_}; }
    static constexpr double title_line = 26, first_title = 34;

  private:
    static constexpr double least_plot = 60;

    void stack(const Figure& figure) {
        const double head = form_.titled ? 88 + title_line * double(title.size() - 1) +
                                               caption_line * double(subtitle.size() - 1)
                                         : 24,
                     foot = caption_line * double(caption.size()) + (caption.empty() ? 0 : 16);
        const auto above = [&](std::size_t c) { return figure.charts[c].title.empty() ? 0. : c ? 36. : 22.; };
        double titles = 0;
        for (std::size_t c = 0; c < figure.charts.size(); ++c) titles += above(c);
        const double charts = double(std::max<std::size_t>(1, figure.charts.size()));
        plot_height = form_.is_sized() ? (form_.height_mm / mm_per_unit_ - head - foot - titles) / charts - below_plot
                                       : (figure.charts.size() == 1 ? 360 : 260);
        if (form_.is_sized()) require_room(figure);
        double y = head;
        for (std::size_t c = 0; c < figure.charts.size(); ++c) {
            y += above(c);
            tops.push_back(y);
            const double legend = legend_line * double(figure.charts[c].series.size() + 1);
            y += form_.is_sized() ? plot_height + below_plot : std::max(plot_height + below_plot, legend);
        }
        caption_top = y + 26;
        height = form_.is_sized() ? form_.height_mm / mm_per_unit_ : y + 16 + caption_line * double(caption.size());
    }

    void require_room(const Figure& figure) const {
        double legend = 0;
        for (const auto& chart : figure.charts)
            if (chart.series.size() > 1) legend = std::max(legend, legend_line * double(chart.series.size()));
        if (plot_width >= least_plot && plot_height >= least_plot && legend <= plot_height + below_plot) return;
        throw UsageError(fmt::format(
            "A chart of {:g} x {:g} mm has no room for its {} with letters of {:g} pt; make it larger or the letters "
            "smaller",
            form_.width_mm, form_.height_mm, plot_height >= least_plot ? "legend" : "plots", form_.letters_pt));
    }

    ChartForm form_;
    double mm_per_unit_;
};

void draw(ChartPen& pen, const Figure& figure, const Layout& layout) {
    const auto names = series_names(figure);
    double y = Layout::first_title;
    for (const auto& line : layout.title) {
        pen.text({left, y}, line, {.size = 20, .bold = true});
        y += Layout::title_line;
    }
    y -= 2;
    for (const auto& line : layout.subtitle) {
        pen.text({left, y}, line, {.colour = "#666"});
        y += caption_line;
    }
    for (std::size_t c = 0; c < figure.charts.size(); ++c)
        Plot(pen, figure.charts[c], names, {layout.tops[c], layout.plot_width, layout.plot_height}).draw();
    for (std::size_t l = 0; l < layout.caption.size(); ++l)
        pen.text({left, layout.caption_top + caption_line * double(l)}, layout.caption[l], {.colour = "#333"});
}

}  // namespace

void Chart::point(const std::string& series_name, std::size_t x_index, const Point& point, Origin origin) {
    auto found = std::find_if(series.begin(), series.end(), [&](const auto& s) { return s.name == series_name; });
    if (found == series.end())
        found = series.insert(found, {series_name, std::vector<Point>(x.size(), {NAN, NAN, NAN, 0, 0}), origin});
    auto& kept = found->points.at(x_index) = point;
    for (double* end : {&kept.low, &kept.high})
        if (std::isfinite(kept.value) && !std::isfinite(*end)) *end = kept.value;
}

void write_picture(std::ostream& out, const Figure& figure, const std::string& name, const ChartForm& form) {
    const Layout layout(figure, form);
    const auto pen = name.ends_with(".pdf")   ? pdf_pen(out, layout.sheet())
                     : name.ends_with(".png") ? png_pen(out, layout.sheet())
                                              : svg_pen(out, layout.sheet(), form.is_sized());
    draw(*pen, figure, layout);
}

void require_format(const std::string& name) {
    const bool needs_cairo = name.ends_with(".pdf") || name.ends_with(".png");
    if (needs_cairo && !why_no_cairo().empty()) throw Error(name + ": " + why_no_cairo());
}

void write_svg(std::ostream& out, const Figure& figure) { write_picture(out, figure, ".svg"); }

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
