#pragma once
// One tick: cells age, divide, differentiate, die and move.
#include "scenes/keratinocyte/signals.hpp"

namespace nearfield::keratinocyte {

struct Growth {
    u32 stem_cycle, ta_cycle, hacat_cycle;
    u32 contacts;    ///< number of bonds above which a cell is inhibited
    u32 stacking;    ///< number of lateral bonds above which division is upward
    u32 rest;        ///< ticks of inhibition after which a cell commits
    u32 lifetime;    ///< ticks from commitment to corneocyte
    float speed;     ///< greatest motility
    float shedding;  ///< probability per tick that a free corneocyte leaves

    NF_INLINE u32 length(u32 type) const {
        return type == type::stem ? stem_cycle : type == type::amplifying ? ta_cycle : hacat_cycle;
    }
    NF_INLINE u32 restart(float u, u32 type) const { return u32(rintf(u * float(length(type)) * 0.25f)); }
    NF_INLINE float motility(float u) const { return (0.5f + 0.5f * u) * speed; }
};

constexpr float whole_turn = 6.28318531f;

/// Advances the cell cycles. Flags by id the cells that want to divide and the free ids.
struct Cycle {
    Growth growth;
    Environment<3> box;
    Random random;
    const Packed<3>* position;
    const Appearance* look;
    const Bonds* bonds;
    const u32* id;
    Life* life;
    u32 *divides, *vacant;

    NF_HD void operator()(u32 i) const {
        const u32 k = id[i];
        const vec<3> at = load<3>(position + i);
        const bool absent = is_absent<3>(at);
        vacant[k] = absent;
        divides[k] = 0;
        if (absent) return;
        Life own = life[i];
        u32 contacts = bonds[i].all();
        for (int a = 0; a < 3; a += 2) contacts += at[a] <= box.lo[a] || at[a] >= box.hi[a] ? 2 : 0;
        if (contacts <= growth.contacts) {
            ++own.cycle;
            own.inhibited = 0;
        } else ++own.inhibited;
        own.noise = 0.9f + 0.2f * four(random, k).u[0];
        divides[k] = look[i].divides() && own.cycle > growth.length(look[i].type());
        life[i] = own;
    }
};

/// Lists the storage indices of absent cells in the order of their ids.
struct ListVacancies {
    const u32 *id, *before;  ///< before: number of free ids below this one
    u32* place;
    NF_HD void operator()(u32 i) const {
        const u32 k = id[i];
        if (before[k + 1] != before[k]) place[before[k]] = i;
    }
};

/// Divides cells: the n-th dividing cell, in the order of ids, gives the n-th free id to its daughter. Without a free
/// id it waits.
struct Divide {
    Growth growth;
    Environment<3> box;
    Random births, daughters;
    const u32 *id, *mothers,
        *vacancies;  ///< mothers, vacancies: numbers of those with lower ids; the last entry has the total
    const u32* place;
    u32 room;
    Packed<3>* position;
    Appearance* look;
    Life* life;
    Bonds* bonds;
    Heard* heard;
    u32* waiting;

    NF_HD void operator()(u32 i) const {
        const u32 k = id[i], n = mothers[k];
        if (mothers[k + 1] == n) return;
        if (n >= vacancies[room]) return void(atomic_add(waiting, 1u));
        const u32 j = place[n], type = look[i].type();
        const Four own = four(births, k), theirs = four(daughters, id[j]);
        vec<3> at = unpack<3>(position[i]);
        at[0] += offset(own.u[0]);
        at[2] += offset(own.u[1]);
        if (type != type::hacat && bonds[i].across >= growth.stacking) at[up] += 2.f - 2.f * own.u[2];
        const bool moves = type == type::amplifying;
        life[i].cycle = growth.restart(own.u[3], type);
        life[j] = {growth.restart(theirs.u[0], type),
                   0,
                   0,
                   moves ? growth.motility(theirs.u[1]) : 0.f,
                   whole_turn * theirs.u[2],
                   0.9f + 0.2f * theirs.u[3]};
        position[j] = pack<3>(box.confine(at));
        look[j] = Appearance::of(type, moves && growth.speed > 0.f, true);
        bonds[j] = {};
        heard[j] = {};
    }

  private:
    /// In (0, 2], negated above 0.5, as published; so three of four daughters lie on the lower side.
    static NF_INLINE float offset(float u) {
        const float by = 2.f - 2.f * u;
        return by > 0.5f ? -by : by;
    }
};

struct Fate {
    u32 edge;             ///< number of stem bonds of a cell up to which it counts as at the colony's edge
    u32 crowd;            ///< number of stem cells in reach above which a stem cell differentiates
    float across, above;  ///< half axes of the ellipsoid of a stem cell's signal
    bool true_angle;
    float turning, turn;  ///< probability per tick and greatest angle
    bool both_ways;
};

/// Lets cells differentiate, die and move according to the signals; includes cells born in this tick.
struct Live {
    Growth growth;
    Fate fate;
    Environment<3> box;
    Random chances, motion;
    const Heard* heard;
    const Bonds* bonds;
    const u32* id;
    Packed<3>* position;
    Appearance* look;
    Life* life;
    u32* left;

