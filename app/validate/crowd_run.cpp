#include "app/validate/crowd_run.hpp"

#include "scenes/plans/plan_choice.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

CrowdRun::CrowdRun(Backend backend, const std::string& plan, u32 seed, const Values& values)
    : SceneRun(
          "pedestrians", backend,
          {{"plan", plan}, {"seed", std::to_string(seed)}, {"stage_timing", "off"}, {"search.deterministic", "on"}},
          values),
      plan_(plans::chosen_plan(plan, int(run_.settings().integer("actors")),
                               float(run_.settings().number("door_width")),
                               float(run_.settings().number("radius_scale")))) {}

void CrowdRun::run_to(double seconds) { step(u64(std::max(0l, std::lround((seconds - time()) / time_step())))); }

double CrowdRun::empty(double most, const std::function<void()>& seen) {
    const auto stride = u64(std::max(1l, std::lround(0.1 / time_step())));
    while (world().elements()->present() > 0 && time() < most) {
        step(stride);
        seen();
    }
    return metric("last_left");
}

namespace {

using Point = glm::dvec2;

double side(Point a, Point b, Point p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

bool crosses(const plans::Wall& wall, Point p, Point q) {
    const Point a(wall.a), b(wall.b);
    return side(a, b, p) * side(a, b, q) < 0 && side(p, q, a) * side(p, q, b) < 0;
}

double distance(const plans::Wall& wall, Point p) {
    const Point a(wall.a), along = Point(wall.b) - a;
    const double t = std::clamp(glm::dot(p - a, along) / glm::dot(along, along), 0.0, 1.0);
    return glm::length(p - a - t * along);
}

void note_overlaps(CloseLook& look, const std::vector<Point>& people, const std::vector<plans::Wall>& walls,
                   double radius) {
    for (std::size_t i = 0; i < people.size(); ++i) {
        double deepest = 0;
        for (const auto& wall : walls) deepest = std::max(deepest, radius - distance(wall, people[i]));
        for (std::size_t j = 0; j < people.size(); ++j)
            if (i != j) deepest = std::max(deepest, 2 * radius - glm::length(people[i] - people[j]));
        look.overlaps += deepest > 0.05;
        look.deepest = std::max(look.deepest, deepest);
    }
}

}  // namespace

CloseLook look_closely(CrowdRun& run, int steps, double radius) {
    const auto walls = standing_walls(run.plan());
    constexpr double portal = 2;  // m; longer moves come from a portal
    CloseLook look;
    auto before = run.world().actors()->read().position;
    for (int s = 0; s < steps && run.world().elements()->present() > 0; ++s) {
        run.step();
        const auto after = run.world().actors()->read().position;
        std::vector<Point> people;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const bool there = std::isfinite(after[i].x), was = std::isfinite(before[i].x);
            if (there) people.emplace_back(after[i].x, after[i].y);
            const Point p(before[i].x, before[i].y), q(after[i].x, after[i].y);
            if (!there || !was || glm::length(q - p) > portal) continue;  // or through a periodic border
            ++look.person_steps;
            for (const auto& wall : walls) look.crossings += crosses(wall, p, q);
        }
        if (radius > 0) note_overlaps(look, people, walls, radius);
        before = after;
    }
    return look;
}

namespace {

/// Ends of stops, s, and their trains.
std::vector<std::pair<double, std::size_t>> stops_of(const plans::Plan& plan, double from, int stops) {
    std::vector<std::pair<double, std::size_t>> ends;
    for (std::size_t t = 0; t < plan.trains.size(); ++t) {
        const auto& table = plan.trains[t].stands;
        double end = double(table.first) + table.open;
        while (end <= from && table.every > 0) end += table.every;
        for (int k = 0; k < stops && end > from; ++k, end += table.every) ends.push_back({end, t});
    }
    std::sort(ends.begin(), ends.end());
    return ends;
}

void sample_until(CrowdRun& run, double time, StationLook& look) {
    const auto stride = u64(std::max(1l, std::lround(0.5 / run.time_step())));
    for (; run.time() < time; ++look.samples) {
        run.step(stride);
        look.present += run.metric("present");
        look.pressed += u64(run.metric("injured"));
    }
}

}  // namespace

StationLook look_at_station(CrowdRun& run, double from, int stops) {
    StationLook look;
    look.boarded = look.alighted = std::vector<double>(run.plan().trains.size());
    run.run_to(from);
    for (const auto& [end, train] : stops_of(run.plan(), from, stops)) {
        sample_until(run, end, look);
        look.crossings += look_closely(run, 25).crossings;
        run.set("train", std::to_string(train + 1));
        look.boarded[train] += run.metric("boarded");
        look.alighted[train] += run.metric("alighted");
    }
    look.present /= double(std::max<u64>(look.samples, 1));
    return look;
}

double middle_flow(CrowdRun& run, double most, double* most_out) {
    const int n = run.population();
    double from = -1, to = -1, left_from = 0, left_to = 0;
    run.empty(most, [&] {
        const double left = run.population() - double(run.world().elements()->present());
        if (from < 0 && left >= 0.1 * n) {
            from = run.time();
            left_from = left;
        }
        if (to < 0 && left >= 0.8 * n) {
            to = run.time();
            left_to = left;
        }
    });
    if (most_out) *most_out = to < 0 ? INFINITY : to;
    return to > from ? (left_to - left_from) / (to - from) : 0;
}

}  // namespace nearfield
