#include "scenes/flood/site/described.hpp"

#include "base/random.hpp"
#include "scenes/flood/site/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::flood {
namespace {

using Kind = Edge::Kind;

/// Smooth hills of about the given wavelength in m, with heights between -1 and 1.
struct Hills {
    Random random;
    double at(glm::dvec2 p, double wavelength) const {
        double sum = 0;
        for (u32 k = 0; k < 6; ++k) {
            const auto u = random.uniform<3>(k);
            const double angle = 2 * M_PI * u.x, wave = 2 * M_PI / (wavelength * (0.6 + 0.8 * u.y));
            sum += std::sin(wave * (p.x * std::cos(angle) + p.y * std::sin(angle)) + 2 * M_PI * u.z);
        }
        return sum / 6;
    }
};

/// One value before a dam at x = 5 m, another behind it, and their mean in a cell that the dam halves.
double across_dam(double x, double before, double behind) {
    return x < 5 - 1e-4 ? before : x < 5 + 1e-4 ? (before + behind) / 2 : behind;
}

SiteDescription ritter() {
    SiteDescription d{.key = "ritter", .title = "Dam break on dry ground", .size = {10, 1}, .columns = 400};
    d.strip = true;
    d.depth = [](glm::dvec2 p) { return across_dam(p.x, 0.005, 0); };
    return d;
}

SiteDescription stoker() {
    SiteDescription d{.key = "stoker", .title = "Dam break on wet ground", .size = {10, 1}, .columns = 400};
    d.strip = true;
    d.depth = [](glm::dvec2 p) { return across_dam(p.x, 1, 0.1); };
    return d;
}

/// A solid wall between two corners.
CellWall box(glm::dvec2 lo, glm::dvec2 hi) { return {.points = rectangle(lo, hi), .solid = true}; }

/// A dam break on wet ground in a channel oblique to the lattice: 6 m long, 0.3 m or 12 cells wide.
SiteDescription channel(int degrees) {
    constexpr double length = 6, half_width = 0.15, cell = 0.025;
    const glm::dvec2 along(std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180)), across(-along.y, along.x);
    const glm::dvec2 from = glm::dvec2(0.3 + half_width * along.y, 0.3 + half_width);
    SiteDescription d{.key = fmt::format("channel-{}", degrees),
                      .title = fmt::format("Dam break in a channel at {}° to the cells", degrees)};
    d.size = from + along * length + glm::dvec2(0.3, 0.3 + half_width);
    d.columns = int(std::lround(d.size.x / cell));
    d.size.x = d.columns * cell;
    const auto body = [&](double a0, double a1, double b0, double b1) {
        const auto at = [&](double a, double b) { return from + along * a + across * b; };
        d.walls.push_back({.points = {at(a0, b0), at(a1, b0), at(a1, b1), at(a0, b1)}, .solid = true});
    };
    body(-9, length + 9, -9, -half_width);
    body(-9, length + 9, half_width, 9);
    body(-9, 0, -half_width, half_width);
    body(length, length + 9, -half_width, half_width);
    d.depth = [=](glm::dvec2 p) { return dot(p - from, along) < length / 2 ? 1 : 0.1; };
    return d;
}

SiteDescription lake(u32 seed) {
    SiteDescription d{
        .key = "lake", .title = "Lake at rest on a rough bed with islands", .size = {100, 60}, .columns = 100};
    const Random random{seed, 1};
    d.bed = [random](glm::dvec2 p) {
        const double hollow = 0.3 + 2 * std::pow((p.x - 50) / 50, 2) + std::pow((p.y - 30) / 30, 2);
        return hollow + random.uniform<1>(u32(int(p.x * 16)) * 7919u + u32(int(p.y * 16))).x;
    };
    d.depth = [bed = d.bed](glm::dvec2 p) { return std::max(0., 1.75 - bed(p)); };
    return d;
}

