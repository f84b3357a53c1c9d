#include "scenes/plans/terrain.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>

namespace nearfield::plans {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Reads a number and what parts it from the next; false if there is none.
bool take_number(std::string_view& text, double& number) {
    const auto parts = [](char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; };
    while (!text.empty() && parts(text.front())) text.remove_prefix(1);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc()) return false;
    text.remove_prefix(std::size_t(end - text.data()));
    while (!text.empty() && parts(text.front())) text.remove_prefix(1);
    return true;
}

}  // namespace

bool Terrain::covers(glm::vec2 p) const {
    const glm::dvec2 place = glm::dvec2(p) + origin - raster->corner;
    const glm::dvec2 size = glm::dvec2(raster->columns, raster->rows) * raster->cell;
    return place.x >= 0 && place.y >= 0 && place.x <= size.x && place.y <= size.y;
}

double Terrain::at(glm::vec2 p) const {
    if (!raster) return double(level) + double(slope.x) * double(p.x) + double(slope.y) * double(p.y);
    return covers(p) ? double(raster->between(glm::dvec2(p) + origin - raster->corner)) : NAN;
}

std::vector<glm::vec2> read_hydrograph(const std::string& text, const std::string& name) {
    std::vector<glm::vec2> curve;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const auto begin = line.find_first_not_of(" \t\r\"");
        if (begin == std::string::npos || line[begin] == '#' || is_letter(line[begin])) continue;
        double seconds = 0, flow = 0;
        const auto fail = [&](const std::string& what) {
            throw UsageError(fmt::format("{}:{}: {}", name, number, what));
        };
        std::string_view rest = line;
        if (!take_number(rest, seconds) || !take_number(rest, flow) || !rest.empty() || !std::isfinite(seconds) ||
            !std::isfinite(flow))
            fail("'" + line.substr(0, 40) + "' is not a time in s and a flow in m³/s; give two numbers, as 60, 2.5");
        if (!curve.empty() && !(seconds > double(curve.back().x)))
            fail(fmt::format("the time {} s comes after {} s; give times that rise", seconds, curve.back().x));
        curve.emplace_back(float(seconds), float(flow));
    }
    if (curve.size() < 2)
        throw UsageError(
            fmt::format("{}: has {} rows; a hydrograph needs two, as 0, 0 and 60, 2.5", name, curve.size()));
    return curve;
}

}  // namespace nearfield::plans
