#include "scenes/sph/tank_drawing.hpp"

#include "scenes/geometry/triangulate.hpp"

#include <numbers>

namespace nearfield::sph {
namespace {

using std::numbers::pi;
constexpr int round_pieces = 48;  ///< pieces of a circle

class Pen {
  public:
    explicit Pen(const Tank& tank) : tank_(tank) {}

    TankDrawing draw() {
        container();
        for (const auto& faucet : tank_.faucets) tank_.dimensions == 2 ? flat_spout(faucet) : spout(faucet);
        for (std::size_t k = 0; k < tank_.solids.size(); ++k) {
            solid_ = u32(k + 1);
            if (tank_.dimensions == 2) outline(tank_.solids[k].shape);
            else surface(tank_.solids[k].shape);
        }
        return std::move(made_);
    }

  private:
    void line(glm::dvec3 a, glm::dvec3 b) { made_.lines.push_back({glm::vec3(a), glm::vec3(b), solid_}); }
    void triangle(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c) {
        made_.triangles.push_back({{glm::vec3(a), glm::vec3(b), glm::vec3(c)}, solid_});
    }
    static glm::dvec3 corner(const Box& b, int bits) {
        return {bits & 1 ? b.hi.x : b.lo.x, bits & 2 ? b.hi.y : b.lo.y, bits & 4 ? b.hi.z : b.lo.z};
    }

    void container() {
        const Box& b = tank_.container;
        const auto walled = [&](int side) { return tank_.periodic || !(tank_.open >> side & 1); };
        if (tank_.dimensions == 2) {
            if (walled(0)) line(corner(b, 2), corner(b, 0));
            if (walled(2)) line(corner(b, 0), corner(b, 1));
            if (walled(1)) line(corner(b, 1), corner(b, 3));
            if (walled(3)) line(corner(b, 3), corner(b, 2));
            return;
        }
        for (int axis = 0; axis < 3; ++axis)
            for (int at = 0; at < 8; ++at)
                if (!(at >> axis & 1)) line(corner(b, at), corner(b, at | 1 << axis));
    }

    static constexpr double
        lip = 1.3,
        pipe = 3;  ///< outer radius and length of a faucet's pipe, relative to the radius of its opening

