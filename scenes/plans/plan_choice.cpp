#include "scenes/plans/plan_choice.hpp"

#include "base/error.hpp"
#include "scenes/plans/plan_check.hpp"
#include "scenes/plans/plan_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::plans {
namespace {

/// Duration for which room is reserved for the people of an endless source, s: at least until the next train.
double seconds_kept(const Plan& plan) {
    double seconds = 240;
    for (const auto& exit : plan.exits) seconds = std::max<double>(seconds, exit.timetable.every);
    return seconds;
}

/// People from a source within that duration.
double people_of(const Plan& plan, const Source& source) {
    const double kept = seconds_kept(plan);
    if (source.every > 0) return std::ceil(source.total * std::max(1.0, kept / source.every));
    const double seconds = std::min<double>(kept, double(source.until) - source.from);
    return std::min<double>(source.total, std::ceil(source.rate * seconds));
}

/// Scales the number of people to `wanted`, by one factor for all.
void scale_people(Plan& plan, int wanted) {
    double base = plan.population(), told = 0;
    if (base == 0)
        for (const auto& source : plan.sources) base += people_of(plan, source);
    const double factor = wanted / std::max(base, 1.0);
    int given = 0;
    for (auto& spawn : plan.spawns) {
        told += spawn.count * factor;
        spawn.count = int(std::lround(told)) - given;
        given += spawn.count;
    }
    for (auto& source : plan.sources) {
        source.rate = float(source.rate * factor);
        if (source.total < std::numeric_limits<int>::max()) source.total = int(std::lround(source.total * factor));
    }
}

}  // namespace

u32 capacity_of(const Plan& plan) {
    double most = plan.population();
    for (const auto& source : plan.sources) most += people_of(plan, source);
    return u32(std::min(most, 4e6));
}

Plan with_shut(Plan plan, const std::string& list) {
    for (std::size_t from = 0; from <= list.size();) {
        const auto comma = std::min(list.find(',', from), list.size());
        std::string name = list.substr(from, comma - from);
        from = comma + 1;
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        if (name.empty()) continue;
        const bool open = name[0] == '+';
        if (open) name.erase(0, 1);
        bool found = false;
        for (auto& exit : plan.exits)
            if (exit.name == name) {
                exit.open = open;
                found = true;
            }
        for (auto& door : plan.doors)
            if (door.name == name) {
                door.open = open;
                found = true;
            }
        if (found) continue;
        std::vector<std::string> names;
        for (const auto& exit : plan.exits) names.push_back(exit.name);
        for (const auto& door : plan.doors) names.push_back(door.name);
        throw UsageError("shut: no exit or door '" + name + "' in " + plan.file + "." + suggest(name, names));
    }
    return plan;
}

float largest_radius(const Plan& plan) {
    float largest = 0;
    for (const auto& spawn : plan.spawns) largest = std::max(largest, spawn.people.radius.hi);
    for (const auto& source : plan.sources) largest = std::max(largest, source.people.radius.hi);
    return largest;
}

void require_reach(const Plan& plan, float cutoff) {
    const float touching = 2 * largest_radius(plan);
    if (cutoff <= touching)
        throw UsageError(fmt::format("cutoff: {:.3g} m does not reach beyond touching bodies, {:.3g} m apart; use more",
                                     cutoff, touching));
}

Plan chosen_plan(const std::string& key, int actors, float door_width, float size) {
    Plan plan = load_plan(key);
    if (actors > 0) scale_people(plan, actors);
    if (door_width > 0) set_door_width(plan, door_width);
    for (auto& spawn : plan.spawns) {
        spawn.people.radius.lo *= size;
        spawn.people.radius.hi *= size;
    }
    for (auto& source : plan.sources) {
        source.people.radius.lo *= size;
        source.people.radius.hi *= size;
    }
    if (actors > 0 || door_width > 0 || size != 1) check_plan(plan);
    return plan;
}

}  // namespace nearfield::plans
