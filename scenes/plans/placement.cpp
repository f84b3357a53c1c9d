#include "scenes/plans/placement.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/stoppable.hpp"
#include "scenes/document/json.hpp"
#include "scenes/plans/wall_lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nearfield::plans {
namespace {

using Points = std::vector<glm::vec2>;

constexpr float densest = 2.02f;  // pitch over radius; just above 2, so bodies do not touch

/// The positions open to the centre of a body.
class Ground {
  public:
    /// Throws UsageError if single precision cannot resolve the bodies at these coordinates.
    Ground(const Polygon& outline, const std::vector<Wall>& walls, float radius, int people)
        : outline_(outline),
          radius_(radius),
          left_(20'000'000 + 1000 * std::int64_t(people)) {
        lo = hi = outline[0];
        for (auto p : outline) {
            lo = glm::min(lo, p);
            hi = glm::max(hi, p);
        }
        const glm::vec2 far = glm::max(glm::abs(lo), glm::abs(hi));
        if (const float furthest = std::max(far.x, far.y); radius < 1e-6f * furthest)
            throw UsageError(fmt::format("people of radius {} m cannot be told apart at coordinates of {} m; make them "
                                         "larger, or move them closer to the origin",
                                         radius, furthest));
        std::vector<Wall> all = walls_near(walls, outline, radius);
        for (std::size_t i = 0; i < outline.size(); ++i) all.push_back({outline[i], outline[(i + 1) % outline.size()]});
        const float cell = std::max(2 * radius, std::max(hi.x - lo.x, hi.y - lo.y) / 500);
        near_ = wall_lookup(std::move(all), lo, hi, radius, cell);
    }

    /// Throws UsageError after too many tests.
    bool holds(glm::vec2 p) const {
        constexpr float slack = 1e-4f;  // outlines may be exactly as wide as a body
        between_();
        if (--left_ < 0)
            throw UsageError(
                fmt::format("millions of places for people of radius {} m were tried and too few are free; "
                            "make it smaller, or the people larger",
                            radius_));
        bool clear = true;
        near_.cells().each(p, [&](u32 w) { clear = clear && distance_to(near_.walls[w], p) >= radius_ - slack; });
        return clear && contains(outline_, p);
    }
    float radius() const { return radius_; }

    glm::vec2 lo, hi;

  private:
    const Polygon& outline_;
    float radius_;
    mutable std::int64_t left_;  ///< remaining number of tests: seconds of work
    mutable StopBetween between_;
    WallLookup near_;
};

/// Placement of a lattice: pitch, rows along x or y, and offset in units of the pitch.
struct Lie {
    float pitch;
    bool turned;
    float along, over;
};

/// Calls f(p) for lattice points on the ground until it returns false.
template <class F> void each_point(const Ground& ground, const Lie& lie, F&& f) {
    const int along = lie.turned ? 1 : 0, over = 1 - along;
    const float pitch = lie.pitch, rows_apart = pitch * 0.8660254f;
    int row = 0;
    for (float y = ground.lo[over] + ground.radius() + lie.over * rows_apart; y <= ground.hi[over];
         y += rows_apart, ++row)
        for (float x = ground.lo[along] + ground.radius() + (lie.along + (row % 2 ? 0.5f : 0.f)) * pitch;
             x <= ground.hi[along]; x += pitch) {
            glm::vec2 p;
            p[along] = x;
            p[over] = y;
            if (ground.holds(p) && !f(p)) return;
        }
}

Points lattice(const Ground& ground, const Lie& lie) {
    Points points;
    each_point(ground, lie, [&](glm::vec2 p) { return points.push_back(p), true; });
    return points;
}

/// Calls f(lie) for several placements of one pitch, until it returns false.
template <class F> void each_lie(float pitch, F&& f) {
    for (bool turned : {false, true})
        for (float over : {0.f, 0.33f, 0.66f})
            for (float along : {0.f, 0.33f, 0.66f})
                if (!f(Lie{pitch, turned, along, over})) return;
}

/// The placement with the most points of several with one pitch, or the first with `enough`.
Points fullest(const Ground& ground, float pitch, std::size_t enough) {
    Points best;
    each_lie(pitch, [&](const Lie& lie) {
        auto points = lattice(ground, lie);
        if (points.size() > best.size()) best = std::move(points);
        return best.size() < enough;
    });
    return best;
}

/// A lattice with at least `count` points at nearly the greatest pitch, and that pitch; fewer points if no lattice has
/// enough.
std::pair<Points, float> widest(const Ground& ground, const Polygon& outline, int count, const Random& random) {
    const float least = densest * ground.radius();
    u32 tries = 0;
    for (float pitch = float(std::sqrt(area_of(outline) / (0.8660254 * count))); pitch > least; pitch *= 0.97f) {
        const glm::vec3 u = random.uniform<3>(tries++);
        auto points = lattice(ground, {pitch, u.z < 0.5f, u.x - 1, u.y - 1});
        if (points.size() >= std::size_t(count)) return {std::move(points), pitch};
    }
    return {fullest(ground, least, std::size_t(count)), least};
}

/// Keeps the first `count` points of a uniform shuffle.
void choose(Points& points, std::size_t count, const Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto left = u64(points.size() - i);
        std::swap(points[i], points[i + std::size_t(u64(random.words(u32(i))[0]) * left >> 32)]);
    }
    points.resize(count);
}

}  // namespace

