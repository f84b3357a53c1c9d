#pragma once
// Triangles on a lattice; degenerate and nearly degenerate pairs, and whether they meet.
#include "libs/building/surfaces/triangles.hpp"

#include <vector>

namespace nearfield::building {

struct TriangleCase {
    const char* what;
    Corners t, u;
    bool meet;
};

/// All triangles with non-zero area and corners in {0 .. side - 1}³.
inline std::vector<Corners> lattice_triangles(int side) {
    std::vector<Point> points;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y)
            for (int z = 0; z < side; ++z) points.push_back({x, y, z});
    std::vector<Corners> all;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t k = 0; k < j; ++k)
                if (!normal_signs(points[i], points[j], points[k]).none())
                    all.push_back({points[i], points[j], points[k]});
    return all;
}

/// Triangles with non-zero area that share corners or edges, or lie in equal or nearly parallel planes.
inline std::vector<TriangleCase> touching_triangles() {
    const Corners t{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}};
    const i32 m = 1 << 20, far = 1000 * m;  // a kilometre away, a millimetre large, 1e-7 rad between the planes
    const auto there = [&](i32 x, i32 y, i32 z) { return Point{far + x, far + y, far + z}; };
    return {
        {"itself", t, t, true},
        {"a shared edge", t, {{0, 0, 0}, {8, 0, 0}, {3, -4, 5}}, true},
        {"a shared corner", t, {{0, 0, 0}, {-8, 0, 0}, {-3, -4, 5}}, true},
        {"a corner on the face", t, {{2, 2, 0}, {2, 3, 5}, {3, 2, 5}}, true},
        {"a corner just above the face", t, {{2, 2, 1}, {2, 3, 5}, {3, 2, 5}}, false},
        {"an edge through a corner", t, {{-1, -1, -1}, {1, 1, 1}, {-5, -5, 9}}, true},
        {"coplanar and overlapping", t, {{1, 1, 0}, {9, 1, 0}, {1, 9, 0}}, true},
        {"coplanar along an edge", t, {{8, 0, 0}, {0, 8, 0}, {8, 8, 0}}, true},
        {"coplanar and nested", t, {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, true},
        {"coplanar and apart", t, {{8, 1, 0}, {1, 8, 0}, {8, 8, 0}}, false},
        {"parallel planes", t, {{0, 0, 1}, {8, 0, 1}, {0, 8, 1}}, false},
        {"nearly parallel, a shared corner",
         {there(0, 0, 0), there(m, 0, 0), there(0, m, 0)},
         {there(0, 0, 1), there(m, 0, 1), there(0, m, 0)},
         true},
        {"nearly parallel, a step apart",
         {there(0, 0, 0), there(m, 0, 0), there(0, m, 0)},
         {there(0, 0, 1), there(m, 0, 2), there(0, m, 1)},
         false},
        {"small and far away",
         {there(0, 0, 0), there(1000, 0, 0), there(0, 1000, 0)},
         {there(300, 300, 1), there(300, 300, -1), there(900, 901, 0)},
         true},
    };
}

/// Pairs in which one or both are segments or points.
inline std::vector<TriangleCase> flat_triangles() {
    const Corners t{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}};
    const auto line = [](Point a, Point b, Point c) { return Corners{a, b, c}; };
    const Corners s = line({0, 0, 0}, {4, 4, 4}, {2, 2, 2});
    return {
        {"a segment through the face", t, line({2, 2, -2}, {2, 2, 0}, {2, 2, 2}), true},
        {"a segment above the face", t, line({2, 2, 1}, {2, 2, 3}, {2, 2, 2}), false},
        {"a segment beside the face", t, line({9, 9, -2}, {9, 9, 0}, {9, 9, 2}), false},
        {"a segment across, in the plane", t, line({-1, 1, 0}, {3, 1, 0}, {20, 1, 0}), true},
        {"a segment beside, in the plane", t, line({-1, -1, 0}, {-3, -1, 0}, {9, -1, 0}), false},
        {"a segment short of the edge", t, line({9, 9, 0}, {6, 6, 0}, {5, 5, 0}), false},
        {"a segment that ends on the edge", t, line({9, 9, 0}, {6, 6, 0}, {4, 4, 0}), true},
        {"a point on the face", t, line({1, 1, 0}, {1, 1, 0}, {1, 1, 0}), true},
        {"a point above the face", t, line({1, 1, 1}, {1, 1, 1}, {1, 1, 1}), false},
        {"a point beside the face", t, line({8, 8, 0}, {8, 8, 0}, {8, 8, 0}), false},
        {"two segments that cross", s, line({4, 0, 2}, {0, 4, 2}, {2, 2, 2}), true},
        {"two segments that pass", s, line({4, 0, 3}, {0, 4, 3}, {2, 2, 3}), false},
        {"two segments of a line that overlap", s, line({3, 3, 3}, {5, 5, 5}, {9, 9, 9}), true},
        {"two segments of a line apart", s, line({5, 5, 5}, {6, 6, 6}, {9, 9, 9}), false},
        {"parallel segments", s, line({1, 0, 0}, {5, 4, 4}, {3, 2, 2}), false},
        {"a point on a segment", s, line({3, 3, 3}, {3, 3, 3}, {3, 3, 3}), true},
        {"a point beside a segment", s, line({3, 3, 2}, {3, 3, 2}, {3, 3, 2}), false},
        {"a point", line({1, 2, 3}, {1, 2, 3}, {1, 2, 3}), line({1, 2, 3}, {1, 2, 3}, {1, 2, 3}), true},
    };
}

}  // namespace nearfield::building