/// The same lake with walls, a house, a basin with a higher level, an open door, and a shut door between basin and
/// lake.
SiteDescription walled_lake(u32 seed) {
    SiteDescription d = lake(seed);
    d.key = "walled-lake";
    d.title = "Lake at rest with walls through it, doors, a house and a basin";
    const std::vector<glm::dvec2> basin{{60.3, 20.1}, {80.2, 26.4}, {74.9, 44.7}, {58.8, 39.2}};
    d.walls = {{.points = {{12.3, 3.1}, {31.7, 47.9}, {40.2, 51.3}}},
               {.points = {{20, 30}, {33, 30}}},
               {.points = {{35, 30}, {45.5, 30}}},
               {.points = {{40.1, 10.4}, {52.6, 12.2}, {49.3, 27.5}}, .solid = true},
               {.points = {basin[0] + 0.6 * (basin[1] - basin[0]), basin[1], basin[2], basin[3], basin[0],
                           basin[0] + 0.5 * (basin[1] - basin[0])}}};
    d.gates = {{.name = "gap", .a = {33, 30}, .b = {35, 30}},
               {.name = "basin",
                .a = basin[0] + 0.5 * (basin[1] - basin[0]),
                .b = basin[0] + 0.6 * (basin[1] - basin[0]),
                .open = false}};
    d.depth = [bed = d.bed, basin](glm::dvec2 p) {
        bool inside = true;
        for (std::size_t i = 0; i < basin.size(); ++i) {
            const glm::dvec2 way = basin[(i + 1) % basin.size()] - basin[i], to = p - basin[i];
            inside &= way.x * to.y - way.y * to.x > 0;
        }
        return std::max(0., (inside ? 2.25 : 1.75) - bed(p));
    };
    return d;
}

/// Two storeys side by side, joined by stairs: 5 m long, 1.5 m wide, 3 m up. Water stands in the upper storey, or at
/// the same level in both.
SiteDescription storeys(bool at_rest) {
    SiteDescription d{.key = at_rest ? "storeys-at-rest" : "storeys",
                      .title = at_rest ? "Two storeys under water" : "Water runs down the stairs of two storeys",
                      .size = {24, 12},
                      .columns = 96};
    d.manning = 0.05;
    struct Floor {
        glm::dvec2 lo, hi;
        double level;
    };
    const Floor lower{{1, 1}, {11, 7}, 0}, upper{{13, 1}, {23, 7}, 3}, strip{{3, 9}, {8, 10.5}, 0};
    const auto within = [](const Floor& f, glm::dvec2 p) {
        return p.x > f.lo.x && p.y > f.lo.y && p.x < f.hi.x && p.y < f.hi.y;
    };
    d.bed = [=](glm::dvec2 p) {
        return within(upper, p) ? upper.level : within(strip, p) ? 0.6 * (p.x - strip.lo.x) : 0.;
    };
    d.depth = [=, bed = d.bed](glm::dvec2 p) {
        if (at_rest) return within(lower, p) || within(upper, p) || within(strip, p) ? 3.8 - bed(p) : 0.;
        return within(upper, p) ? 5. : 0.;
    };
    const auto around = [&](const Floor& f) {
        d.walls.push_back({.points = {f.lo, {f.hi.x, f.lo.y}, f.hi, {f.lo.x, f.hi.y}, f.lo}});
    };
    around(lower);
    around(upper);
    around(strip);
    const glm::dvec2 to_lower(0, -6.2), to_upper(12, -6.2);
    d.walls.push_back(box(strip.lo + to_lower, strip.hi + to_lower));
    d.walls.push_back(box(strip.lo + to_upper, strip.hi + to_upper));
    const glm::dvec2 foot(strip.lo.x, strip.hi.y), width(0, strip.lo.y - strip.hi.y), length(5, 0);
    d.seams.push_back({foot + to_lower, foot + to_lower + width, -to_lower});
    d.seams.push_back({foot + length, foot + length + width, to_upper});
    return d;
}

/// The same site, `by` m higher.
SiteDescription lifted(SiteDescription d, int by) {
    d.key += fmt::format("-{}", by);
    d.title += fmt::format(", {} m up", by);
    d.bed = [bed = d.bed, by](glm::dvec2 p) { return bed(p) + by; };
    return d;
}

