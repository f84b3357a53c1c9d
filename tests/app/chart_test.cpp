// Charts: axes that contain every interval, ticks that differ, and the drawing of intervals.
#include "app/chart.hpp"
#include "app/chart_axis.hpp"
#include "app/chart_pen.hpp"
#include "base/error.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace nearfield {
namespace chart_test {

Chart chart_with(std::vector<Chart::Point> points, Chart::Scale scale = Chart::Scale::near_zero) {
    Chart chart{.y_label = "order", .y_scale = scale};
    for (std::size_t i = 0; i < points.size(); ++i) chart.x.push_back("name " + std::to_string(i));
    for (std::size_t i = 0; i < points.size(); ++i) chart.point("order", i, points[i]);
    return chart;
}

std::string drawn(const Chart& chart) {
    std::ostringstream out;
    write_svg(out, {.title = "Title", .subtitle = {}, .charts = {chart}, .captions = {}});
    return out.str();
}

/// Vertical positions that a pattern captures.
std::vector<std::vector<double>> captured(const std::string& svg, const char* pattern) {
    std::vector<std::vector<double>> all;
    const std::regex regex(pattern);
    for (std::sregex_iterator match(svg.begin(), svg.end(), regex), end; match != end; ++match) {
        all.emplace_back();
        for (std::size_t k = 1; k < match->size(); ++k) all.back().push_back(std::stod((*match)[k]));
    }
    return all;
}

const std::vector<std::vector<Chart::Point>> measured = {
    {{-0.14, -0.43, 0.15}, {-0.35, -0.80, 0.09}},  // negative means whose intervals reach across zero
    {{0.19, -0.11, 0.48}, {0.40, -0.04, 0.85}},    // upper ends above 1.6 times the greatest mean
    {{-3, -4, -2}, {-5, -7, -3}},                  //
    {{0.01, 0.001, 30}, {2, 1, 3}},                // far apart, with an interval near zero
    {{0.01, -1, 1}, {2, 1, 3}},                    //
    {{300, 299, 301}, {301, 300, 302}},            // far from zero
    {{1e-10, 0.5e-10, 2e-10}},                     //
    {{0, 0, 0}},                                   //
    {{5, 5, 5}},                                   //
    {{-5, -5, -5}},                                //
    {{1, NAN, NAN}, {2, 2, 2}},                    // an end that was not measured
    {{1e12, 0.9e12, 1.3e12}, {1.1e12, 1.0e12, 1.2e12}},
};

TEST(Chart, EveryIntervalLiesWithinTheAxis) {
    for (const auto scale :
         {Chart::Scale::automatic, Chart::Scale::from_zero, Chart::Scale::tight, Chart::Scale::near_zero})
        for (const auto& points : measured) {
            const auto chart = chart_with(points, scale);
            const Axis axis = y_axis(chart);
            for (const auto& p : chart.series[0].points)
                for (const double end : {p.low, p.value, p.high}) {
                    EXPECT_GE(axis.share(end), 0) << end << " of " << axis.lo << " to " << axis.hi;
                    EXPECT_LE(axis.share(end), 1) << end << " of " << axis.lo << " to " << axis.hi;
                }
            EXPECT_LT(axis.lo, axis.hi);
        }
}

/// The mean of a symmetric interval is drawn in its middle, and ends keep their ratio to the ticks.
TEST(Chart, AnIntervalIsDrawnWhole) {
    for (const auto& [mean, half] : {std::pair(-0.14, 0.29), std::pair(0.19, 0.29), std::pair(-4.0, 1.0)}) {
        const std::string svg = drawn(chart_with({{mean, mean - half, mean + half}}));
        const auto bar = captured(svg, "y1=\"([0-9.]+)\" y2=\"([0-9.]+)\" [^>]*opacity=\"0.3\""),
                   dot = captured(svg, "<circle cx=\"[0-9.]+\" cy=\"([0-9.]+)\"");
        ASSERT_EQ(bar.size(), 1u);
        ASSERT_EQ(dot.size(), 1u);
        EXPECT_NEAR((bar[0][0] + bar[0][1]) / 2, dot[0][0], 0.11) << mean << " ± " << half;
        EXPECT_GT(std::abs(bar[0][0] - bar[0][1]), 40);
    }
}

TEST(Chart, MeasuresFarFromZeroFillTheAxisAndNearZeroStartThere) {
    Axis axis = y_axis(chart_with({{300, 299, 301}, {301, 300, 302}}));
    EXPECT_GT(axis.lo, 290);
    EXPECT_LT(axis.hi, 310);
    EXPECT_EQ(y_axis(chart_with({{3, 2, 4}, {9, 8, 10}})).lo, 0);
    EXPECT_EQ(y_axis(chart_with({{-3, -4, -2}, {-9, -10, -8}})).hi, 0);
    EXPECT_FALSE(y_axis(chart_with({{0.01, 0.01, 0.01}, {9, 8, 10}})).logarithmic) << "made for times";
    EXPECT_TRUE(y_axis(chart_with({{0.01, 0.01, 0.01}, {9, 8, 10}}, Chart::Scale::automatic)).logarithmic);
}

TEST(Chart, TicksHaveDifferentLabels) {
    for (const Axis& axis : {Axis{10000, 10300, false}, Axis{1e6, 1.0001e6, false}, Axis{-0.8, 0.1, false},
                             Axis{299, 302, false}, Axis{9e11, 1.3e12, false}, Axis{1e-10, 2e-10, false},
                             Axis{9990, 10010, false}, Axis{0.001, 50, true}, Axis{0, 1.5e6, false}}) {
        std::set<std::string> labels;
        const auto ticks = axis.ticks();
        ASSERT_GE(ticks.size(), 2u);
        for (const double tick : ticks) labels.insert(axis.label(tick));
        EXPECT_EQ(labels.size(), ticks.size()) << axis.lo << " to " << axis.hi << ": " << *labels.begin();
    }
    EXPECT_EQ((Axis{0, 2e6, false}.label(1.5e6)), "1.5M");
    EXPECT_EQ((Axis{0, 20000, false}.label(15000)), "15k");
    EXPECT_EQ(axis_text(2.5e9), "2.5e+09");
}

Figure series_of(std::size_t count, const Chart::Point& point = {1, 0.5, 1.5}) {
    Chart chart{.x_label = "width", .y_label = "flow", .x = {"1", "2"}};
    for (std::size_t s = 0; s < count; ++s)
        for (std::size_t x = 0; x < 2; ++x) chart.point("series " + std::to_string(s), x, point);
    return {.title = "Flow through a door", .subtitle = "mean of 8 seeds", .charts = {chart}, .captions = {}};
}

std::string picture(const Figure& figure, const std::string& name, const ChartForm& form = {}) {
    std::ostringstream out;
    write_picture(out, figure, name, form);
    return out.str();
}

TEST(Chart, IsAsLargeAsWantedAndUntitledOnWish) {
    const auto svg = picture(series_of(2), "a.svg", {.width_mm = 85, .height_mm = 60, .letters_pt = 7});
    EXPECT_NE(svg.find("width=\"85mm\" height=\"60mm\""), std::string::npos) << svg.substr(0, 200);
    const auto box = captured(svg, "viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"");
    EXPECT_NEAR(box[0][0] / box[0][1], 85. / 60, 1e-4);
    EXPECT_NEAR(box[0][0] * 7 / 14, 85 / 25.4 * 72, 1e-2) << "letters of 14 units are 7 pt high";
    EXPECT_NE(svg.find("Flow through a door"), std::string::npos);
    for (const auto& place : captured(svg, "<(?:text|line)[^>]* x1?=\"([0-9.]+)\"[^>]* y1?=\"([0-9.]+)\"")) {
        EXPECT_LT(place[0], box[0][0]);
        EXPECT_LT(place[1], box[0][1]);
    }
    const auto bare =
        picture(series_of(2), "a.svg", {.width_mm = 85, .height_mm = 60, .letters_pt = 7, .titled = false});
    EXPECT_EQ(bare.find("Flow through a door"), std::string::npos);
    EXPECT_EQ(bare.find("mean of 8 seeds"), std::string::npos);
    EXPECT_NE(bare.find("width</text>"), std::string::npos);
    for (const auto& [figure, form] : {std::pair(series_of(2), ChartForm{.width_mm = 20, .height_mm = 60}),
                                       std::pair(series_of(2), ChartForm{.width_mm = 85, .height_mm = 20}),
                                       std::pair(series_of(30), ChartForm{.width_mm = 185, .height_mm = 60})})
        EXPECT_THROW(picture(figure, "a.svg", form), UsageError) << form.width_mm << " x " << form.height_mm;
}

TEST(Chart, MoreThanSevenSeriesHaveMarkersOfTheirOwn) {
    const auto looks = [](std::size_t count) {
        std::set<std::string> all;
        const auto svg = picture(series_of(count), "a.svg");
        const std::regex pattern(
            "<(circle|path)( d=\"[^\"]*\" | c[^f]*)fill=\"(#[0-9a-f]+)\"[^>]*><title>series (\\d+)");
        std::map<std::string, std::string> of_series;
        for (std::sregex_iterator match(svg.begin(), svg.end(), pattern), end; match != end; ++match) {
            float x = 0, y = 0, to_x = 0, to_y = 0;  // of a marker's first edge
            const bool is_dot = std::sscanf((*match)[2].str().c_str(), " d=\"M%f %fL%f %f", &x, &y, &to_x, &to_y) < 4;
            const auto edge = is_dot ? "dot" : fmt::format("{:.0f} {:.0f}", to_x - x, to_y - y);
            of_series[(*match)[4]] = (*match)[3].str() + edge;
        }
        EXPECT_EQ(of_series.size(), count);
        for (const auto& [series, look] : of_series) all.insert(look);
        return all.size();
    };
    EXPECT_EQ(looks(7), 7u);
    EXPECT_EQ(looks(8), 8u);
    EXPECT_EQ(looks(24), 24u);
}

TEST(Chart, ShowsWhichPointsAreIncomplete) {
    const auto whole = picture(series_of(1, {1, 0.5, 1.5, 8, 8, 0}), "a.svg");
    EXPECT_EQ(whole.find("8/8"), std::string::npos);
    EXPECT_EQ(whole.find("Hollow"), std::string::npos);
    const auto part = picture(series_of(1, {1, 0.5, 1.5, 7, 8, 1}), "a.svg");
    EXPECT_NE(part.find(">7/8</text>"), std::string::npos);
    EXPECT_NE(part.find("r=\"4\" fill=\"#fff\" stroke=\"#3b71a1\""), std::string::npos);
    EXPECT_NE(part.find("Hollow: a limit ended"), std::string::npos);
    const auto none = picture(series_of(1, {NAN, NAN, NAN, 0, 8, 8}), "a.svg");
    EXPECT_NE(none.find(">0/8</text>"), std::string::npos);
    EXPECT_EQ(none.find("nan"), std::string::npos);
}

/// A point without a mean breaks its line.
TEST(Chart, NoLineCrossesAPointThatNobodyMeasured) {
    Chart chart{.y_label = "flow", .x = {"1", "2", "3", "4", "5"}};
    for (const std::size_t x : {0u, 1u, 3u, 4u}) chart.point("a", x, {1, 1, 1, 8, 8, 0});
    const auto lines = [&] {
        return captured(drawn(chart), "<line x1=\"([0-9.]+)\"[^>]*stroke=\"#3b71a1\" stroke-width=\"2.5\"").size() +
               captured(drawn(chart), "<path d=\"M([0-9.]+)[^>]*stroke=\"#3b71a1\" stroke-width=\"2.5\"").size();
    };
    EXPECT_EQ(lines(), 1u);
    chart.point("a", 2, {NAN, NAN, NAN, 0, 8, 8});
    EXPECT_EQ(lines(), 2u);
}

TEST(Chart, IsWrittenAsPdfAndPng) {
    const ChartForm form{.width_mm = 127, .height_mm = 63.5};
    if (!why_no_cairo().empty()) {
        EXPECT_THROW(require_format("a.pdf"), Error);
        EXPECT_THROW(picture(series_of(2), "a.png", form), Error);
        GTEST_SKIP() << why_no_cairo();
    }
    const auto pdf = picture(series_of(2), "a.pdf", form), png = picture(series_of(2), "a.png", form);
    EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
    EXPECT_NE(pdf.find("%%EOF"), std::string::npos);
    EXPECT_NE(pdf.find("/MediaBox [ 0 0 360 180 ]"), std::string::npos) << "5 x 2.5 inches";
    EXPECT_NE(pdf.find("/FontFile"), std::string::npos) << "fonts are embedded";
    ASSERT_GT(png.size(), 24u);
    const auto number = [&](std::size_t at) {
        unsigned value = 0;
        for (std::size_t k = at; k < at + 4; ++k) value = value << 8 | static_cast<unsigned char>(png[k]);
        return value;
    };
    EXPECT_EQ(number(16), 1500u) << "300 pixels per inch";
    EXPECT_EQ(number(20), 750u);
}

}  // namespace chart_test
}  // namespace nearfield
