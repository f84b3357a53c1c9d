#include "scenes/plans/plan_reader.hpp"

#include "base/error.hpp"
#include "scenes/document/fields.hpp"
#include "scenes/plans/building_reader.hpp"
#include "scenes/plans/plan_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace nearfield::plans {
namespace {

using document::Fields, document::JsonNode, document::Limits, document::Value;
using Kind = JsonNode::Kind;

constexpr Limits speeds{0, 20, true}, radii{0, 5, true}, times{0, 1e6}, lengths_of_time{0, 1e6, true};
constexpr Limits clearings{0, 100};
constexpr double most_people = 10e6;
constexpr float doorstep = 1.2f;  // m before a train's door, where people appear

class Reader {
  public:
    Reader(const std::string& text, const std::string& file) : tree_(document::parse_json(text, file)) {
        plan_.file = file;
    }

    Plan read() {
        Fields top(plan_.file, tree_, "plan");
        top.maybe("title", [&](const Value& v) { plan_.title = v.text(); });
        top.maybe("note", [&](const Value& v) { plan_.note = v.text(); });
        top.maybe("periodic", [&](const Value& v) { plan_.periodic = v.truth(); });
        top.maybe("duration", [&](const Value& v) { plan_.duration = v.number(times); });
        top.maybe("navigation_cell", [&](const Value& v) { plan_.navigation_cell = v.number({0.02, 10}); });
        top.maybe("yield_at", [&](const Value& v) { plan_.yield_at = v.number({1, 1e6}); });
        std::vector<Fields> floors = storeys(top);
        Fields& whole = top.has("storeys") ? top : floors.front();
        for (std::size_t s = 0; s < floors.size(); ++s) things(floors[s], int(s));
        whole.maybe("people", [&](const Value& v) {
            Fields f(plan_.file, v.node(), "people");
            defaults_ = people(f);
            f.done();
        });
        for (std::size_t s = 0; s < floors.size(); ++s) trains(floors[s], int(s));
        for (std::size_t s = 0; s < floors.size(); ++s) persons(floors[s], int(s));
        read_stairs(plan_, whole);
        for (std::size_t s = 0; s < floors.size(); ++s) bounds(floors[s], int(s));
        plan_.lo = plan_.storeys[0].lo;
        plan_.hi = plan_.storeys[0].hi;
        lay_side_by_side(plan_);
        read_terrain(plan_, whole);
        settle_building(plan_);
        read_water(plan_, whole);
        for (const auto& floor : floors) floor.done();
        whole.done();
        return std::move(plan_);
    }

  private:
    /// The objects with the items of each storey: the plan itself if it lists no storeys.
    std::vector<Fields> storeys(Fields& top) {
        if (!top.has("storeys")) {
            plan_.storeys.emplace_back();
            return {top};
        }
        std::vector<Fields> floors;
        for (const Value& item : top.need("storeys").items()) {
            Fields f(plan_.file, item.node(), fmt::format("storey {}", floors.size() + 1));
            Storey storey{.name = f.need("name").text(), .place = f.place()};
            f.maybe("level", [&](const Value& v) { storey.level = v.number({-1000, 10000}); });
            f.maybe("height", [&](const Value& v) { storey.height = v.number({0, 1000, true}); });
            for (const auto& other : plan_.storeys)
                if (other.name == storey.name)
                    f.fail(fmt::format("another storey is called '{}'; give it a name of its own", storey.name));
            plan_.storeys.push_back(storey);
            floors.push_back(f);
        }
        if (floors.empty()) top.need("storeys").fail("has none; give one, or remove the key");
        if (plan_.periodic && floors.size() > 1)
            top.fail("a periodic plan has one storey; set 'periodic' to false, or take the others out");
        return floors;
    }