/// Two rooms with a doorway on an uneven floor: a main bursts in one, and a smaller drain empties the other.
SiteDescription drained(u32 seed) {
    SiteDescription d{.key = "drained", .title = "A main, a doorway and a drain", .size = {10, 5}, .columns = 40};
    d.manning = 0.02;
    const Hills hills{{seed, 4}};
    d.bed = [hills](glm::dvec2 p) { return 0.2 + 0.1 * hills.at(p, 2); };
    d.walls = {{.points = {{5.05, -1}, {5.05, 2}}}, {.points = {{5.05, 3.2}, {5.05, 9}}}};
    d.gates = {{.name = "doorway", .a = {5.05, 2}, .b = {5.05, 3.2}, .breaks_at = 0.4f}};
    d.sources = {{"main", rectangle({1, 1}, {2, 4}), {{0, 0.3f}, {1e4f, 0.3f}}},
                 {"drain", {{7.5, 1}, {9, 4}}, {{0, -0.1f}, {1e4f, -0.1f}}}};
    return d;
}

SiteDescription bowl(bool radial) {
    SiteDescription d{.key = radial ? "thacker-radial" : "thacker-planar",
                      .title = radial ? "Water that spreads and gathers in a bowl" : "Water that goes round in a bowl",
                      .size = {4, 4},
                      .columns = 200};
    d.bed = [](glm::dvec2 p) { return exact::Bowl::bed(p - 2.); };
    const auto flow = [radial](glm::dvec2 p) {
        return radial ? exact::Bowl::radial(p - 2., 0) : exact::Bowl::planar(p - 2., 0);
    };
    d.depth = [flow](glm::dvec2 p) { return flow(p).depth; };
    d.velocity = [flow](glm::dvec2 p) { return flow(p).velocity; };
    return d;
}

/// A heap of water on uneven ground with hollows, rotated by `degrees` around the middle of a cell.
SiteDescription turned(int degrees) {
    SiteDescription d{.key = fmt::format("turned-{}", degrees),
                      .title = fmt::format("A heap of water on uneven ground, turned by {}°", degrees),
                      .size = {exact::turned_width, exact::turned_width}};
    d.columns = exact::turned_columns;
    d.manning = 0.02;
    const auto own = [degrees](glm::dvec2 p) {
        return exact::turned(p - exact::turning_point(), -degrees * M_PI / 180);
    };
    d.bed = [own](glm::dvec2 place) {
        const glm::dvec2 p = own(place);
        return 0.3 * std::exp(-dot(p - glm::dvec2(2, 1), p - glm::dvec2(2, 1))) +
               0.1 * std::sin(1.3 * p.x + 0.4) * std::cos(0.9 * p.y) + 0.02 * p.x;
    };
    d.depth = [own, bed = d.bed](glm::dvec2 place) {
        const glm::dvec2 p = own(place) - glm::dvec2(-0.5, 0.7);
        const double heap = 1.2 * std::exp(-0.8 * p.x * p.x - 1.5 * p.y * p.y - 0.5 * p.x * p.y) - 0.05;
        return heap > 0 ? std::max(0., heap - bed(place)) : 0.;
    };
    return d;
}

SiteDescription vortex() {
    SiteDescription d{.key = "vortex", .title = "Vortex that drifts", .size = {10, 10}, .columns = 80};
    d.depth = [](glm::dvec2 p) { return exact::vortex(p - 5., 0).depth; };
    d.velocity = [](glm::dvec2 p) { return exact::vortex(p - 5., 0).velocity; };
    d.west = d.east = d.south = d.north = {Kind::periodic};
    return d;
}

/// A lake with a wall across it, half of it under a ceiling below the water level.
SiteDescription cellar() {
    SiteDescription d{
        .key = "cellar", .title = "Lake at rest, half of it under a ceiling", .size = {12, 8}, .columns = 40};
    d.bed = [](glm::dvec2 p) { return 0.4 * std::sin(3 * p.x) * std::cos(2 * p.y); };
    d.ceiling = [](glm::dvec2 p) { return p.x < 6 ? 2 + 0.2 * std::sin(p.y) : double(INFINITY); };
    d.depth = [bed = d.bed](glm::dvec2 p) { return 3.7 - bed(p); };
    d.walls = {{.points = {{2, 3.1}, {9, 5.3}}}};
    return d;
}

/// Two open shafts joined by a full duct, in which the water oscillates.
SiteDescription u_tube() {
    using Tube = exact::UTube;
    constexpr double duct_end = Tube::shaft + Tube::duct;
    SiteDescription d{.key = "u-tube",
                      .title = "Water swings between two shafts",
                      .size = {duct_end + Tube::shaft, 8},
                      .columns = 60};
    d.strip = true;
    d.ceiling = [](glm::dvec2 p) { return p.x > Tube::shaft && p.x < duct_end ? Tube::height : double(INFINITY); };
    d.depth = [](glm::dvec2 p) {
        const double along =
            (Tube::shaft + 0.5 * Tube::duct - p.x) / (0.5 * Tube::duct);  // pressure is linear along the duct
        return Tube::depth + 0.25 * std::clamp(along, -1., 1.);
    };
    return d;
}

