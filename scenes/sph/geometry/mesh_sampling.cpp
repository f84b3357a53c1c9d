#include "scenes/sph/geometry/mesh_sampling.hpp"

#include "base/stoppable.hpp"

#include <cmath>
#include <unordered_map>

namespace nearfield::sph {
namespace {

constexpr double first_gap = 0.95, least_gap = 0.68;  // spacings between samples in the first and the second round
constexpr double candidate_gap =
    0.06;  // spacings between candidates; every point has a candidate within sqrt(1.25) times this

/// Calls f for points on rows along the longest side; rows and points in them are at most `step` apart, ends included.
template <class F> void each_candidate(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c, double step, F&& f) {
    const auto side = [](glm::dvec3 p, glm::dvec3 q) { return glm::dot(q - p, q - p); };
    while (side(a, b) < side(b, c) || side(a, b) < side(c, a)) {
        const glm::dvec3 first = a;
        a = b;
        b = c;
        c = first;
    }
    const double length = glm::length(b - a), height = glm::length(glm::cross(b - a, c - a)) / length;
    const auto rows = std::max<std::int64_t>(1, std::int64_t(std::ceil(height / step)));
    for (std::int64_t r = 0; r <= rows; ++r) {
        const double up = double(r) / rows;
        const glm::dvec3 from = a + (c - a) * up, to = b + (c - b) * up;
        const auto n = std::int64_t(std::ceil(length * (1 - up) / step));
        for (std::int64_t k = 0; k <= n; ++k) f(n ? from + (to - from) * (double(k) / n) : from);
    }
}

/// Points hashed by position.
class Neighbourhood {
  public:
    explicit Neighbourhood(double reach) : reach_(reach) {}

    bool near(glm::dvec3 p, double distance) {
        const double d2 = distance * distance;
        if (!points_.empty() && closer(last_, p, d2)) return true;  // consecutive candidates are close
        const glm::ivec3 cell = cell_of(p);
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x) {
                    const auto at = first_.find(key(cell + glm::ivec3(x, y, z)));
                    if (at == first_.end()) continue;
                    for (u32 i = at->second; i != none; i = next_[i])
                        if (closer(i, p, d2)) return last_ = i, true;
                }
        return false;
    }
    void add(glm::dvec3 p) {
        const u32 i = u32(points_.size());
        const auto [at, is_new] = first_.insert({key(cell_of(p)), i});
        next_.push_back(is_new ? none : at->second);
        at->second = i;
        points_.push_back(p);
        last_ = i;
    }
    std::vector<glm::dvec3> take() { return std::move(points_); }

  private:
    static constexpr u32 none = ~0u;
    bool closer(u32 i, glm::dvec3 p, double d2) const {
        const auto to = p - points_[i];
        return glm::dot(to, to) < d2;
    }
    glm::ivec3 cell_of(glm::dvec3 p) const { return glm::ivec3(glm::floor(p / reach_)); }
    static u64 key(glm::ivec3 c) {
        constexpr u64 mask = (1 << 21) - 1;
        return (u64(u32(c.x)) & mask) | (u64(u32(c.y)) & mask) << 21 | (u64(u32(c.z)) & mask) << 42;
    }

    double reach_;
    std::vector<glm::dvec3> points_;
    std::vector<u32> next_;
    std::unordered_map<u64, u32> first_;
    u32 last_ = 0;
};

}  // namespace

std::vector<glm::dvec3> sample_mesh(const geometry::Mesh& mesh, double spacing) {
    Neighbourhood samples(first_gap * spacing);
    StopBetween candidates;
    for (const double gap : {first_gap, least_gap})
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            each_candidate(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), candidate_gap * spacing,
                           [&](glm::dvec3 p) {
                               candidates();
                               if (!samples.near(p, gap * spacing)) samples.add(p);
                           });
    return samples.take();
}

double most_mesh_samples(const geometry::Mesh& mesh, double spacing) {
    constexpr double densest =
        2;  // samples per spacing squared: hexagons at the first gap make 1.28, seams between patches add some
    return std::ceil(densest * area_of(mesh) / (spacing * spacing)) + 8;
}

}  // namespace nearfield::sph
