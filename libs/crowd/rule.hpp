#pragma once
// One step of the crowd as rules for both backends: sum forces of neighbours, move, let people in.
#include "base/random.hpp"
#include "libs/crowd/measure_lines.hpp"
#include "libs/crowd/social_force.hpp"
#include "libs/crowd/walls.hpp"
#include "libs/plans/navigation.hpp"
#include "usp/walk/neighbours.hpp"

namespace nearfield::crowd {

/// Properties of a pedestrian, by id.
struct alignas(16) Traits {
    float speed = 0;  ///< desired speed, m/s
    float start = 0;  ///< time of setting off, s
    int goal = none;  ///< exit; `none`: stands still, unless the group has a heading
    u32 group = 0;    ///< index into Floor::groups
    static constexpr int none = -1;
};

/// Properties shared by people who start together or come from one source.
struct Group {
    vec<2> heading{0.f};  ///< unit vector, or 0: walk to the goal
    u32 allowed = ~0u;    ///< permitted exits, as bits
};

/// A watched line: an exit's door, a side of an exit's area, a measured line, or a portal.
struct Line {
    glm::vec2 a, b;
    int exit;               ///< or -1
    int sums;               ///< index into Floor::passed for a measured line, or -1
    glm::vec2 shift{0, 0};  ///< for a portal
};

/// A flight of stairs or a ramp.
struct Slope {
    glm::vec2 uphill;  ///< unit vector
    float up, down;    ///< factors of the desired speed
    NF_INLINE float factor(const vec<2>& heading) const {
        const float rising = heading[0] * uphill.x + heading[1] * uphill.y;
        return rising > 0.f ? up : down;
    }
};

/// Sums of a measured line since the start.
struct LineSums {
    u32 left = 0, right = 0;  ///< persons who crossed it to its left and to its right
    u32 speed = 0;            ///< sum of perpendicular speeds, mm/s; wraps at 2^32
    NF_INLINE void add(int side, float metres_per_second) {
        atomic_add(side > 0 ? &left : &right, 1u);
        atomic_add(&speed, u32(metres_per_second * 1e3f + 0.5f));
    }
};

/// Counts of people who boarded and alighted at a train's door.
struct Stop {
    u32 boarded = 0, alighted = 0;
    friend NF_HD Stop operator+(const Stop& a, const Stop& b) {
        return {a.boarded + b.boarded, a.alighted + b.alighted};
    }
    friend NF_HD Stop operator-(const Stop& a, const Stop& b) {
        return {a.boarded - b.boarded, a.alighted - b.alighted};
    }
};

/// Pressure at which people who wait before a gate stop pushing forward, N/m: bodies of 0.235 m in a hexagonal lattice,
/// with 0.35 m of air between them.
constexpr float waiting_pressure = 100;
constexpr float slowing_distance = 0.5f;  ///< distance before their stop within which waiting people slow down, m

/// Waiting floor at both sides of a train's door. Every waiting person has a place of their own there and returns to
/// it: preferred positions (Johansson, Peterson & Tapani 2015) in waiting zones (Davidich et al. 2013).
struct BesideDoor {
    glm::vec2 middle{0}, along{0};  ///< of the door; the platform is to its left
    float half = 0;                 ///< half width of the door, m
    Waiting waiting;

