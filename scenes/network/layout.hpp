#pragma once
// Positions of the vertices, which determine the picture and the proximity of vertices only.
#include "base/random.hpp"
#include "base/stoppable.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace nearfield::network {

/// Width and height of an area with a unit square per vertex and the given aspect ratio; at least 1 each.
inline glm::vec2 area(u32 vertices, float aspect) {
    const float width = std::max(1.f, std::sqrt(float(vertices) * aspect));
    return {width, std::max(1.f, float(vertices) / width)};
}

/// Points sorted into unit squares, for nearest-neighbour queries.
class Nearby {
  public:
    Nearby(const std::vector<glm::vec2>& points, glm::vec2 size)
        : points_(points),
          squares_(glm::ivec2(size) + 1),
          members_(std::size_t(squares_.x) * std::size_t(squares_.y)) {
        for (u32 i = 0; i < points.size(); ++i) members_[index(square(points[i]))].push_back(i);
    }

    /// Calls f(j) for every other point in the squares around point i, up to `rings` away.
    template <class F> void around(u32 i, int rings, const F& f) const {
        const glm::ivec2 at = square(points_[i]), lo = glm::max(at - rings, glm::ivec2(0)),
                         hi = glm::min(at + rings, squares_ - 1);
        for (int y = lo.y; y <= hi.y; ++y)
            for (int x = lo.x; x <= hi.x; ++x)
                for (u32 j : members_[index({x, y})])
                    if (j != i) f(j);
    }

    /// The `count` points nearest to point i, nearest first; fewer if there are no more.
    std::vector<u32> nearest(u32 i, u32 count) const {
        std::vector<u32> found;
        const int most = std::max(squares_.x, squares_.y);
        const auto distance = [&](u32 j) { return glm::length(points_[j] - points_[i]); };
        for (int rings = 1 + int(std::sqrt(float(count)) / 2);; rings += 1 + rings / 2) {
            found.clear();
            around(i, rings, [&](u32 j) { found.push_back(j); });
            std::sort(found.begin(), found.end(),
                      [&](u32 a, u32 b) { return distance(a) != distance(b) ? distance(a) < distance(b) : a < b; });
            const bool all = rings >= most;
            if (all || (found.size() >= count && distance(found[count - 1]) <= float(rings))) break;
        }
        found.resize(std::min<std::size_t>(found.size(), count));
        return found;
    }

  private:
    glm::ivec2 square(glm::vec2 p) const { return glm::clamp(glm::ivec2(glm::floor(p)), glm::ivec2(0), squares_ - 1); }
    std::size_t index(glm::ivec2 s) const { return std::size_t(s.y) * std::size_t(squares_.x) + std::size_t(s.x); }

    const std::vector<glm::vec2>& points_;
    glm::ivec2 squares_;
    std::vector<std::vector<u32>> members_;
};

/// Rows of evenly spaced points, each displaced at random by up to 0.7 along x and y.
inline std::vector<glm::vec2> shaken_rows(u32 vertices, glm::vec2 size, u32 seed) {
    const Random random{seed, 2};
    const u32 rows = std::max(1u, u32(std::lround(size.y)));
    std::vector<glm::vec2> points;
    for (u32 row = 0; row < rows; ++row) {
        const u32 begin = u32(u64(row) * vertices / rows), end = u32(u64(row + 1) * vertices / rows);
        for (u32 i = begin; i < end; ++i) {
            const glm::vec2 lattice{(float(i - begin) + 0.5f) / float(end - begin) * size.x,
                                    (float(row) + 0.5f) / float(rows) * size.y};
            points.push_back(glm::clamp(lattice + random.uniform<2>(i) * 1.4f - 0.7f, glm::vec2(0), size));
        }
    }
    return points;
}

/// Calls f(i) for every i < n on all cores; a setup may be stopped here.
template <class F> void each_vertex(u32 n, const F& f) {
    constexpr u32 many = 64;
    each_in_parallel((n + many - 1) / many, [&](std::size_t part) {
        for (u32 i = u32(part) * many; i < std::min(n, (u32(part) + 1) * many); ++i) f(i);
    });
}

/// Pushes points closer than 1 apart and keeps them in the area.
inline void push_apart(std::vector<glm::vec2>& points, glm::vec2 size) {
    const Nearby nearby(points, size);
    std::vector<glm::vec2> moved = points;
    each_vertex(u32(points.size()), [&](u32 i) {
        glm::vec2 push(0);
        nearby.around(i, 1, [&](u32 j) {
            const glm::vec2 away = points[i] - points[j];
            const float d = glm::length(away);
            if (d > 0 && d < 1) push += away / d * (1 - d);
        });
        moved[i] = glm::clamp(points[i] + 0.3f * push, glm::vec2(0), size);
    });
    points = moved;
}

/// Evenly distributed vertices without visible order: mean spacing 1, from (0, 0) to area(), numbered row by row.
inline std::vector<glm::vec2> lay_out(u32 vertices, float aspect, u32 seed) {
    const glm::vec2 size = area(vertices, aspect);
    auto points = shaken_rows(vertices, size, seed);
    for (int round = 0; round < 24; ++round) push_apart(points, size);
    return points;
}

}  // namespace nearfield::network
