// Charts: axes that contain every interval, ticks that differ, and the drawing of intervals.
#include "app/chart.hpp"
#include "app/chart_axis.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
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

}  // namespace chart_test
}  // namespace nearfield