    /// Coordinates along the door and away from it, m.
    NF_INLINE vec<2> seen_from_door(const vec<2>& p) const {
        const vec<2> to = p - vec<2>(middle), a = vec<2>(along);
        return {dot<2>(a, to), cross(a, to)};
    }
    NF_INLINE vec<2> in_plane(const vec<2>& at) const {
        return vec<2>(along) * at[0] + vec<2>(-along.y, along.x) * at[1];
    }
    /// In the door's coordinates, with the body wholly on that floor.
    NF_INLINE vec<2> place_of(u32 person, float radius) const {
        const auto u = Random{person, 4}.uniform<2>(0);
        const float out = 2.f * u[0] - 1.f, far = half + radius + fabsf(out) * (waiting.beside - 2.f * radius);
        return {out < 0.f ? -far : far, radius + u[1] * (waiting.deep - 2.f * radius)};
    }
    /// True if a person heads straight for the place: in front of the door, or about abreast of the place. Before that,
    /// people walk towards the door. `way`: walking distance to the door.
    NF_INLINE bool is_straight(const vec<2>& at, const vec<2>& place, float way) const {
        constexpr float front = 0.5f, abreast = 1;  // m
        const float out = place[0] < 0.f ? -at[0] : at[0];
        return out > -half - front && out < fabsf(place[0]) + at[1] + abreast && at[1] < 2.f * waiting.deep + half &&
               way < 2.f * (fabsf(at[0]) + fabsf(at[1])) + half;
    }
};

/// Lets at most `allowed` people through an exit in this step. People wait before a gate that its timetable shuts.
struct Gate {
    float capacity = 0;  ///< persons/s; 0: unlimited
    Timetable timetable;
    float saved = 1;  ///< accumulated credit, in persons
    u32 allowed = ~0u, taken = 0;
    bool shut = false;  ///< shut by its timetable
    float clear = 0;    ///< distance before it that waiting people keep free, m
    BesideDoor beside;  ///< for a train's door beside which people wait
    int entrance = -1;  ///< for a train's door: source of the people who get out
    Stop before, last;  ///< counts when it last shut, and of the stop that ended then
};

/// Sums of an area since the start, for Edie's definitions.
struct AreaSums {
    u64 time = 0;      ///< total time inside, in units of 100 ns
    u64 distance = 0;  ///< total distance inside, in units of 10 micrometres
    NF_INLINE void add(float dt, float metres) {
        atomic_add(&time, u64(dt * 1e7f + 0.5f));
        atomic_add(&distance, u64(metres * 1e5f + 0.5f));
    }
    double seconds() const { return double(time) * 1e-7; }
    double metres() const { return double(distance) * 1e-5; }
};

/// View of the floor for rules.
struct Floor {
    NavigationView way;
    WallCells near_walls;
    const JoinedWall* walls;
    WallCells near_lines;
    const Line* lines;
    const Group* groups;
    const float* pace;  ///< per navigation node: factor of the desired speed; null: 1
    const u32* slope;   ///< per navigation node: 1 + index into `slopes`, or 0; null: no stairs
    const Slope* slopes;
    WallCells near_portals;
    const Line* portals;
    const u32* areas;  ///< per navigation node: measured areas that contain it, as bits; null: none
    Gate* gates;       ///< per exit
    LineSums* passed;  ///< per measured line
    u32* left;         ///< per exit: number of people who left
    AreaSums* sums;
};

/// Desired velocity of a pedestrian.
struct Aim {
    Floor floor;
    const Traits* traits;
    float now;                        ///< s
    float speed;                      ///< overrides individual speeds if above 0
    const float* hindered = nullptr;  ///< speed factor per person in storage order; null: 1

