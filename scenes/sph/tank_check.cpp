#include "scenes/sph/tank_check.hpp"

#include "scenes/document/json.hpp"

#include <fmt/format.h>

#include <map>

namespace nearfield::sph {
namespace {

double side(glm::dvec2 a, glm::dvec2 b, glm::dvec2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

/// True if two segments have a point in common, also if they overlap.
bool meet(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c, glm::dvec2 d) {
    const double abc = side(a, b, c), abd = side(a, b, d), cda = side(c, d, a), cdb = side(c, d, b);
    if (abc * abd > 0 || cda * cdb > 0) return false;
    const auto apart = [](double p, double q, double r, double s) {
        return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
    };
    return !apart(a.x, b.x, c.x, d.x) && !apart(a.y, b.y, c.y, d.y);
}

class Checker {
  public:
    explicit Checker(const Tank& tank) : tank_(tank) {}

    void check() const {
        names("solid", tank_.solids);
        names("fluid", tank_.fluids);
        names("faucet", tank_.faucets);
        names("drain", tank_.drains);
        names("probe", tank_.probes);
        names("gauge", tank_.gauges);
        for (const auto& s : tank_.solids) {
            polygon(s.name, s.shape, s.place);
            if (s.motion.still()) touches(s.name, bounds_of(s.shape), s.place);
        }
        for (const auto& f : tank_.fluids) {
            polygon(f.name, f.shape, f.place);
            inside(f.name, bounds_of(f.shape), f.place);
        }
        for (const auto& f : tank_.faucets) inside(f.name, {f.at, f.at}, f.place);
        for (const auto& d : tank_.drains) touches(d.name, {d.box.lo, d.box.hi}, d.place);
        for (const auto& p : tank_.probes) inside(p.name, {p.at, p.at}, p.place);
        for (const auto& g : tank_.gauges) inside(g.name, {g.at, g.at}, g.place);
        if (tank_.fluids.empty() && tank_.faucets.empty()) fail({}, "no fluid; give 'fluids' or 'faucets'");
        if (tank_.periodic) periodic();
    }

  private:
    [[noreturn]] void fail(Place place, const std::string& what) const { document::complain(tank_.file, place, what); }

    template <class List> void names(const char* kind, const List& list) const {
        std::map<std::string, Place> seen;
        for (const auto& item : list) {
            const auto [at, is_new] = seen.insert({item.name, item.place});
            if (!is_new)
                fail(item.place, fmt::format("another {} is called '{}', in line {}; give it a name of its own", kind,
                                             item.name, at->second.line));
        }
    }

    void polygon(const std::string& name, const Shape& shape, Place place) const {
        const auto* polygon = std::get_if<Polygon>(&shape);
        if (!polygon) return;
        const auto& c = polygon->corners;
        const std::size_t n = c.size();
        const auto box = bounds_of(shape);
        const double size = glm::length(box.hi - box.lo);
        for (std::size_t i = 0; i < n; ++i)
            if (c[i] == c[(i + 1) % n])
                fail(place, fmt::format("{}: the corner ({:g}, {:g}) occurs twice in a row; take one out", name, c[i].x,
                                        c[i].y));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 2; j < n; ++j)
                if (!(i == 0 && j == n - 1) && meet(c[i], c[i + 1], c[j], c[(j + 1) % n]))
                    fail(place, fmt::format("{}: the outline crosses itself between ({:g}, {:g}) and ({:g}, {:g}); "
                                            "order the corners around the area",
                                            name, c[i].x, c[i].y, c[(j + 1) % n].x, c[(j + 1) % n].y));
        if (!(area_of(c) > 1e-9 * size * size)) fail(place, name + ": its corners lie on one line; give it a width");
    }

    std::string container() const {
        const auto& b = tank_.container;
        return tank_.dimensions == 2 ? fmt::format("({:g}, {:g}) - ({:g}, {:g})", b.lo.x, b.lo.y, b.hi.x, b.hi.y)
                                     : fmt::format("({:g}, {:g}, {:g}) - ({:g}, {:g}, {:g})", b.lo.x, b.lo.y, b.lo.z,
                                                   b.hi.x, b.hi.y, b.hi.z);
    }
    void inside(const std::string& name, const Bounds& b, Place place) const {
        const glm::dvec3 slack = 1e-6 * (tank_.container.hi - tank_.container.lo);
        for (int a = 0; a < tank_.dimensions; ++a) {
            const bool low = b.lo[a] < tank_.container.lo[a] - slack[a];
            if (low || b.hi[a] > tank_.container.hi[a] + slack[a])
                fail(place,
                     fmt::format("{}: reaches {} = {:g}, outside the container {}; move it in or enlarge the container",
                                 name, "xyz"[a], low ? b.lo[a] : b.hi[a], container()));
        }
    }
    void touches(const std::string& name, const Bounds& b, Place place) const {
        for (int a = 0; a < tank_.dimensions; ++a)
            if (b.hi[a] < tank_.container.lo[a] || b.lo[a] > tank_.container.hi[a])
                fail(place,
                     fmt::format("{}: lies outside the container {}; move it in or take it out", name, container()));
    }
    void periodic() const {
        if (!tank_.solids.empty())
            fail(tank_.solids[0].place,
                 tank_.solids[0].name + ": a periodic tank has no solids; take it out, or 'periodic'");
        if (!tank_.faucets.empty())
            fail(tank_.faucets[0].place,
                 tank_.faucets[0].name + ": a periodic tank has no faucets; take it out, or 'periodic'");
        if (tank_.open) fail(tank_.container_place, "a periodic tank has no walls; take out 'open'");
    }

    const Tank& tank_;
};

}  // namespace

void check_tank(const Tank& tank) { Checker(tank).check(); }

}  // namespace nearfield::sph
