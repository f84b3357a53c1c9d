#include "scenes/sph/geometry/sampling.hpp"

#include "base/stoppable.hpp"
#include "scenes/sph/geometry/mesh_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nearfield::sph {
namespace {

using std::numbers::pi;

/// Number of pieces of a length, each at most one spacing long.
int pieces(double length, double spacing) { return int(std::clamp(std::ceil(length / spacing - 1e-6), 0., 1e9)); }

template <int D> struct Faces {
    dvec<D> lo, step;
    ivec<D> last;  ///< index of the last node along each axis
    Sides open;

    Faces(const Box& box, double spacing, Sides open) : open(open) {
        for (int a = 0; a < D; ++a) {
            const double length = box.hi[a] - box.lo[a];
            last[a] = pieces(length, spacing);
            lo[a] = last[a] > 0 ? box.lo[a] : (box.lo[a] + box.hi[a]) / 2;
            step[a] = last[a] > 0 ? length / last[a] : 0;
        }
    }
    bool closed(int axis, int upper) const { return !(open >> (2 * axis + upper) & 1); }
    /// Number of all nodes minus those on no closed side.
    u64 count() const {
        double all = 1, off = 1;  // in double precision, exact for all feasible numbers
        for (int a = 0; a < D; ++a) {
            all *= double(last[a]) + 1;
            const bool flat = last[a] == 0;
            off *= flat ? !(closed(a, 0) || closed(a, 1)) : double(last[a]) + 1 - closed(a, 0) - closed(a, 1);
        }
        return u64(std::min(all - off, 1e19));
    }
    /// True if the node lies on a wall perpendicular to an axis, from axis `first` on.
    bool on_wall(ivec<D> node, int first) const {
        for (int a = first; a < D; ++a)
            if ((node[a] == 0 && closed(a, 0)) || (node[a] == last[a] && closed(a, 1))) return true;
        return false;
    }
    void add_row(ivec<D> node, std::vector<dvec<D>>& to) const {
        const bool whole = last[0] < 2 || on_wall(node, 1);
        for (int x = 0; x <= last[0]; x += whole ? 1 : last[0]) {
            node[0] = x;
            if (on_wall(node, 0)) to.push_back(lo + dvec<D>(node) * step);
        }
    }
};

/// Fibonacci spiral (Swinbank & Purser 2006), with equal areas per point.
std::size_t sphere_count(double radius, double spacing) {
    constexpr double share = 0.75;  // of the spacing squared
    return radius < 0.3 * spacing
               ? 1
               : std::max<std::size_t>(
                     6, std::size_t(std::min(std::ceil(4 * pi * radius * radius / (share * spacing * spacing)), 1e15)));
}

std::vector<glm::dvec3> sphere(glm::dvec3 centre, double radius, double spacing) {
    const std::size_t n = sphere_count(radius, spacing);
    if (n == 1) return {centre};
    std::vector<glm::dvec3> points;
    points.reserve(n);
    const double turn = pi * (3 - std::sqrt(5.));
    for (std::size_t i = 0; i < n; ++i) {
        const double y = 1 - 2 * (double(i) + 0.5) / double(n), r = std::sqrt(1 - y * y), angle = turn * double(i);
        points.push_back(centre + radius * glm::dvec3(r * std::cos(angle), y, r * std::sin(angle)));
    }
    return points;
}

std::size_t circle_count(double radius, double spacing) {
    return radius < 0.3 * spacing ? 1 : std::size_t(std::max(4, pieces(2 * pi * radius, spacing)));
}

std::vector<glm::dvec2> circle(glm::dvec2 centre, double radius, double spacing) {
    const std::size_t n = circle_count(radius, spacing);
    if (n == 1) return {centre};
    std::vector<glm::dvec2> points;
    for (std::size_t i = 0; i < n; ++i)
        points.push_back(centre + radius * glm::dvec2(std::cos(2 * pi * double(i) / double(n)),
                                                      std::sin(2 * pi * double(i) / double(n))));
    return points;
}

/// Corners moved inwards, to the intersections of their offset sides.
std::vector<glm::dvec2> moved_in(const std::vector<glm::dvec2>& corners, double depth) {
    const std::size_t n = corners.size();
    std::vector<glm::dvec2> moved;
    for (std::size_t i = 0; i < n; ++i) {
        const auto along = glm::normalize(corners[i] - corners[(i + n - 1) % n]),
                   next = glm::normalize(corners[(i + 1) % n] - corners[i]);
        const glm::dvec2 left(-along.y, along.x), next_left(-next.y, next.x);
        constexpr double sharpest = 0.1;  // 1 + cos: limits the displacement of a needle's tip
        moved.push_back(corners[i] + depth / std::max(sharpest, 1 + glm::dot(left, next_left)) * (left + next_left));
    }
    return moved;
}

/// Samples along a chain of points; every corner once.
std::vector<glm::dvec2> chain(const std::vector<glm::dvec2>& points, bool closed, double spacing) {
    std::vector<glm::dvec2> samples;
    const std::size_t sides = points.size() - !closed;
    for (std::size_t i = 0; i < sides; ++i) {
        const auto a = points[i], b = points[(i + 1) % points.size()];
        const int n = std::max(1, pieces(glm::length(b - a), spacing));
        for (int k = 0; k < n; ++k) samples.push_back(a + (b - a) * (double(k) / n));
    }
    if (!closed) samples.push_back(points.back());
    return samples;
}

double chain_count(const std::vector<glm::dvec2>& points, bool closed, double spacing) {
    double n = !closed;
    for (std::size_t i = 0; i + !closed < points.size(); ++i)
        n += std::max(1, pieces(glm::length(points[(i + 1) % points.size()] - points[i]), spacing));
    return n;
}

bool returns(const Polyline& line) { return line.points.size() > 3 && line.points.front() == line.points.back(); }
std::vector<glm::dvec2> once(const Polyline& line) {
    auto points = line.points;
    if (returns(line)) points.pop_back();
    return points;
}

}  // namespace