    NF_INLINE vec<2> direction(const Traits& t, const vec<2>& p) const {
        const vec<2> heading = floor.groups[t.group].heading;
        if (heading[0] != 0.f || heading[1] != 0.f) return heading;
        return t.goal >= 0 ? vec<2>(floor.way.direction_at(t.goal, p)) : vec<2>(0.f);
    }
    NF_INLINE float speed_of(const Traits& t) const { return now < t.start ? 0.f : speed > 0.f ? speed : t.speed; }
};

/// Sums the forces of neighbours.
template <class Law> struct SumPushes {
    Law law;
    Aim aim;
    bool sees;  ///< true if the law depends on the viewing direction
    const u32* id;
    const Body* body;
    Push* push;

    static constexpr bool sums_only = true, costly = true;
    template <class Near> NF_HD Push operator()(u32 i, const Near& near) const {
        const Body own = load_body(body + i);
        vec<2> sight(0.f);
        if (sees) sight = aim.direction(aim.traits[id[i]], near.position(i));
        return near.template sum<Coincident::skipped>(i, Push{}, [&](const Other& j, const vec<2>& towards, float d2) {
            return law.pair(own, j.read([&](u32 n) { return load_body(body + n); }), towards, d2, sight);
        });
    }
    NF_HD void write(u32 i, const Push& sum) const { push[i] = sum; }
};

/// Adds the forces of people seen through portals: on stairs, one feels the people at their top.
template <class Law> struct FeelThroughPortals {
    Law law;
    Aim aim;
    bool sees;
    float reach;  ///< m
    Storage<2> storage;
    const u32 *present, *id;
    const Body* body;
    Push* push;

    NF_HD void operator()(u32 i) const {
        if (i >= *present) return;
        const vec<2> p = load<2>(storage.position + i);
        aim.floor.near_portals.each(p, [&](u32 n) {
            const Line& portal = aim.floor.portals[n];
            if (!is_beyond(portal, p) && distance_to({portal.a, portal.b}, p) < reach) feel(i, p, portal);
        });
    }

  private:
    /// True beyond the portal's line, also past its ends, where people who come off the stairs stand.
    static NF_INLINE bool is_beyond(const Line& portal, const vec<2>& p) {
        return cross(vec<2>(portal.b - portal.a), p - vec<2>(portal.a)) > 0.f;
    }
    NF_INLINE void feel(u32 i, const vec<2>& p, const Line& portal) const {
        const Body own = load_body(body + i);
        vec<2> sight(0.f);
        if (sees) sight = aim.direction(aim.traits[id[i]], p);
        const vec<2> from = p + vec<2>(portal.shift);
        Push sum = push[i];
        const auto look = [&](const Stretch& stretch, const vec<2>& moved) {
            for (u32 j = stretch.first; j < stretch.end; ++j) {
                const vec<2> to = vector_to<2>(load<2>(storage.position + j), from, moved);
                const float d2 = dot<2>(to, to);
                if (d2 < reach * reach && is_beyond(portal, p + to))
                    sum += law.pair(own, load_body(body + j), to, d2, sight);
            }
        };
        each_range(Walk{visit_of<StripsVisit>, storage.grid.box.wrapped}, storage, from, look);
        push[i] = sum;
    }
};

/// Adds the forces of walls, then updates velocities and positions (relaxation to the desired velocity solved exactly,
/// other forces explicit, friction implicit, positions with the new velocity). People who cross an exit's line leave.
template <class Law> struct Move {
    Law law;
    Aim aim;
    Environment<2> box;
    float dt, relaxation;  ///< s
    float gain;            ///< 1 - exp(-dt / relaxation)
    float yield_at;        ///< pressure without any driving force, N/m; 0: pressure has no effect
    const u32* present;
    const u32* id;
    const Push* push;
    Packed<2>* position;
    Body* body;
    float* pressure;      ///< N/m
    u32* last_left_bits;  ///< time of the last departure, s, as bits, which sort like positive numbers
    u32* stopped;         ///< number of steps stopped by a wall
    u32 now_bits;         ///< time at the end of the step, s, as bits

    NF_HD void operator()(u32 i) const {
        if (i >= *present) return;
        const vec<2> p = load<2>(position + i);
        Body own = body[i];
        const Traits traits = aim.traits[id[i]];
        Push sum = push[i];
        float nearest = 1e30f;
        aim.floor.near_walls.each(p, [&](u32 w) { feel(sum, own, p, aim.floor.walls[w], nearest); });
        pressure[i] = sum.radial / (6.28318531f * own.radius);

        const int node = aim.floor.way.grid.index(p);
        float wish = aim.speed_of(traits) * (aim.floor.pace ? aim.floor.pace[node] : 1.f);
        vec<2> heading = wish > 0.f ? aim.direction(traits, p) : vec<2>(0.f);
        if (aim.floor.slope && aim.floor.slope[node])
            wish *= aim.floor.slopes[aim.floor.slope[node] - 1].factor(heading);
        if (aim.hindered) wish *= aim.hindered[i];
        if (wish > 0.f) wish *= patience(traits.goal, id[i], p, own.radius, pressure[i], heading);
        vec<2> v = accelerate(own, sum, heading * wish);
        v = limit(v, law.top_speed(wish), 0.5f * own.radius / dt);
        vec<2> q = p + v * dt;
        const float way = quick_sqrt(dot<2>(v, v)) * dt;
        if (nearest < way && hits_wall(p, q)) {
            q = p;
            v = vec<2>(0.f);
            atomic_add(stopped, 1u);
        }
        if (!cross_lines(p, q, v, traits.group)) return leave(i);
        own.vx = v[0];
        own.vy = v[1];
        body[i] = own;
        position[i] = pack<2>(is_number(q) ? box.confine(q) : vec<2>(NAN));
        if (aim.floor.areas) note(aim.floor.areas[node], way);
    }

  private:
    static NF_INLINE bool is_number(const vec<2>& q) { return fabsf(q[0]) < 1e30f && fabsf(q[1]) < 1e30f; }

    NF_INLINE void feel(Push& sum, const Body& own, const vec<2>& p, const JoinedWall& wall, float& nearest) const {
        const auto at = wall.nearest(p);
        const float d = quick_sqrt(dot<2>(at.to, at.to));
        nearest = smaller(nearest, d);
        if (at.share > 0.f && d > 1e-6f) sum += law.wall(own, at.to / d, d, at.share);
    }

    /// Factor of the desired speed under a pressure in N/m. Before a shut gate people stop where the floor is kept
    /// clear or others are close; a negative factor moves them back. Others head for their place beside the door.
    NF_INLINE float patience(int goal, u32 person, const vec<2>& p, float radius, float pressed,
                             vec<2>& heading) const {
        const float yielding = yield_at > 0.f ? larger(1.f - pressed / yield_at, 0.f) : 1.f;
        if (goal < 0 || !aim.floor.gates[goal].shut) return yielding;
        const float way = aim.floor.way.distance_at(goal, p);
        const BesideDoor& beside = aim.floor.gates[goal].beside;
        if (beside.waiting.is_beside()) {
            const vec<2> at = beside.seen_from_door(p), place = beside.place_of(person, radius);
            if (!beside.is_straight(at, place, way)) return yielding;
            const vec<2> to = beside.in_plane(place - at);
            const float far = quick_sqrt(dot<2>(to, to));
            if (far > 1e-3f) heading = to / far;
            return yielding * smaller(far / slowing_distance, 1.f);
        }
        const float far = (way - aim.floor.gates[goal].clear) / slowing_distance;
        if (far < 0.f) return larger(far, -1.f);
        return smaller(far, 1.f) * larger(1.f - pressed / waiting_pressure, 0.f);
    }

    NF_INLINE vec<2> accelerate(const Body& own, const Push& sum, const vec<2>& wish) const {
        const float per_mass = 1.f / own.mass, c = dt * per_mass;
        const vec<2> free = sum.force * per_mass;
        const vec<2> now = own.velocity(), v = now + (wish + free * relaxation - now) * gain;
        const float xx = 1.f + c * sum.xx, xy = c * sum.xy, yy = 1.f + c * sum.yy, det = xx * yy - xy * xy;
        return {(yy * v[0] - xy * v[1]) / det, (xx * v[1] - xy * v[0]) / det};
    }

    static NF_INLINE vec<2> limit(const vec<2>& v, float top, float most) {
        const float s = quick_sqrt(dot<2>(v, v)), least = smaller(top, most);
        return s > least ? v * (least / s) : v;
    }

    NF_INLINE bool hits_wall(const vec<2>& p, const vec<2>& q) const {
        bool hit = false;
        aim.floor.near_walls.each(p, [&](u32 w) { hit |= aim.floor.walls[w].stops(p, q); });
        return hit;
    }

    /// Counts the lines crossed from p to q, and moves people through portals. Returns false if the person leaves. At a
    /// shut gate the person stays in place.
    NF_INLINE bool cross_lines(const vec<2>& p, vec<2>& q, vec<2>& v, u32 group) const {
        bool stays = true, taken = false, held = false;
        vec<2> out(0.f);
        aim.floor.near_lines.each(p, [&](u32 n) {
            const Line line = aim.floor.lines[n];
            const int side = stays ? crossing(line.a, line.b, p, q) : 0;
            if (side == 0) return;
            if (line.exit < 0) {
                if (line.sums >= 0) count(line, side, v);
                else if (side > 0) {
                    taken = true;
                    out = beyond(line, q);
                }
            } else if (admits(line.exit, group) && passes(aim.floor.gates[line.exit])) {
                atomic_add(aim.floor.left + line.exit, 1u);
                atomic_max(last_left_bits, now_bits);
                stays = false;
            } else {
                held = true;
            }
        });
        if (taken) q = out;
        if (held) {
            q = p;
            v = vec<2>(0.f);
        }
        return stays;
    }
    /// q at the other end of a portal, shifted by a millimetre, so that rounding cannot put it before the line there.
    static NF_INLINE vec<2> beyond(const Line& line, const vec<2>& q) {
        const vec<2> along = line.b - line.a, left(-along[1], along[0]);
        return q + vec<2>(line.shift) + left * (1e-3f / quick_sqrt(dot<2>(left, left)));
    }
    NF_INLINE void count(const Line& line, int side, const vec<2>& v) const {
        const glm::vec2 along = line.b - line.a;
        aim.floor.passed[line.sums].add(side, fabsf(cross(along, v)) / sqrtf(glm::dot(along, along)));
    }
    /// False for people who were merely pushed against a train's door.
    NF_INLINE bool admits(int exit, u32 group) const {
        return aim.floor.gates[exit].entrance < 0 || aim.floor.groups[group].allowed >> exit & 1;
    }
    NF_INLINE bool passes(Gate& gate) const {
        return gate.allowed == ~0u || (gate.allowed > 0 && atomic_add(&gate.taken, 1u) < gate.allowed);
    }

    NF_INLINE void leave(u32 i) const {
        position[i] = {{nowhere, nowhere}};
        body[i].vx = body[i].vy = 0.f;
        pressure[i] = 0.f;
    }

    NF_INLINE void note(u32 areas, float way) const {
        for (u32 a = 0; areas; ++a, areas >>= 1)
            if (areas & 1) aim.floor.sums[a].add(dt, way);
    }
};

/// Entry of a source's people while it is open: the k-th of those `each` time is due (k + a random fraction) / rate
/// after it opens, and takes the first free spot.
struct Entrance {
    Timetable open;
    float rate;
    u32 each, most;
    u32 first_spot, spots;  ///< range in Arrive::spot
    u32 group;
    Range radius, premovement;
    Speeds speed;
    NF_INLINE float due(u32 k, float fraction) const {
        const u32 before = open.every > 0.f ? k / each : 0;
        return open.first + open.every * float(before) + (float(k - before * each) + fraction) / rate;
    }
};

/// Lets in at most one person per source, who takes an absent person's id.
struct Arrive {
    const Entrance* entrance;
    const Packed<2>* spot;
    u32* born;  ///< per source
    Floor floor;
    const float* weight;  ///< per exit; 0: shut
    int exits;
    Storage<2> storage;
    u32 actors;
    Random random;
    u32 seed_step;
    float now, mass;
    bool premoves;
    Packed<2>* position;
    Body* body;
    Traits* traits;
    const u32* id;

