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

/// Cuts off a range far above every value, as a disturbed step causes, because it would flatten the lines.
Axis y_axis(const Chart& chart) {
    double least = INFINITY, most = 0, high = 0;
    const auto include = [&](double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    };
    for (const auto& series : chart.series)
        for (const auto& p : series.points)
            if (std::isfinite(p.value)) {
                include(p.value);
                high = std::max(high, p.high);
            }
    for (const auto& band : chart.bands) {
        include(band.lo);
        include(band.hi);
    }
    if (most <= 0) return least < 0 ? Axis{1.06 * least, 0, false} : Axis{0, 1, false};
    most = std::min(std::max(most, high), 1.6 * most);
    if (chart.y_scale == Chart::Scale::automatic && least > 0 && most / least >= 50)
        return {least / 1.3, most * 1.3, true};
    if (chart.y_scale != Chart::Scale::tight || least <= 0) return {std::min(0.0, least), most * 1.06, false};
    const double margin = std::max(0.12 * (most - least), 0.01 * most);
    return {least - margin, most + margin, false};
}

std::string axis_text(double value) {
    const double size = std::abs(value);
    if (size >= 1e6) return fmt::format("{:.3g}M", value / 1e6);
    if (size >= 1e4) return fmt::format("{:.3g}k", value / 1e3);
    return fmt::format("{:.4g}", value);
}

}  // namespace nearfield
