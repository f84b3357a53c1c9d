#include "cells/cut_geometry.hpp"

namespace nearfield::cutting {

std::vector<Part> parts_of(const std::vector<CellWall>& walls, double spacing) {
    std::vector<Part> parts;
    for (u32 w = 0; w < walls.size(); ++w) {
        const auto& p = walls[w].points;
        for (std::size_t i = 0; i + 1 < p.size() + walls[w].solid; ++i) {
            const Part part{p[i] / spacing, p[(i + 1) % p.size()] / spacing, w};
            if (distance(part.from, part.to) > gap) parts.push_back(part);
        }
    }
    return parts;
}

double length_within(const Regular& regular, glm::dvec2 middle, const Part& part, double beyond) {
    double lo = 0, hi = 1;
    for (int k = 0; k < regular.faces; ++k) {
        const glm::dvec2 n = regular.normal(k);
        const double a = dot(part.from - middle, n) - 0.5 - beyond, b = dot(part.to - middle, n) - 0.5 - beyond;
        if (a > 0 && b > 0) return -1;
        if (a > 0) lo = std::max(lo, a / (a - b));
        else if (b > 0) hi = std::min(hi, a / (a - b));
    }
    return (hi - lo) * distance(part.from, part.to);
}

bool is_within(const std::vector<glm::dvec2>& outline, glm::dvec2 p) {
    bool inside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const glm::dvec2 a = outline[i], b = outline[(i + 1) % outline.size()];
        if ((a.y <= p.y) != (b.y <= p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
}

std::vector<glm::dvec2> outline_of(const CellWall& wall, double spacing) {
    auto points = wall.points;
    for (auto& p : points) p /= spacing;
    return points;
}

double Fragment::area() const {
    double twice = 0;
    for (std::size_t i = 0; i < corner.size(); ++i) twice += cross(corner[i], corner[(i + 1) % corner.size()]);
    return twice / 2;
}

glm::dvec2 Fragment::middle() const {
    glm::dvec2 sum(0);
    for (std::size_t i = 0; i < corner.size(); ++i) {
        const glm::dvec2 a = corner[i], b = corner[(i + 1) % corner.size()];
        sum += (a + b) * cross(a, b);
    }
    return sum / (6 * area());
}

void divide(const Fragment& whole, glm::dvec2 at, glm::dvec2 way, int line, Fragment& left, Fragment& right) {
    std::vector<double> side;
    for (const auto& p : whole.corner) {
        const double d = cross(way, p - at);
        side.push_back(std::abs(d) < on_line ? 0 : d);
    }
    const auto add = [](Fragment& to, glm::dvec2 p, int edge) {
        to.corner.push_back(p);
        to.line.push_back(edge);
    };
    for (std::size_t i = 0; i < side.size(); ++i) {
        const std::size_t j = (i + 1) % side.size();
        const double a = side[i], b = side[j];
        if (a >= 0) add(left, whole.corner[i], a == 0 && b < 0 ? line : whole.line[i]);
        if (a <= 0) add(right, whole.corner[i], a == 0 && b > 0 ? line : whole.line[i]);
        if (a * b >= 0) continue;
        const glm::dvec2 p = whole.corner[i] + (whole.corner[j] - whole.corner[i]) * (a / (a - b));
        add(left, p, a > 0 ? line : whole.line[i]);
        add(right, p, a < 0 ? line : whole.line[i]);
    }
    for (Fragment* f : {&left, &right})
        if (f->corner.size() < 3 || f->area() < sliver) *f = {};
}

std::map<int, double> open_lengths(double from, double to, const std::vector<Cover>& covers) {
    std::vector<double> ends{from, to};
    for (const Cover& c : covers)
        for (const double end : {c.from, c.to})
            if (end > from && end < to) ends.push_back(end);
    std::sort(ends.begin(), ends.end());
    std::map<int, double> open;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const double middle = (ends[i] + ends[i + 1]) / 2;
        bool closed = false;
        int gate = CellWall::always;
        for (const Cover& c : covers) {
            if (middle < c.from || middle > c.to) continue;
            if (c.gate == CellWall::always) closed = true;
            else gate = c.gate;
        }
        if (!closed) open[gate] += ends[i + 1] - ends[i];
    }
    std::erase_if(open, [](const auto& entry) { return entry.second < gap; });
    return open;
}

Shared shared_line(const Fragment& a, const Fragment& b, int line, glm::dvec2 at, glm::dvec2 way) {
    const auto edge = [&](const Fragment& f, double& from, double& to) {
        from = INFINITY;
        to = -INFINITY;
        bool forward = true;
        for (std::size_t i = 0; i < f.corner.size(); ++i) {
            if (f.line[i] != line) continue;
            const double s = dot(f.corner[i] - at, way), e = dot(f.corner[(i + 1) % f.corner.size()] - at, way);
            forward = e > s;
            from = std::min({from, s, e});
            to = std::max({to, s, e});
        }
        return forward;
    };
    double a0, a1, b0, b1;
    const bool left_a = edge(a, a0, a1),
               left_b = edge(b, b0, b1);  // counter-clockwise order: a forward edge has the fragment on its left
    if (!(a0 < a1) || !(b0 < b1) || left_a == left_b) return {};
    return {std::max(a0, b0), std::min(a1, b1), left_a ? glm::dvec2(way.y, -way.x) : glm::dvec2(-way.y, way.x)};
}

}  // namespace nearfield::cutting