    NF_HD void operator()(u32 s) const {
        const Entrance& in = entrance[s];
        const u32 i = storage.queries() + s, k = born[s];
        if (i >= actors || k >= in.most || in.spots == 0) return;
        const auto draw = random.words(k * 64u + s);
        if (!in.open.open_at(now) || now < in.due(k, unit(draw[0]))) return;
        const Body own{0.f, 0.f, in.radius.lo + unit(draw[1]) * (in.radius.hi - in.radius.lo), mass};
        const vec<2> at = load<2>(spot + in.first_spot + Random{draw[2], 1}.words(seed_step)[0] % in.spots);
        if (!is_free(at, own.radius)) return;
        const auto more = Random{draw[3], 2}.words(k);
        const u32 allowed = floor.groups[in.group].allowed;
        const float wait = premoves ? in.premovement.lo + unit(more[0]) * (in.premovement.hi - in.premovement.lo) : 0.f;
        position[i] = pack<2>(at);
        body[i] = own;
        born[s] = k + 1;
        traits[id[i]] = {in.speed.at(unit(more[1])), now + wait, floor.way.nearest(at, exits, weight, allowed),
                         in.group};
    }

  private:
    static NF_INLINE float unit(u32 word) { return float(word >> 8) * 0x1p-24f; }