    /// Reads the objects on a storey.
    void things(Fields& f, int storey) {
        f.maybe("walls", [&](const Value& v) {
            for (const auto& item : v.items()) wall(item, storey);
        });
        for (const char* key : {"doors", "openings"})
            each(f, key, "door", storey, [&](Fields& g, const std::string& name) { door(g, name); });
        each(f, "exits", "exit", storey, [&](Fields& g, const std::string& name) { exit(g, name); });
        each(f, "refuges", "refuge", storey, [&](Fields& g, const std::string& name) { refuge(g, name); });
        each(f, "areas", "area", storey, [&](Fields& g, const std::string& name) { area(g, name); });
    }
    /// Reads trains before people, who may name them.
    void trains(Fields& f, int storey) {
        each(f, "trains", "train", storey, [&](Fields& g, const std::string& name) { train(g, name); });
    }
    /// Reads people on a storey, and measurements.
    void persons(Fields& f, int storey) {
        each(f, "spawns", "spawn", storey, [&](Fields& g, const std::string& name) { spawn(g, name); });
        each(f, "sources", "source", storey, [&](Fields& g, const std::string& name) { source(g, name); });
        each(f, "lines", "line", storey, [&](Fields& g, const std::string& name) { line(g, name); });
    }
    /// Reads a list. Items without a name are numbered, with the storey's name if there are several.
    void each(Fields& f, const std::string& key, const std::string& kind, int storey,
              const std::function<void(Fields&, const std::string&)>& read) {
        storey_ = storey;
        const std::string& floor = plan_.storeys[std::size_t(storey)].name;
        f.each(key, kind, [&](Fields& g, const std::string& name) {
            const bool own = g.has("name") || plan_.storeys.size() == 1;
            read(g, own ? name : floor + ", " + name);
        });
    }

    /// Reads a polyline, or {"polygon": [...]} for a closed one.
    void wall(const Value& v, int storey) {
        plan_.wall_places.push_back({int(plan_.walls.size()), v.node().place, storey});
        std::vector<glm::vec2> corners;
        if (v.is(Kind::object)) {
            Fields fields(plan_.file, v.node(), "walls");
            corners = fields.need("polygon").area();
            corners.push_back(corners.front());
            fields.done();
        } else {
            corners = v.points(2);
        }
        for (std::size_t i = 0; i + 1 < corners.size(); ++i) plan_.walls.push_back({corners[i], corners[i + 1]});
    }

    void door(Fields& f, const std::string& name) {
        Door d{.name = name, .storey = storey_, .place = f.place()};
        std::tie(d.a, d.b) = f.need("line").line();
        f.maybe("open", [&](const Value& v) { d.open = v.truth(); });
        f.maybe("breaks_at", [&](const Value& v) { d.breaks_at = v.number({0, 1000, true}); });
        if (d.open && d.breaks_at < INFINITY) f.fail("is open, and nothing breaks it; set 'open' to false");
        plan_.doors.push_back(d);
    }

    void exit(Fields& f, const std::string& name) {
        Exit e{.name = name, .storey = storey_, .place = f.place()};
        f.maybe("door", [&](const Value& v) { std::tie(e.a, e.b) = v.line(); });
        f.maybe("area", [&](const Value& v) { e.outline = v.area(); });
        if ((e.a == e.b) == e.outline.empty())
            f.fail("has to have either 'door': [[x, y], [x, y]] or 'area'; give one of them");
        f.maybe("weight", [&](const Value& v) { e.weight = v.number({0, 1e6, true}); });
        f.maybe("open", [&](const Value& v) { e.open = v.truth(); });
        f.maybe("capacity", [&](const Value& v) { e.capacity = v.number({0, 1e6, true}); });
        f.maybe("timetable", [&](const Value& v) { e.timetable = timetable(v.node(), name + ", timetable"); });
        f.maybe("clear", [&](const Value& v) { e.clear = v.number(clearings); });
        plan_.exits.push_back(e);
    }

