#include "app/ui/format.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield::ui {

std::string grouped(double whole) {
    if (!std::isfinite(whole)) return fmt::format("{}", whole);
    std::string digits = fmt::format("{:.0f}", std::abs(whole));
    for (int at = int(digits.size()) - 3; at > 0; at -= 3) digits.insert(std::size_t(at), 1, ',');
    return whole < 0 ? "-" + digits : digits;
}

std::string number(double value) {
    const double size = std::abs(value);
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "-∞";
    if (value == 0) return "0";
    if (size < 1e15 && size >= 999.95) return grouped(value);
    if (size >= 0.001 && size < 1000) {
        std::string text = fmt::format("{:.{}f}", value, std::max(0, 3 - int(std::floor(std::log10(size)))));
        if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        return text;
    }
    return fmt::format("{:.3g}", value);
}

std::string reading(const Quantity& quantity, const std::vector<std::string>& names, double value, u64 step) {
    if (quantity.known == Known::after_a_step && step == 0) return "–";
    if (value > -0.5 && value < double(names.size()) - 0.5) return names[std::size_t(std::lround(value))];
    if (!names.empty() && value < 0) return "–";
    return number(value) + (quantity.unit.empty() ? "" : " " + quantity.unit);
}

std::string short_number(double value) {
    const double size = std::abs(value);
    return size >= 1000 ? grouped(value) : fmt::format("{:.{}f}", value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

std::string milliseconds(double ms) {
    if (ms >= 1000) return grouped(ms);
    return fmt::format("{:.{}f}", ms, ms >= 100 ? 0 : ms >= 10 ? 1 : ms >= 1 ? 2 : 3);
}

double round_up(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 6.0, 8.0})
        if (step * power >= value * (1 - 1e-9)) return step * power;
    return 10 * power;
}

}  // namespace nearfield::ui