SiteDescription bump(const char* key, const char* title, double discharge, double out, double ahead, double behind) {
    SiteDescription d{.key = key, .title = title, .size = {25, 1}, .columns = 100};
    d.strip = true;
    d.bed = [](glm::dvec2 p) { return exact::bump(p.x); };
    d.depth = [=](glm::dvec2 p) { return std::max(0., (p.x < 10 ? ahead : behind) - exact::bump(p.x)); };
    d.west = {Kind::discharge, discharge};
    d.east = out > 0 ? Edge{Kind::level, out} : Edge{Kind::open};
    return d;
}

SiteDescription film() {
    SiteDescription d{.key = "film", .title = "A film of water on a ramp of 30°", .size = {25, 1}, .columns = 100};
    d.strip = true;
    d.manning = 0.03;
    d.bed = [](glm::dvec2 p) { return std::tan(M_PI / 6) * (25 - p.x); };
    d.west = {Kind::discharge, 0.01};
    d.east = {Kind::open};
    return d;
}

SiteDescription ledge() {
    SiteDescription d{.key = "ledge", .title = "Water that falls over a ledge of 3 m", .size = {40, 1}, .columns = 160};
    d.strip = true;
    d.bed = [](glm::dvec2 p) { return p.x < 20 ? 3. : 0.; };
    d.depth = [](glm::dvec2 p) { return p.x < 20 ? 0.2 : 0.; };
    d.west = {Kind::discharge, 0.1};
    d.east = {Kind::open};
    return d;
}

SiteDescription rain_plane() {
    SiteDescription d{
        .key = "rain-plane", .title = "Rain of 50 mm/h on a slope of 5 %", .size = {100, 1}, .columns = 200};
    d.strip = true;
    d.manning = 0.03;
    d.rain = 50;
    d.bed = [](glm::dvec2 p) { return 0.05 * (100 - p.x); };
    d.east = {Kind::open};
    return d;
}

SiteDescription plain() {
    SiteDescription d{.key = "plain", .title = "Flood that spreads over a plain", .size = {1000, 2000}, .columns = 200};
    d.manning = 0.05;
    d.sources = {{"breach", rectangle({0, 990}, {5.1, 1010}), {{0, 0}, {3600, 20}, {14400, 20}, {18000, 0}}}};
    return d;
}

/// Square houses with streets between them; every seventh plot is a garden. `town` selects the plots by their middle.
template <class Town>
std::vector<CellWall> houses(glm::dvec2 size, double pitch, double street, Random random, const Town& town) {
    std::vector<CellWall> houses;
    const double side = pitch - street;
    for (int row = 0; row * pitch < size.y; ++row)
        for (int column = 0; column * pitch < size.x; ++column) {
            const glm::dvec2 corner = glm::dvec2(column, row) * pitch;
            const bool garden = random.uniform<1>(u32(column * 1009 + row)).x < 1 / 7.;
            if (!garden && town(corner + side / 2)) houses.push_back(box(corner, corner + side));
        }
    return houses;
}

SiteDescription valley(u32 seed) {
    SiteDescription d{.key = "valley", .title = "A dam breaks above a town", .size = {2400, 1200}, .columns = 480};
    d.manning = 0.035;
    const Hills hills{{seed, 2}};
    const auto river = [](double x) { return 600 + 130 * std::sin(x / 330 + 0.6); };
    const auto ground = [hills, river](glm::dvec2 p) {
        const double aside = std::abs(p.y - river(p.x)), half = 70 + 190 / (1 + std::exp((1150 - p.x) / 130));
        const double side = std::max(0., aside - half) / 200;
        const double bank = 3 * std::exp(-aside * aside / (2 * 14. * 14.));
        return 0.012 * (2400 - p.x) + 55 * side * side / (1 + 0.5 * side) + 3 * hills.at(p, 260) * std::min(1., side) -
               bank;
    };
    const auto dam = [river](glm::dvec2 p) { return std::abs(p.x - 560) < 14 && std::abs(p.y - river(560)) > 24; };
    const auto town = [river](glm::dvec2 p) {
        const double aside = std::abs(p.y - river(p.x));
        return p.x > 1350 && p.x < 2050 && aside > 50 && aside < 240;
    };
    d.bed = [ground, dam](glm::dvec2 p) { return dam(p) ? std::max(ground(p), 52.) : ground(p); };
    d.walls = houses(d.size, 55, 22, {seed, 4}, town);
    d.depth = [ground, dam](glm::dvec2 p) { return p.x < 574 && !dam(p) ? std::max(0., 48 - ground(p)) : 0.; };
    d.east = {Kind::open};
    return d;
}