int most_places(const Polygon& outline, const std::vector<Wall>& walls, float radius, int enough) {
    const Ground ground(outline, walls, radius, 0);
    int best = 0;
    each_lie(densest * radius, [&](const Lie& lie) {
        int held = 0;
        each_point(ground, lie, [&](glm::vec2) { return ++held < enough; });
        best = std::max(best, held);
        return best < enough;
    });
    return best;
}

std::vector<glm::vec2> places(const Polygon& outline, const std::vector<Wall>& walls, float radius, int count,
                              u32 seed) {
    if (count <= 0) return {};
    const Ground ground(outline, walls, radius, count);
    auto [points, pitch] = widest(ground, outline, count, {seed, 42});
    if (points.size() < std::size_t(count))
        throw UsageError(fmt::format("holds at most {} people of radius {} m, but {} are asked for; make it larger, or "
                                     "ask for fewer or smaller people",
                                     points.size(), radius, count));
    const Random choice{seed, 40}, shift{seed, 41};
    choose(points, std::size_t(count), choice);
    const float room = std::max(0.f, 0.5f * (pitch - 2 * radius));
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::vec2 u = shift.uniform<2>(u32(i));
        const float r = room * std::sqrt(u.x), angle = 6.2831853f * u.y;
        const glm::vec2 moved = points[i] + r * glm::vec2(std::cos(angle), std::sin(angle));
        if (ground.holds(moved)) points[i] = moved;
    }
    return points;
}

std::vector<std::vector<glm::vec2>> start_places(const Plan& plan, u32 seed) {
    const auto walls = standing_walls(plan);
    std::vector<std::vector<glm::vec2>> all(plan.spawns.size());
    for (std::size_t first = 0; first < plan.spawns.size(); ++first) {
        const Spawn& spawn = plan.spawns[first];
        std::vector<std::size_t> sharing;
        for (std::size_t s = 0; s < plan.spawns.size(); ++s)
            if (plan.spawns[s].outline == spawn.outline) sharing.push_back(s);
        if (sharing.front() != first) continue;
        std::int64_t count = 0;
        float radius = 0;
        for (auto s : sharing) {
            count += plan.spawns[s].count;
            radius = std::max(radius, plan.spawns[s].people.radius.hi);
        }
        constexpr int most = std::numeric_limits<int>::max();
        if (count > most)
            complain(plan.file, spawn.place,
                     fmt::format("{}: {} people in one area; the limit is {}", spawn.name, count, most));
        try {
            const auto points = places(spawn.outline, walls, radius, int(count), seed + u32(first));
            auto next = points.begin();
            for (auto s : sharing) {
                all[s].assign(next, next + plan.spawns[s].count);
                next += plan.spawns[s].count;
            }
        } catch (const UsageError& problem) { complain(plan.file, spawn.place, spawn.name + ": " + problem.what()); }
    }
    return all;
}

}  // namespace nearfield::plans