    static constexpr float air = 0.2f;  ///< gap between new and present people, m: touching bodies push at 1350 N/m

    /// True if the spot was free at the start of the step. (Sources do not share floor.)
    NF_INLINE bool is_free(const vec<2>& at, float radius) const {
        bool free = true;
        const auto look = [&](const Stretch& stretch, const vec<2>& moved) {
            for (u32 j = stretch.first; j < stretch.end; ++j) {
                const vec<2> to = vector_to<2>(load<2>(storage.position + j), at, moved);
                const float least = radius + body[j].radius + air;
                if (dot<2>(to, to) < least * least) free = false;
            }
        };
        each_range(Walk{visit_of<StripsVisit>, storage.grid.box.wrapped}, storage, at, look);
        return free;
    }
};

/// Adds capacity * dt per step to a gate's credit, up to one person above that.
struct Turn {
    Gate* gates;
    const float* weight;
    const u32 *left, *born;  ///< per exit, per source
    float now, dt;
    NF_HD void operator()(u32 e) const {
        Gate gate = gates[e];
        if (gate.allowed != ~0u) gate.saved -= float(gate.taken < gate.allowed ? gate.taken : gate.allowed);
        gate.taken = 0;
        gate.allowed = ~0u;
        if (gate.capacity > 0.f) {
            gate.saved = fminf(gate.saved + gate.capacity * dt, 1.f + gate.capacity * dt);
            gate.allowed = u32(gate.saved);
        }
        const bool was_shut = gate.shut;
        gate.shut = !gate.timetable.open_at(now);
        if (gate.shut || !(weight[e] > 0.f)) gate.allowed = 0;
        if (gate.shut && !was_shut) {
            const Stop sums{left[e], gate.entrance >= 0 ? born[gate.entrance] : 0};
            gate.last = sums - gate.before;
            gate.before = sums;
        }
        gates[e] = gate;
    }
};

/// Queues: people heading for an exit, counted by distance to it in rings of 2 m; the last ring is unbounded.
constexpr int queue_rings = 32;
constexpr float ring_width = 2.f;
NF_INLINE int ring_of(float distance) {
    return distance < ring_width * (queue_rings - 1) ? int(distance / ring_width) : queue_rings - 1;
}

struct CountQueues {
    NavigationView way;
    const u32 *present, *id;
    const Packed<2>* position;
    const Traits* traits;
    u32* queue;  ///< per exit and ring
    NF_HD void operator()(u32 i) const {
        if (i >= *present) return;
        const vec<2> p = load<2>(position + i);
        const Traits t = traits[id[i]];
        if (!is_absent<2>(p) && t.goal >= 0)
            atomic_add(queue + t.goal * queue_rings + ring_of(way.distance_at(t.goal, p)), 1u);
    }
};

/// Chooses everybody's goal again: the nearest exit, or the one with the least time given its queue.
struct Choose {
    Floor floor;
    const float* weight;  ///< per exit; 0: shut
    const float* flow;    ///< per exit: greatest flow, persons/s
    int exits;
    const u32* queue;  ///< null: by distance alone
    float loyalty;     ///< minimum relative saving of time to switch to another exit
    float speed;       ///< overrides individual speeds if above 0
    const u32 *present, *id;
    const Packed<2>* position;
    Traits* traits;
    const float* refuge =
        nullptr;  ///< per exit: above 0 for a refuge, for people who can reach no exit; null: no refuges