Box grown(Box box, double by) { return {box.lo - by, box.hi + by}; }

template <int D> u64 box_samples(const Box& box, double spacing, Sides open) {
    return Faces<D>(box, spacing, open).count();
}

template <int D> std::vector<dvec<D>> sample_box(const Box& box, double spacing, Sides open) {
    const Faces<D> faces(box, spacing, open);
    std::vector<dvec<D>> samples;
    samples.reserve(faces.count());
    StopBetween nodes;
    ivec<D> node(0);
    for (int z = 0; z <= (D == 3 ? faces.last[D - 1] : 0); ++z)
        for (node[1] = 0; node[1] <= faces.last[1]; ++node[1]) {
            if constexpr (D == 3) node[2] = z;
            faces.add_row(node, samples);
            nodes(std::size_t(faces.last[0]) + 1);
        }
    return samples;
}

template <int D> std::vector<dvec<D>> sample(const Shape& shape, double spacing, double depth) {
    if (const auto* box = std::get_if<Box>(&shape)) return sample_box<D>(grown(*box, -depth), spacing);
    if constexpr (D == 3) {
        if (const auto* ball = std::get_if<Ball>(&shape)) return sphere(ball->centre, ball->radius - depth, spacing);
        if (const auto* mesh = std::get_if<std::shared_ptr<const Mesh>>(&shape))
            return sample_mesh(depth > 0 ? inset(**mesh, depth) : **mesh, spacing);
    } else {
        if (const auto* ball = std::get_if<Ball>(&shape))
            return circle(cut<2>(ball->centre), ball->radius - depth, spacing);
        if (const auto* polygon = std::get_if<Polygon>(&shape))
            return chain(moved_in(polygon->corners, depth), true, spacing);
        if (const auto* line = std::get_if<Polyline>(&shape)) return chain(once(*line), returns(*line), spacing);
    }
    return {};
}

template <int D> double most_samples(const Shape& shape, double spacing, double depth) {
    if (const auto* box = std::get_if<Box>(&shape)) return double(box_samples<D>(grown(*box, -depth), spacing));
    if constexpr (D == 3) {
        if (const auto* ball = std::get_if<Ball>(&shape)) return double(sphere_count(ball->radius - depth, spacing));
        if (const auto* mesh = std::get_if<std::shared_ptr<const Mesh>>(&shape))
            return most_mesh_samples(**mesh, spacing);
    } else {
        if (const auto* ball = std::get_if<Ball>(&shape)) return double(circle_count(ball->radius - depth, spacing));
        if (const auto* polygon = std::get_if<Polygon>(&shape))
            return chain_count(moved_in(polygon->corners, depth), true, spacing);
        if (const auto* line = std::get_if<Polyline>(&shape)) return chain_count(once(*line), returns(*line), spacing);
    }
    return 0;
}

template u64 box_samples<2>(const Box&, double, Sides);
template u64 box_samples<3>(const Box&, double, Sides);
template std::vector<dvec<2>> sample_box(const Box&, double, Sides);
template std::vector<dvec<3>> sample_box(const Box&, double, Sides);
template std::vector<dvec<2>> sample(const Shape&, double, double);
template std::vector<dvec<3>> sample(const Shape&, double, double);
template double most_samples<2>(const Shape&, double, double);
template double most_samples<3>(const Shape&, double, double);

}  // namespace nearfield::sph