    void train(Fields& f, const std::string& name) {
        Train t{.name = name,
                .stands = timetable(f.need("timetable").node(), name + ", timetable"),
                .first_exit = int(plan_.exits.size()),
                .first_source = int(plan_.sources.size()),
                .place = f.place()};
        if (!(t.stands.open < INFINITY)) f.fail("never leaves; give its timetable 'open', the seconds that it stands");
        float out = 0.5f * t.stands.open, clear = 2;
        Waiting waiting;
        f.maybe("alight_for", [&](const Value& v) { out = v.number(lengths_of_time); });
        if (!(out < t.stands.open))
            f.fail(fmt::format(
                "lets people out for {} s of the {} s that it stands, which leaves no time to get in; give less", out,
                t.stands.open));
        f.maybe("clear", [&](const Value& v) { clear = v.number(clearings); });
        f.maybe("waiting", [&](const Value& v) { waiting = read_waiting(v.node(), name + ", waiting"); });
        if (f.has("waiting") && f.has("clear"))
            f.fail(
                "has 'clear', for people who wait before its doors, and 'waiting', for people beside them; give one");
        if (!f.has("exits")) f.fail("needs 'exits': names of exits for people who get out");
        const People people = stressed(this->people(f));
        const int alight = f.need("alight").whole({0, most_people});
        const auto doors = f.need("doors").items();
        if (doors.empty()) f.need("doors").fail("has none; give a line for each door, or take the train out");
        t.doors = int(doors.size());
        const auto up_to_door = [&](int d) { return int(std::int64_t(alight) * d / t.doors); };
        for (int d = 0; d < t.doors; ++d) {
            const auto [a, b] = doors[std::size_t(d)].line();
            const int count = up_to_door(d + 1) - up_to_door(d);
            train_door(t, fmt::format("{}, door {}", name, d + 1), {a, b}, out, count, people);
            plan_.exits.back().clear = clear;
            plan_.exits.back().waiting = waiting;
        }
        plan_.trains.push_back(t);
    }
    Waiting read_waiting(const JsonNode& node, const std::string& what) {
        Fields f(plan_.file, node, what);
        const Limits lengths{1, 100};
        const Waiting waiting{float(f.need("beside").number(lengths)), float(f.need("deep").number(lengths))};
        f.done();
        return waiting;
    }
    /// Reads a door. People get out for `out` seconds, to the door's left as seen from its first point; then people get
    /// in.
    void train_door(const Train& t, const std::string& name, const Wall& door, float out, int count,
                    const People& people) {
        const auto& [first, open, every] = t.stands;
        plan_.exits.push_back({.name = name,
                               .a = door.a,
                               .b = door.b,
                               .timetable = {first + out, open - out, every},
                               .storey = storey_,
                               .place = t.place});
        const glm::vec2 along = door.b - door.a,
                        depth = glm::vec2(-along.y, along.x) * (doorstep / std::max(glm::length(along), 1e-6f));
        plan_.sources.push_back({.name = name + ", out",
                                 .outline = {door.a, door.b, door.b + depth, door.a + depth},
                                 .rate = float(std::max(count, 1)) / out,
                                 .from = first,
                                 .until = first + open,
                                 .total = count,
                                 .every = every,
                                 .people = people,
                                 .storey = storey_,
                                 .place = t.place});
    }

    void refuge(Fields& f, const std::string& name) {
        plan_.exits.push_back(
            {.name = name, .outline = f.need("area").area(), .refuge = true, .storey = storey_, .place = f.place()});
    }

    Timetable timetable(const JsonNode& node, const std::string& what) {
        Fields f(plan_.file, node, what);
        Timetable t;
        f.maybe("first", [&](const Value& v) { t.first = v.number(times); });
        f.maybe("open", [&](const Value& v) { t.open = v.number(lengths_of_time); });
        f.maybe("every", [&](const Value& v) { t.every = v.number(lengths_of_time); });
        if (t.every > 0 && !(t.open < t.every))
            f.fail(fmt::format("open for {} s every {} s never shuts; give 'open' less than 'every'", t.open, t.every));
        f.done();
        return t;
    }

