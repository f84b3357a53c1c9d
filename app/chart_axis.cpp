#include "app/chart_axis.hpp"

#include "base/read_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield {

double Axis::share(double v) const { return logarithmic ? std::log(v / lo) / std::log(hi / lo) : (v - lo) / (hi - lo); }

std::vector<double> Axis::ticks() const {
    std::vector<double> marks;
    if (logarithmic) {
        const bool few = std::log10(hi / lo) > 4;
        for (double decade = std::pow(10, std::floor(std::log10(lo))); decade <= hi; decade *= 10)
            for (double m : {1.0, 2.0, 5.0})
                if (decade * m >= lo * 0.999 && decade * m <= hi * 1.001 && (!few || m == 1.0))
                    marks.push_back(decade * m);
        return marks;
    }
    const double rough = (hi - lo) / 5, decade = std::pow(10, std::floor(std::log10(rough)));
    const double step = decade * (rough / decade < 1.5 ? 1 : rough / decade < 3.5 ? 2 : rough / decade < 7.5 ? 5 : 10);
    for (double v = std::ceil(lo / step) * step; v <= hi + step * 1e-6; v += step)
        marks.push_back(std::abs(v) < step * 1e-6 ? 0 : v);
    return marks;
}

std::vector<double> x_values(const Chart& chart, bool& numbers) {
    std::vector<double> values(chart.x.size());
    numbers = chart.x.size() > 1;
    for (std::size_t i = 0; i < values.size(); ++i)
        numbers = read_number(chart.x[i], values[i]) && std::isfinite(values[i]) && numbers;
    if (!numbers)
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = double(i);
    return values;
}

Axis x_axis(const std::vector<double>& values, bool numbers) {
    if (!numbers) return {-0.5, std::max(0.5, double(values.size()) - 0.5), false};
    const auto [lo, hi] = std::minmax_element(values.begin(), values.end());
    if (*lo == *hi) return {*lo - 0.5, *hi + 0.5, false};
    const bool logarithmic = *lo > 0 && *hi / *lo >= 60;
    const double margin = logarithmic ? std::pow(*hi / *lo, 0.03) : 0.03 * (*hi - *lo);
    return logarithmic ? Axis{*lo / margin, *hi * margin, true} : Axis{*lo - margin, *hi + margin, false};
}

std::optional<AxisRange> y_extent(const Chart& chart) {
    AxisRange found{INFINITY, -INFINITY};
    const auto include = [&](double value) {
        if (!std::isfinite(value)) return;
        found.lo = std::min(found.lo, value);
        found.hi = std::max(found.hi, value);
    };
    for (const auto& series : chart.series)
        for (const auto& p : series.points)
            if (std::isfinite(p.value))
                for (const double value : {p.low, p.value, p.high}) include(value);
    for (const auto& band : chart.bands) include(band.lo), include(band.hi);
    if (found.lo > found.hi) return {};
    if (chart.y_scale == Chart::Scale::near_zero) {
        constexpr double near = 0.4;  // part of the axis that may stay empty
        if (found.lo > 0 && found.lo < near * found.hi) found.lo = 0;
        if (found.hi < 0 && found.hi > near * found.lo) found.hi = 0;
    }
    return found;
}

Axis y_axis(const Chart& chart) {
    const auto extent = y_extent(chart);
    if (!extent || (extent->lo == 0 && extent->hi == 0)) return {0, 1, false};
    auto [lo, hi] = *extent;
    if (chart.y_scale == Chart::Scale::automatic && lo > 0 && hi / lo >= 50) return {lo / 1.3, hi * 1.3, true};
    const bool tight = chart.y_scale == Chart::Scale::tight || chart.y_scale == Chart::Scale::near_zero;
    if (!tight) lo = std::min(0.0, lo), hi = std::max(0.0, hi);
    const double margin = std::max((tight ? 0.12 : 0.06) * (hi - lo), 0.01 * std::max(std::abs(lo), std::abs(hi)));
    return {lo == 0 ? 0 : lo - margin, hi == 0 ? 0 : hi + margin, false};
}

namespace {

struct Unit {
    double size;
    const char* suffix;
};

/// Thousands or millions for an axis that ends at `size`.
Unit unit_of(double size) {
    if (size >= 1e9 || size < 1e4) return {1, ""};
    return size >= 1e6 ? Unit{1e6, "M"} : Unit{1e3, "k"};
}

}  // namespace

std::string axis_text(double value) {
    const auto [size, suffix] = unit_of(std::abs(value));
    return fmt::format("{:.{}g}{}", value / size, *suffix ? 3 : 4, suffix);
}

std::string Axis::label(double tick) const {
    const auto marks = ticks();
    if (logarithmic || marks.size() < 2 || tick == 0) return axis_text(tick);
    const auto [size, suffix] = unit_of(std::abs(tick));
    const double step = (marks[1] - marks[0]) / size;
    const int digits =
        1 + int(std::floor(std::log10(std::abs(tick) / size) + 1e-9)) - int(std::floor(std::log10(step) + 1e-9));
    return fmt::format("{:.{}g}{}", tick / size, std::clamp(digits, 4, 15), suffix);
}

}  // namespace nearfield