SiteDescription coast(u32 seed) {
    SiteDescription d{.key = "coast", .title = "A tsunami runs into the streets", .size = {1200, 600}, .columns = 480};
    d.manning = 0.025;
    const Hills hills{{seed, 3}};
    const auto ground = [hills](glm::dvec2 p) {
        const double shore = 520 + 40 * std::sin(p.y / 110);
        const double land = p.x < shore ? (p.x - shore) * 0.035 : (p.x - shore) * 0.012;
        return std::max(-12., land) + (p.x > shore ? 0.4 * hills.at(p, 150) : 0.);
    };
    const auto town = [](glm::dvec2 p) { return p.x > 610 && p.x < 1090; };
    d.bed = ground;
    d.walls = houses(d.size, 46, 17, {seed, 5}, town);
    const auto wave = [](double x) { return 7 / std::pow(std::cosh((x - 190) / 75), 2); };
    d.depth = [ground, wave](glm::dvec2 p) { return std::max(0., wave(p.x) - ground(p)); };
    d.velocity = [ground, wave](glm::dvec2 p) {
        const double still = std::max(0., -ground(p)), crest = still + wave(p.x);
        return glm::dvec2(2 * (std::sqrt(exact::gravity * crest) - std::sqrt(exact::gravity * still)), 0);
    };
    d.west = {Kind::open};
    return d;
}

/// A square floor with the cell size of Bader & Meier 2015 (60,000 m² make their 1,147,423 cells) and one source in the
/// middle; dry, or under 1 m of water.
SiteDescription floor_of(int area, bool wet) {
    constexpr double cell = 0.24575;  // m
    const double side = std::sqrt(double(area));
    SiteDescription d{.key = fmt::format("{}-{}", wet ? "pool" : "floor", area),
                      .title = fmt::format("A source on a {} floor of {} m²", wet ? "flooded" : "dry", area),
                      .size = {side, side},
                      .columns = int(std::lround(side / cell))};
    d.manning = 0.03;
    if (wet) d.depth = [](glm::dvec2) { return 1.; };
    d.sources = {{"source", rectangle(glm::dvec2(side / 2 - 0.5), glm::dvec2(side / 2 + 0.5)), {{0, 2}, {3600, 2}}}};
    return d;
}

}  // namespace

std::vector<glm::dvec2> rectangle(glm::dvec2 lo, glm::dvec2 hi) { return {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}}; }

std::vector<SiteDescription> builtin_sites(u32 seed) {
    return {valley(seed),
            coast(seed),
            plain(),
            ritter(),
            stoker(),
            channel(0),
            channel(10),
            channel(15),
            channel(30),
            channel(45),
            lake(seed),
            walled_lake(seed),
            lifted(walled_lake(seed), 400),
            lifted(walled_lake(seed), 3000),
            storeys(false),
            storeys(true),
            lifted(storeys(true), 400),
            lifted(storeys(true), 3000),
            drained(seed),
            bowl(true),
            bowl(false),
            vortex(),
            turned(0),
            turned(60),
            bump("bump-below", "Slow flow over a bump", 4.42, 2, 2, 2),
            bump("bump-over", "Flow that turns fast on a bump", 1.53, 0, 0.66, 0),
            bump("bump-jump", "Flow that jumps behind a bump", 0.18, 0.33, 0.33, 0.33),
            cellar(),
            u_tube(),
            film(),
            ledge(),
            rain_plane(),
            floor_of(4100, false),
            floor_of(15000, false),
            floor_of(60000, false),
            floor_of(120000, false),
            floor_of(60000, true)};
}

}  // namespace nearfield::flood