    void area(Fields& f, const std::string& name) {
        Area a{.name = name, .outline = f.need("area").area(), .storey = storey_, .place = f.place()};
        f.maybe("kind", [&](const Value& v) { a.kind = kind(v); });
        f.maybe("speed", [&](const Value& v) { a.speed = v.number({0, 5, true}); });
        f.maybe("measured", [&](const Value& v) { a.measured = v.truth(); });
        f.maybe("level", [&](const Value& v) { a.level = v.number({-1000, 1000}); });
        plan_.areas.push_back(a);
    }

    static Area::Kind kind(const Value& v) {
        const std::vector<std::string> kinds{"floor", "stairs up", "stairs down"};
        const auto at = std::find(kinds.begin(), kinds.end(), v.text());
        if (at == kinds.end()) v.fail("no kind '" + v.text() + "'." + suggest(v.text(), kinds));
        return Area::Kind(at - kinds.begin());
    }

    void spawn(Fields& f, const std::string& name) {
        Spawn s{.name = name,
                .outline = f.need("area").area(),
                .people = stressed(people(f)),
                .storey = storey_,
                .place = f.place()};
        if (f.has("count") == f.has("density")) f.fail("has to have either 'count' or 'density'; give one of them");
        f.maybe("count", [&](const Value& v) { s.count = v.whole({0, most_people}); });
        f.maybe("density", [&](const Value& v) {
            const double n = std::round(v.number({0, 20, true}) * area_of(s.outline));
            if (n > most_people) v.fail(fmt::format("makes {} people; the limit is {}", n, most_people));
            s.count = int(n);
        });
        plan_.spawns.push_back(s);
    }

    void source(Fields& f, const std::string& name) {
        Source s{.name = name,
                 .outline = f.need("area").area(),
                 .people = stressed(people(f)),
                 .storey = storey_,
                 .place = f.place()};
        s.rate = f.need("rate").number({0, 1e4, true});
        f.maybe("from", [&](const Value& v) { s.from = v.number(times); });
        f.maybe("until", [&](const Value& v) { s.until = v.number(times); });
        f.maybe("total", [&](const Value& v) { s.total = v.whole({0, most_people}); });
        if (s.until <= s.from)
            f.fail(fmt::format("ends at {} s, before its start at {} s; give a later 'until'", s.until, s.from));
        plan_.sources.push_back(s);
    }

    void line(Fields& f, const std::string& name) {
        MeasureLine l{.name = name, .storey = storey_, .place = f.place()};
        std::tie(l.a, l.b) = f.need("line").line();
        plan_.lines.push_back(l);
    }

    People people(Fields& f) {
        People p = defaults_;
        f.maybe("speed", [&](const Value& v) { p.speed = read_speeds(v); });
        f.maybe("radius", [&](const Value& v) { p.radius = v.range(radii); });
        f.maybe("premovement", [&](const Value& v) { p.premovement = v.range(times); });
        f.maybe("heading", [&](const Value& v) {
            p.heading = v.point();
            if (p.heading == glm::vec2(0)) v.fail("is (0, 0); give the direction people walk in");
            p.heading = glm::normalize(glm::dvec2(p.heading));
        });
        f.maybe("age", [&](const Value& v) { p.age = v.range({0, 120}); });
        f.maybe("height", [&](const Value& v) { p.height = v.range({0.4, 2.5}); });
        f.maybe("mass", [&](const Value& v) { p.mass = v.range({5, 300}); });
        f.maybe("stress", [&](const Value& v) { p.stress = v.number({0, 5, true}); });
        f.maybe("exits", [&](const Value& v) { p.exits = chosen(v); });
        return p;
    }
    static People stressed(People p) {
        for (float* v : {&p.speed.mean, &p.speed.sigma, &p.speed.lo, &p.speed.hi}) *v *= p.stress;
        return p;
    }

