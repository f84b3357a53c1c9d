#pragma once
// Colours as people see them: CIELAB, the CIEDE2000 distance, and colour blindness.
#include <glm/glm.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace nearfield {

/// sRGB without its gamma.
inline glm::dvec3 linear_light(glm::dvec3 c) {
    for (int k = 0; k < 3; ++k) c[k] = c[k] <= 0.04045 ? c[k] / 12.92 : std::pow((c[k] + 0.055) / 1.055, 2.4);
    return c;
}

/// Linear light as seen by one kind of eye, in the order normal, protanopia, deuteranopia, tritanopia. Machado,
/// Oliveira and Fernandes, IEEE TVCG 15 (2009) 1291, severity 1.
constexpr int kinds_of_vision = 4;
inline glm::dvec3 as_seen(glm::dvec3 light, int vision) {
    static const std::array<std::array<glm::dvec3, 3>, kinds_of_vision> rows{{
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    }};
    const auto& m = rows[std::size_t(vision)];
    return glm::clamp(glm::dvec3(glm::dot(m[0], light), glm::dot(m[1], light), glm::dot(m[2], light)), 0., 1.);
}

/// CIELAB under D65.
inline glm::dvec3 lab_of_light(glm::dvec3 light) {
    const glm::dvec3 xyz{glm::dot(glm::dvec3(0.4124564, 0.3575761, 0.1804375), light) / 0.95047,
                         glm::dot(glm::dvec3(0.2126729, 0.7151522, 0.0721750), light),
                         glm::dot(glm::dvec3(0.0193339, 0.1191920, 0.9503041), light) / 1.08883};
    const auto f = [](double t) { return t > 216. / 24389 ? std::cbrt(t) : (24389. / 27 * t + 16) / 116; };
    return {116 * f(xyz.y) - 16, 500 * (f(xyz.x) - f(xyz.y)), 200 * (f(xyz.y) - f(xyz.z))};
}
inline glm::dvec3 lab_seen(glm::vec3 srgb, int vision = 0) { return lab_of_light(as_seen(linear_light(srgb), vision)); }

/// CIEDE2000. Sharma, Wu and Dalal, Color Research and Application 30 (2005) 21.
inline double ciede2000(glm::dvec3 one, glm::dvec3 two) {
    constexpr double degree = 0.017453292519943295;
    const auto power7 = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + 6103515625.)); };
    const double usual = (std::hypot(one.y, one.z) + std::hypot(two.y, two.z)) / 2, g = 0.5 * (1 - power7(usual));
    one.y *= 1 + g, two.y *= 1 + g;
    const double c1 = std::hypot(one.y, one.z), c2 = std::hypot(two.y, two.z);
    const auto hue = [&](const glm::dvec3& lab) {
        const double h = lab.y == 0 && lab.z == 0 ? 0 : std::atan2(lab.z, lab.y) / degree;
        return h < 0 ? h + 360 : h;
    };
    const double h1 = hue(one), h2 = hue(two), apart = h2 - h1;
    const bool grey = c1 * c2 == 0;
    const double turn = grey ? 0 : apart > 180 ? apart - 360 : apart < -180 ? apart + 360 : apart;
    const double dl = two.x - one.x, dc = c2 - c1, dh = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * degree);
    const double l = (one.x + two.x) / 2, c = (c1 + c2) / 2, sum = h1 + h2;
    const double h = grey ? sum : std::abs(apart) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
    const double t = 1 - 0.17 * std::cos((h - 30) * degree) + 0.24 * std::cos(2 * h * degree) +
                     0.32 * std::cos((3 * h + 6) * degree) - 0.20 * std::cos((4 * h - 63) * degree);
    const double middle = (l - 50) * (l - 50), sl = 1 + 0.015 * middle / std::sqrt(20 + middle), sc = 1 + 0.045 * c,
                 sh = 1 + 0.015 * c * t;
    const double rt = -2 * power7(c) * std::sin(60 * std::exp(-std::pow((h - 275) / 25, 2)) * degree);
    const double pl = dl / sl, pc = dc / sc, ph = dh / sh;
    return std::sqrt(pl * pl + pc * pc + ph * ph + rt * pc * ph);
}

/// The least CIEDE2000 distance of two colours over all kinds of vision.
inline double told_apart(glm::vec3 a, glm::vec3 b) {
    double least = INFINITY;
    for (int v = 0; v < kinds_of_vision; ++v) least = std::min(least, ciede2000(lab_seen(a, v), lab_seen(b, v)));
    return least;
}
constexpr double told_apart_at_least = 10;

/// Contrast ratio of WCAG 2.1, from 1 to 21.
inline double contrast_ratio(glm::vec3 a, glm::vec3 b) {
    const auto luminance = [](glm::vec3 c) {
        return glm::dot(glm::dvec3(0.2126, 0.7152, 0.0722), linear_light(glm::dvec3(c)));
    };
    const auto [less, more] = std::minmax({luminance(a), luminance(b)});
    return (more + 0.05) / (less + 0.05);
}

}  // namespace nearfield
