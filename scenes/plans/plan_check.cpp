#include "scenes/plans/plan_check.hpp"

#include "base/error.hpp"
#include "scenes/document/json.hpp"
#include "scenes/plans/placement.hpp"
#include "scenes/plans/plan_ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace nearfield::plans {
namespace {

using dvec2 = glm::dvec2;

double side(dvec2 a, dvec2 b, dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool on_segment(dvec2 a, dvec2 b, dvec2 p) {
    return side(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
           p.y <= std::max(a.y, b.y);
}

/// True if the closed segments a-b and c-d have a point in common.
bool meet(dvec2 a, dvec2 b, dvec2 c, dvec2 d) {
    const double p = side(a, b, c), q = side(a, b, d), r = side(c, d, a), s = side(c, d, b);
    if (((p > 0 && q < 0) || (p < 0 && q > 0)) && ((r > 0 && s < 0) || (r < 0 && s > 0))) return true;
    return on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
}

std::string shown(glm::vec2 p) { return fmt::format("({:g}, {:g})", p.x, p.y); }

class Checks {
  public:
    explicit Checks(const Plan& plan) : plan_(plan), walls_(standing_walls(with_all_open(plan))) {}

    void run() {
        names();
        walls();
        outlines();
        bounds();
        purpose();
        for (const auto& s : plan_.spawns) crossing_walls(s.name, s.outline, s.place);
        for (const auto& s : plan_.sources) crossing_walls(s.name, s.outline, s.place);
        for (const auto& e : plan_.exits)
            for (const auto& floor : waiting_floor(e)) crossing_walls(e.name + ", waiting", floor, e.place);
        doors();
        trains();
        overlaps();
        start_places(plan_, 0);
        for (const auto& s : plan_.sources) room(s);
        if (!plan_.periodic) check_ways(plan_, walls_);
    }

  private:
    static Plan with_all_open(Plan plan) {
        for (auto& d : plan.doors) d.open = true;
        for (auto& e : plan.exits) e.open = true;
        return plan;
    }
    [[noreturn]] void fail(Place place, const std::string& what) const { complain(plan_.file, place, what); }

    void names() const {
        std::map<std::pair<std::string, std::string>, Place> seen;
        const auto add = [&](const std::string& kind, const auto& list) {
            for (const auto& item : list) {
                const auto [at, is_new] = seen.insert({{kind, item.name}, item.place});
                if (!is_new)
                    fail(item.place, fmt::format("another {} is called '{}', in line {}; give it a name of its own",
                                                 kind, item.name, at->second.line));
            }
        };
        add("exit or door", plan_.exits);
        add("exit or door", plan_.doors);
        add("stairs", plan_.stairs);
        add("area", plan_.areas);
        add("spawn or source", plan_.spawns);
        add("spawn or source", plan_.sources);
        add("line", plan_.lines);
    }

    Place place_of_wall(int segment) const {
        Place place;
        for (const auto& w : plan_.wall_places)
            if (w.first <= segment) place = w.place;
        return place;
    }

    void walls() const {
        for (std::size_t w = 0; w < plan_.walls.size(); ++w)
            if (glm::length(plan_.walls[w].b - plan_.walls[w].a) < 1e-3f)
                fail(place_of_wall(int(w)),
                     fmt::format("walls: the piece at {} has no length; remove the point that occurs twice",
                                 shown(plan_.walls[w].a)));
        for (std::size_t k = 0; k < plan_.wall_places.size(); ++k) {
            const auto first = std::size_t(plan_.wall_places[k].first), end = plan_.end_of_place(k);
            Polygon corners;
            for (auto w = first; w < end; ++w) corners.push_back(plan_.walls[w].a);
            if (end - first >= 3 && plan_.walls[end - 1].b == corners.front())
                simple("walls", corners, plan_.wall_places[k].place);
        }
    }

    void outlines() const {
        for (const auto& e : plan_.exits)
            if (!e.is_door()) polygon(e.name, e.outline, e.place);
        for (const auto& a : plan_.areas) polygon(a.name, a.outline, a.place);
        for (const auto& s : plan_.spawns) polygon(s.name, s.outline, s.place);
        for (const auto& s : plan_.sources) polygon(s.name, s.outline, s.place);
    }
    void polygon(const std::string& name, const Polygon& corners, Place place) const {
        const bool straight = corners[0] != corners[1] && std::all_of(corners.begin(), corners.end(), [&](glm::vec2 p) {
                                  return std::abs(side(corners[0], corners[1], p)) < 1e-6;
                              });
        if (straight) fail(place, name + ": its corners lie on one line; give the area a width");
        simple(name, corners, place);
    }
    void simple(const std::string& name, const Polygon& corners, Place place) const {
        const std::size_t n = corners.size();
        const auto at = [&](std::size_t i) { return corners[i % n]; };
        for (std::size_t i = 0; i < n; ++i) {
            if (at(i) == at(i + 1))
                fail(place, fmt::format("{}: the corner {} occurs twice in a row; take one out", name, shown(at(i))));
            for (std::size_t j = i + 1; j < n; ++j) {
                const bool next = j == i + 1, last = i == 0 && j == n - 1;
                const bool wrong = next || last ? back_on_itself(next ? at(i) : at(j), next ? at(i + 1) : at(0),
                                                                 next ? at(i + 2) : at(1))
                                                : meet(at(i), at(i + 1), at(j), at(j + 1));
                if (wrong)
                    fail(place,
                         fmt::format(
                             "{}: the outline crosses itself, {}-{} meets {}-{}; order the corners around the area",
                             name, shown(at(i)), shown(at(i + 1)), shown(at(j)), shown(at(j + 1))));
            }
        }
    }
    static bool back_on_itself(dvec2 a, dvec2 corner, dvec2 b) {
        return side(a, corner, b) == 0 && glm::dot(a - corner, b - corner) > 0;
    }

    void bounds() const {
        for (std::size_t k = 0; k < plan_.wall_places.size(); ++k) {
            const auto& place = plan_.wall_places[k];
            for (auto w = std::size_t(place.first); w < plan_.end_of_place(k) && place.storey >= 0; ++w)
                require_inside(plan_, "walls", {plan_.walls[w].a, plan_.walls[w].b}, place.storey, place.place);
        }
        for (const auto& d : plan_.doors) require_inside(plan_, d.name, {d.a, d.b}, d.storey, d.place);
        for (const auto& e : plan_.exits)
            require_inside(plan_, e.name, e.is_door() ? Polygon{e.a, e.b} : e.outline, e.storey, e.place);
        for (const auto& a : plan_.areas) require_inside(plan_, a.name, a.outline, a.storey, a.place);
        for (const auto& s : plan_.spawns) require_inside(plan_, s.name, s.outline, s.storey, s.place);
        for (const auto& s : plan_.sources) require_inside(plan_, s.name, s.outline, s.storey, s.place);
        for (const auto& l : plan_.lines) require_inside(plan_, l.name, {l.a, l.b}, l.storey, l.place);
    }

    /// Requires that there are people and that they have a goal.
    void purpose() const {
        constexpr std::size_t most_exits = 32;
        if (plan_.spawns.empty() && plan_.sources.empty()) fail({}, "there are no people; add 'spawns' or 'sources'");
        if (plan_.exits.size() > most_exits)
            fail(plan_.exits.back().place, fmt::format("{} exits; the limit is {}", plan_.exits.size(), most_exits));
        if (plan_.periodic) {
            if (!plan_.exits.empty())
                fail(plan_.exits[0].place,
                     plan_.exits[0].name + ": a periodic plan has no exits; take it out, or set 'periodic' to false");
            if (!plan_.sources.empty())
                fail(plan_.sources[0].place,
                     plan_.sources[0].name + ": nobody leaves a periodic plan, so it would fill up; use 'spawns'");
            for (const auto& s : plan_.spawns)
                if (s.people.heading == glm::vec2(0))
                    fail(s.place, s.name + ": people in a periodic plan need a 'heading', as [1, 0]");
            return;
        }
        if (plan_.exits.empty())
            fail({}, "there is no exit; add one to 'exits', or set 'periodic' to true and give people a 'heading'");
        for (const auto& s : plan_.spawns) no_heading(s.name, s.people, s.place);
        for (const auto& s : plan_.sources) no_heading(s.name, s.people, s.place);
    }
    void no_heading(const std::string& name, const People& people, Place place) const {
        if (people.heading != glm::vec2(0))
            fail(place, name + ": 'heading' applies to periodic plans only; here people walk to an exit, take it out");
    }

    void crossing_walls(const std::string& name, const Polygon& outline, Place place) const {
        for (const auto& wall : walls_)
            if (const auto p = within(wall, outline); p.first)
                fail(place, fmt::format("{}: the wall {}-{} runs through it at {}; keep it off the walls", name,
                                        shown(wall.a), shown(wall.b), shown(p.second)));
    }
    /// True, with the place, if part of the wall lies inside the outline, more than a millimetre from its border.
    static std::pair<bool, glm::vec2> within(const Wall& wall, const Polygon& outline) {
        const dvec2 a = wall.a, along = dvec2(wall.b) - a;
        std::vector<double> cuts{0, 1};
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const dvec2 c = outline[i], d = outline[(i + 1) % outline.size()];
            const double across = along.x * (d.y - c.y) - along.y * (d.x - c.x);
            if (across == 0) continue;
            const double t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / across;
            if (t > 0 && t < 1) cuts.push_back(t);
        }
        std::sort(cuts.begin(), cuts.end());
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
            const glm::vec2 p(a + 0.5 * (cuts[i] + cuts[i + 1]) * along);
            if ((cuts[i + 1] - cuts[i]) * glm::length(along) > 2e-3 && contains(outline, p) &&
                border_distance(outline, p) > 1e-3f)
                return {true, p};
        }
        return {false, {}};
    }
    static float border_distance(const Polygon& outline, glm::vec2 p) {
        float least = INFINITY;
        for (std::size_t i = 0; i < outline.size(); ++i)
            least = std::min(least, distance_to({outline[i], outline[(i + 1) % outline.size()]}, p));
        return least;
    }

    void doors() const {
        for (std::size_t e = 0; e < plan_.exits.size(); ++e)
            if (plan_.exits[e].is_door())
                wide_enough(plan_.exits[e].name, plan_.exits[e].width(), int(e), plan_.exits[e].place);
        for (const auto& d : plan_.doors) wide_enough(d.name, glm::length(d.b - d.a), -1, d.place);
        for (const auto& s : plan_.stairs) wide_enough(s.name, s.width, -1, s.place);
    }
    void wide_enough(const std::string& name, float width, int exit, Place place) const {
        const auto look = [&](const auto& list) {
            for (const auto& s : list) {
                const auto& allowed = s.people.exits;
                const bool uses =
                    exit < 0 || allowed.empty() || std::find(allowed.begin(), allowed.end(), exit) != allowed.end();
                if (uses && 2 * s.people.radius.hi > width)
                    fail(place, fmt::format("{}: is {:g} m wide, but people of '{}' are up to {:g} m; widen it, or "
                                            "give them a smaller radius or other exits",
                                            name, width, s.name, 2 * s.people.radius.hi));
            }
        };
        look(plan_.spawns);
        look(plan_.sources);
    }

    /// Two trains may share a door only at different times.
    void trains() const {
        for (std::size_t t = 0; t < plan_.trains.size(); ++t)
            for (std::size_t u = 0; u < t; ++u)
                if (const auto time = both_open(plan_.trains[t].stands, plan_.trains[u].stands))
                    for (int e = 0; e < plan_.trains[t].doors; ++e)
                        for (int f = 0; f < plan_.trains[u].doors; ++f)
                            apart(plan_.trains[t], e, plan_.trains[u], f, *time);
    }
    void apart(const Train& train, int e, const Train& other, int f, float time) const {
        const auto door_of = [&](const Train& of, int d) {
            const auto& exit = plan_.exits[std::size_t(of.first_exit + d)];
            return Wall{exit.a, exit.b};
        };
        const Wall door = door_of(train, e);
        if (cut({door}, door_of(other, f)) == std::vector{door}) return;
        fail(train.place,
             fmt::format("{}: at {:g} s it stands at a door of '{}', which stands there too; give it another timetable "
                         "or doors of its own",
                         train.name, time, other.name));
    }

    void room(const Source& source) const {
        try {
            places(source.outline, walls_, source.people.radius.hi, 1, 0);
        } catch (const UsageError& problem) { fail(source.place, source.name + ": " + problem.what()); }
    }

    /// Spawns must have equal or disjoint outlines; sources that run at the same time must be disjoint.
    void overlaps() const {
        for (std::size_t s = 0; s < plan_.spawns.size(); ++s)
            for (std::size_t t = 0; t < s; ++t) {
                const auto &a = plan_.spawns[s].outline, &b = plan_.spawns[t].outline;
                if (a != b && (reaches_into(a, b) || reaches_into(b, a)))
                    fail(plan_.spawns[s].place, fmt::format("{}: it overlaps '{}', so bodies would overlap; "
                                                            "part them, or give both the same area",
                                                            plan_.spawns[s].name, plan_.spawns[t].name));
            }
        for (std::size_t s = 0; s < plan_.sources.size(); ++s)
            for (std::size_t t = 0; t < s; ++t) {
                const Source &a = plan_.sources[s], &b = plan_.sources[t];
                if (both_open(a.open(), b.open()) && (a.outline == b.outline || reaches_into(a.outline, b.outline) ||
                                                      reaches_into(b.outline, a.outline)))
                    fail(a.place, fmt::format("{}: it overlaps '{}' while both are running, and people would come in "
                                              "each other's way; part them",
                                              a.name, b.name));
            }
    }
    static bool reaches_into(const Polygon& a, const Polygon& b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (within({a[i], a[(i + 1) % a.size()]}, b).first) return true;
        return false;
    }

    const Plan& plan_;
    const std::vector<Wall> walls_;  ///< with all doors open
};

}  // namespace

void require_inside(const Plan& plan, const std::string& name, const Polygon& points, int storey, Place place) {
    const Storey whole{.lo = plan.lo, .hi = plan.hi};
    const Storey& on = plan.storeys.empty() ? whole : plan.storeys[std::size_t(storey)];
    for (auto p : points)
        if (!(p.x >= on.lo.x && p.x <= on.hi.x && p.y >= on.lo.y && p.y <= on.hi.y))
            complain(plan.file, place,
                     fmt::format("{}: {} is outside the bounds {} to {}; widen them or move it", name,
                                 shown(p - on.offset), shown(on.lo - on.offset), shown(on.hi - on.offset)));
}

void check_plan(const Plan& plan) { Checks(plan).run(); }

}  // namespace nearfield::plans