    std::vector<int> chosen(const Value& v) {
        std::vector<std::string> names;
        for (const auto& e : plan_.exits) names.push_back(e.name);
        std::vector<int> list;
        for (const auto& t : plan_.trains) names.push_back(t.name);
        for (const auto& item : v.items()) {
            const auto at = std::find(names.begin(), names.end(), item.text());
            if (at == names.end()) item.fail("no exit '" + item.text() + "'." + suggest(item.text(), names));
            const auto index = std::size_t(at - names.begin());
            if (index < plan_.exits.size()) {
                list.push_back(int(index));
                continue;
            }
            const Train& t = plan_.trains[index - plan_.exits.size()];
            for (int d = 0; d < t.doors; ++d) list.push_back(t.first_exit + d);
        }
        if (list.empty()) v.fail("names no exit; omit it to allow all exits");
        return list;
    }

    /// Reads one number for all; {"min", "max"} for a uniform distribution; {"mean", "sigma"} and optionally "min" and
    /// "max" for a truncated normal one.
    Speeds read_speeds(const Value& v) {
        if (v.is(Kind::number)) {
            const float x = v.number(speeds);
            return {x, 0, x, x};
        }
        Fields f(plan_.file, v.node(), "speed");
        Speeds s;
        s.even = !f.has("mean") && !f.has("sigma");
        f.maybe("mean", [&](const Value& m) { s.mean = m.number(speeds); });
        f.maybe("sigma", [&](const Value& m) { s.sigma = m.number({0, 10}); });
        s.lo = std::max(0.1f * s.mean, s.mean - 3 * s.sigma);
        s.hi = s.mean + 3 * s.sigma;
        f.maybe("min", [&](const Value& m) { s.lo = m.number(speeds); });
        f.maybe("max", [&](const Value& m) { s.hi = m.number(speeds); });
        if (s.even && !(f.has("min") && f.has("max"))) f.fail("give 'mean' and 'sigma', or 'min' and 'max'");
        if (s.even) {
            s.mean = 0.5f * (s.lo + s.hi);
            s.sigma = 0;
        }
        if (s.lo > s.hi) f.fail(fmt::format("the least, {}, is above the most, {}", s.lo, s.hi));
        if (s.mean < s.lo || s.mean > s.hi)
            f.fail(fmt::format("the mean, {}, is not between {} and {}", s.mean, s.lo, s.hi));
        f.done();
        return s;
    }

    /// Reads the bounds; without any, takes the extent of everything plus a margin of a metre. A periodic plan must
    /// give them.
    void bounds(Fields& floor, int storey) {
        glm::vec2 lo(INFINITY), hi(-INFINITY);
        const auto hold = [&](glm::vec2 p) {
            lo = glm::min(lo, p);
            hi = glm::max(hi, p);
        };
        each_point(plan_, storey, hold);
        for (const auto& stair : plan_.stairs)
            if (stair.low == storey || stair.high == storey)
                for (const auto p : outline_of(stair)) hold(p);
        constexpr float margin = 1;
        Storey& here = plan_.storeys[std::size_t(storey)];
        here.lo = lo - margin;
        here.hi = hi + margin;
        bool given = false;
        floor.maybe("bounds", [&](const Value& v) {
            const auto [a, b] = v.line();
            here.lo = glm::min(a, b);
            here.hi = glm::max(a, b);
            given = true;
            if (a.x == b.x || a.y == b.y) v.fail("have no area; give two corners that face each other");
        });
        if (plan_.periodic && !given)
            floor.fail("a periodic plan needs 'bounds': x wraps from the right one to the left one");
        if (!given && !(lo.x <= hi.x)) floor.fail("is empty; give it walls, exits and people");
    }

    JsonNode tree_;
    Plan plan_;
    People defaults_;
    int storey_ = 0;  ///< storey being read
};

}  // namespace

Plan read_plan(const std::string& text, const std::string& name) {
    Plan plan = Reader(text, name).read();
    check_plan(plan);
    return plan;
}

Plan load_plan(const std::string& key_or_file) {
    const auto found = document::find(key_or_file, carried_plans(), "plan");
    return read_plan(found.text, found.name);
}

}  // namespace nearfield::plans