    NF_HD void operator()(u32 i) const {
        vec<3> at = unpack<3>(position[i]);
        if (is_absent<3>(at)) return;
        const Four chance = four(chances, id[i]);
        const u32 before = look[i].type();
        if (before == type::corneocyte && bonds[i].above == 0 && chance.u[3] < growth.shedding) {
            position[i] = pack<3>(vec<3>(nowhere));
            atomic_add(left, 1u);
            return;
        }
        Life own = life[i];
        u32 now = differentiated(before, own, at, heard[i], bonds[i]);
        const float dying = float(heard[i].corneocytes) * float(heard[i].corneocytes) * 0.01f;
        if (now != type::corneocyte && chance.u[0] < dying && chance.u[1] < 0.01f) now = type::corneocyte;
        if (now != before) own.motility = now == type::amplifying ? growth.motility(chance.u[2]) : 0.f;
        walk(own, at, now, heard[i].blocked > 0, four(motion, id[i]));
        life[i] = own;
        look[i] = Appearance::of(now, own.motility != 0.f);
        position[i] = pack<3>(at);
    }

  private:
    NF_INLINE u32 differentiated(u32 type, Life& own, const vec<3>& at, const Heard& h, const Bonds& b) const {
        if (type == type::stem) {
            const bool leaves = (b.stems <= fate.edge && h.stems > fate.crowd) || at[up] >= basement;
            return leaves ? type::amplifying : type;
        }
        if (type == type::committed) return ++own.age > growth.lifetime ? type::corneocyte : type;
        if (type == type::corneocyte) return type;
        const bool commits =
            own.inhibited >= growth.rest || (type == type::amplifying && (h.stems == 0 || is_far(own.noise, h)));
        if (commits) own.age = 0;
        return commits ? type::committed : type;
    }

    /// True if the nearest stem cell is outside the ellipsoid. False for an angle of NaN, which the published code
    /// produces straight above a stem cell.
    NF_INLINE bool is_far(float noise, const Heard& h) const {
        const float level = sqrtf(larger(0.f, h.nearest2 - h.rise2)), rise = sqrtf(h.rise2);
        const float angle = fate.true_angle ? atan2f(rise, level) : tanf(rise / level);
        const float c = fate.above * cosf(angle), s = fate.across * sinf(angle);
        return noise * fate.across * fate.above / sqrtf(c * c + s * s) < sqrtf(h.nearest2);
    }

    NF_INLINE void walk(Life& own, vec<3>& at, u32 type, bool blocked, const Four& u) const {
        if (u.u[0] < fate.turning) own.direction += fate.turn * u.u[1] * (fate.both_ways && u.u[2] < 0.5f ? -1.f : 1.f);
        if (blocked && (type == type::amplifying || type == type::hacat)) own.direction += 0.5f * whole_turn;
        at[0] += own.motility * cosf(own.direction);
        at[2] += own.motility * sinf(own.direction);
        if (at[0] < box.lo[0] || at[0] > box.hi[0]) own.direction = 0.5f * whole_turn - own.direction;
        if (at[2] < box.lo[2] || at[2] > box.hi[2]) own.direction = -own.direction;
        at = box.confine(at);
        own.direction -= whole_turn * floorf(own.direction / whole_turn);
    }
};

/// Places cells at random on the substrate and in their cycles; the other ids stay free.
struct Seed {
    Growth growth;
    Environment<3> box;
    Random random;
    u32 cells, type;
    Packed<3>* position;
    u32* id;
    Appearance* look;
    Life* life;
    Bonds* bonds;
    Heard* heard;
    float *overlap, *neighbours;

    NF_HD void operator()(u32 i) const {
        const vec<3> u = random.uniform<3>(i, box.lo, box.hi);
        const Four more = four({random.seed, random.stream + 1}, i);
        position[i] = pack<3>(i < cells ? vec<3>(u[0], box.lo[up], u[2]) : vec<3>(nowhere));
        id[i] = i;
        look[i] = Appearance::of(type, false);
        bonds[i] = {};
        heard[i] = {};
        overlap[i] = neighbours[i] = 0.f;
        life[i] = {u32(rintf(more.u[0] * float(growth.length(type)))),
                   0,
                   0,
                   0.f,
                   whole_turn * more.u[1],
                   0.9f + 0.2f * more.u[2]};
    }
};

}  // namespace nearfield::keratinocyte