    /// The two walls of the slit in 2D.
    void flat_spout(const Faucet& f) {
        const glm::dvec2 end(f.at), back = glm::dvec2(f.direction) * (-pipe * f.radius),
                                    across = glm::dvec2(-f.direction.y, f.direction.x) * f.radius;
        for (const double side : {-1., 1.}) {
            const glm::dvec2 inner = end + across * side, outer = end + across * (lip * side);
            path({inner, outer, outer + back, inner + back}, true);
        }
    }
    /// A pipe with an open end.
    void spout(const Faucet& f) {
        const auto other = std::abs(f.direction.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(1, 0, 0);
        const auto u = glm::normalize(glm::cross(other, f.direction)), v = glm::cross(f.direction, u),
                   back = f.direction * (-pipe * f.radius), bottom = 0.9 * back;
        const auto at = [&](int i, double radius) {
            return f.at + f.radius * radius *
                              (std::cos(2 * pi * i / round_pieces) * u + std::sin(2 * pi * i / round_pieces) * v);
        };
        for (int i = 0; i < round_pieces; ++i) {
            const auto a = at(i, lip), b = at(i + 1, lip), c = at(i, 1), d = at(i + 1, 1);
            quad(a, a + back, b + back, b);
            quad(c, d, d + bottom, c + bottom);
            quad(a, b, d, c);
            triangle(a + back, f.at + back, b + back);
            triangle(c + bottom, d + bottom, f.at + bottom);
        }
    }
    void quad(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c, glm::dvec3 d) {
        triangle(a, b, c);
        triangle(a, c, d);
    }

    void path(const std::vector<glm::dvec2>& points, bool closed) {
        for (std::size_t i = 0; i + !closed < points.size(); ++i)
            line(lifted(points[i]), lifted(points[(i + 1) % points.size()]));
        if (!closed) return;
        std::vector<glm::dvec3> corners;
        for (const auto& p : points) corners.push_back(lifted(p));
        for (const auto& [a, b, c] : geometry::triangulate(corners)) triangle(corners[a], corners[b], corners[c]);
    }
    void outline(const Shape& shape) {
        if (const auto* b = std::get_if<Box>(&shape))
            path({{b->lo.x, b->lo.y}, {b->hi.x, b->lo.y}, {b->hi.x, b->hi.y}, {b->lo.x, b->hi.y}}, true);
        if (const auto* p = std::get_if<Polygon>(&shape)) path(p->corners, true);
        if (const auto* p = std::get_if<Polyline>(&shape)) path(p->points, false);
        if (const auto* ball = std::get_if<Ball>(&shape)) {
            std::vector<glm::dvec2> points;
            for (int i = 0; i < round_pieces; ++i)
                points.push_back(cut<2>(on_ball(*ball, 2 * pi * i / round_pieces, 0)));
            path(points, true);
        }
    }

    static glm::dvec3 on_ball(const Ball& ball, double round, double up) {
        return ball.centre +
               ball.radius * glm::dvec3(std::cos(up) * std::cos(round), std::cos(up) * std::sin(round), std::sin(up));
    }
    void surface(const Shape& shape) {
        if (const auto* box = std::get_if<Box>(&shape)) faces(*box);
        if (const auto* ball = std::get_if<Ball>(&shape)) globe(*ball);
        if (const auto* mesh = std::get_if<std::shared_ptr<const Mesh>>(&shape))
            for (std::size_t t = 0; t < (*mesh)->triangles.size(); ++t)
                triangle((*mesh)->corner(t, 0), (*mesh)->corner(t, 1), (*mesh)->corner(t, 2));
    }
    void faces(const Box& b) {
        for (int axis = 0; axis < 3; ++axis)
            for (int upper = 0; upper < 2; ++upper) {
                const int base = upper << axis, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
                const auto p = corner(b, base), q = corner(b, base | u), r = corner(b, base | u | v),
                           s = corner(b, base | v);
                if (upper) {
                    triangle(p, q, r);
                    triangle(p, r, s);
                } else {
                    triangle(p, r, q);
                    triangle(p, s, r);
                }
            }
    }
    void globe(const Ball& ball) {
        const int rings = round_pieces / 2;
        const auto at = [&](int i, int j) {
            return on_ball(ball, 2 * pi * (i % round_pieces) / round_pieces, pi * j / rings - pi / 2);
        };
        for (int j = 0; j < rings; ++j)
            for (int i = 0; i < round_pieces; ++i) {
                if (j + 1 < rings) triangle(at(i, j), at(i + 1, j + 1), at(i, j + 1));
                if (j > 0) triangle(at(i, j), at(i + 1, j), at(i + 1, j + 1));
            }
    }

    const Tank& tank_;
    TankDrawing made_;
    u32 solid_ = 0;
};

}  // namespace

TankDrawing drawing_of(const Tank& tank) { return Pen(tank).draw(); }

Solids solids_of(const Tank& tank, const TankDrawing& drawing, double t) {
    Solids solids;
    const auto there = [&](u32 solid) { return solid == 0 || t < tank.solids[solid - 1].gone; };
    const auto offset = [&](u32 solid) {
        return solid == 0 ? glm::vec3(0) : glm::vec3(tank.solids[solid - 1].motion.offset(t));
    };
    for (const auto& triangle : drawing.triangles) {
        if (!there(triangle.solid)) continue;
        const auto& c = triangle.corner;
        const glm::vec3 across = glm::cross(c[1] - c[0], c[2] - c[0]), by = offset(triangle.solid);
        if (glm::dot(across, across) == 0) continue;
        const bool vessel = triangle.solid > 0 &&
                            std::holds_alternative<std::shared_ptr<const Mesh>>(tank.solids[triangle.solid - 1].shape);
        for (const auto& corner : c) (vessel ? solids.glass : solids.opaque).push_back(corner + by);
    }
    for (const auto& line : drawing.lines)
        if (there(line.solid)) solids.edges.push_back({line.from + offset(line.solid), line.to + offset(line.solid)});
    return solids;
}

}  // namespace nearfield::sph
