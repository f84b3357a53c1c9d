#include "scenes/flood/exact.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield::flood::exact {

Flow ritter(double left, double x, double time) {
    const double c = std::sqrt(gravity * left);
    if (time <= 0) return {x < 0 ? left : 0};
    if (x < -c * time) return {left};
    if (x > 2 * c * time) return {};
    const double wave = c - x / (2 * time);
    return {4 / (9 * gravity) * wave * wave, {2. / 3 * (x / time + c), 0}};
}

Stoker::Stoker(double left_depth, double right_depth) : left(left_depth), right(right_depth) {
    const double cl = std::sqrt(gravity * left), cr2 = gravity * right;
    const auto residual = [&](double c) {
        const double c2 = c * c;
        return -8 * cr2 * c2 * (cl - c) * (cl - c) + (c2 - cr2) * (c2 - cr2) * (c2 + cr2);
    };
    double lo = std::sqrt(cr2), hi = cl;
    for (int i = 0; i < 200; ++i) (residual((lo + hi) / 2) < 0 ? lo : hi) = (lo + hi) / 2;
    middle_depth = lo * lo / gravity;
    middle_velocity = 2 * (cl - lo);
    shock_speed = 2 * lo * lo * (cl - lo) / (lo * lo - cr2);
}

Flow Stoker::at(double x, double time) const {
    const double cl = std::sqrt(gravity * left), cm = std::sqrt(gravity * middle_depth);
    if (x < -cl * time || (time <= 0 && x < 0)) return {left};
    if (x < time * (2 * cl - 3 * cm)) return ritter(left, x, time);
    if (x < time * shock_speed) return {middle_depth, {middle_velocity, 0}};
    return {right};
}

double Bowl::bed(glm::dvec2 p) { return depth * (dot(p, p) / (radius * radius) - 1); }

double Bowl::radial_period() { return 2 * M_PI * radius / std::sqrt(8 * gravity * depth); }

Flow Bowl::radial(glm::dvec2 p, double time) {
    constexpr double shore = 0.8;
    const double omega = std::sqrt(8 * gravity * depth) / radius;
    const double a = (radius * radius - shore * shore) / (radius * radius + shore * shore);
    const double c = 1 - a * std::cos(omega * time), r2 = dot(p, p) / (radius * radius);
    const double level = depth * (std::sqrt(1 - a * a) / c - 1 - r2 * ((1 - a * a) / (c * c) - 1));
    const double h = std::max(0., level - bed(p));
    return {h, h > 0 ? p * (omega * a * std::sin(omega * time) / (2 * c)) : glm::dvec2(0)};
}

double Bowl::planar_period() { return 2 * M_PI * radius / std::sqrt(2 * gravity * depth); }

Flow Bowl::planar(glm::dvec2 p, double time) {
    constexpr double aside = 0.5;
    const double omega = std::sqrt(2 * gravity * depth) / radius;
    const double c = std::cos(omega * time), s = std::sin(omega * time);
    const double level = aside * depth / (radius * radius) * (2 * p.x * c + 2 * p.y * s - aside);
    const double h = std::max(0., level - bed(p));
    return {h, h > 0 ? glm::dvec2(-s, c) * (aside * omega) : glm::dvec2(0)};
}

double UTube::period(double slot) {
    const double length = duct + 2 * shaft * height / (3 * depth), wide = shaft + slot * duct / 6;
    return 2 * M_PI / std::sqrt(2 * gravity * height / (wide * length));
}

Flow vortex(glm::dvec2 p, double time) {
    p -= vortex_drift * time;
    const double fall = std::exp(1 - dot(p, p));
    return {1 - fall / (2 * gravity), vortex_drift + glm::dvec2(-p.y, p.x) * std::sqrt(fall)};
}

double bump(double x) { return x > 8 && x < 12 ? 0.2 - 0.05 * (x - 10) * (x - 10) : 0; }

double critical_depth(double discharge) { return std::cbrt(discharge * discharge / gravity); }

glm::dvec2 turning_point() {
    constexpr double s = turned_width / turned_columns, row = 72;  // an even row
    return {(turned_columns / 2 + 0.5) * s, row * s * std::sqrt(3.) / 2 + s / std::sqrt(3.)};
}

glm::dvec2 turned(glm::dvec2 v, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

}  // namespace nearfield::flood::exact