    NF_HD void operator()(u32 i) const {
        if (i >= *present) return;
        const vec<2> p = load<2>(position + i);
        if (is_absent<2>(p)) return;
        Traits& t = traits[id[i]];
        const Group& group = floor.groups[t.group];
        t.goal = queue ? quickest(p, t, group.allowed) : floor.way.nearest(p, exits, weight, group.allowed);
        if (t.goal < 0 && refuge) t.goal = floor.way.nearest(p, exits, refuge, ~0u);
    }

  private:
    NF_INLINE int quickest(const vec<2>& p, const Traits& t, u32 allowed) const {
        const float pace = larger(0.1f, speed > 0.f ? speed : t.speed);
        int best = -1;
        float least = INFINITY;
        for (int e = 0; e < exits; ++e) {
            if (!(allowed >> e & 1) || !(weight[e] > 0)) continue;
            const float distance = floor.way.distance_at(e, p);
            if (!(distance < INFINITY)) continue;
            const float time = larger(distance * weight[e] / pace, float(ahead(e, distance)) / flow[e]) *
                               (e == t.goal ? 1.f - loyalty : 1.f);
            if (time < least) {
                least = time;
                best = e;
            }
        }
        return best;
    }
    NF_INLINE u32 ahead(int e, float distance) const {
        u32 people = 0;
        for (int r = 0; r <= ring_of(distance); ++r) people += queue[e * queue_rings + r];
        return people;
    }
};

}  // namespace nearfield::crowd
