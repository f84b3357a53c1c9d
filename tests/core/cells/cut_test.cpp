// Cut cells: areas, faces and connections.
#include "cells/cut.hpp"
#include "cells/faces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <span>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace cut_test {

class CellsCut : public testing::TestWithParam<CellShape> {
  protected:
    CellsCut() { std::fill(cuttable.begin(), cuttable.end(), Cuttable::yes); }

    Cuts cut(const std::vector<CellWall>& walls, const std::vector<CellSeam>& seams = {}) const {
        return cut_cells(lattice, walls, seams, cuttable);
    }
    bool hexagons() const { return GetParam() == CellShape::hexagon; }
    double whole() const { return (hexagons() ? std::sqrt(3.) / 2 : 1) * lattice.spacing * lattice.spacing; }
    double face() const { return (hexagons() ? 1 / std::sqrt(3.) : 1) * lattice.spacing; }
    /// Area of all cells in m².
    double area(const Cuts& cuts) const {
        double area = lattice.cells() - double(cuts.closed.size()) - double(cuts.cells.size());
        for (const CutCell& cell : cuts.cells) area += cell.area;
        return area * whole();
    }
    /// True if no edge of the lattice bounds the cell.
    bool is_inner(u32 cell) const {
        const u32 column = cell % lattice.columns, row = cell / lattice.columns;
        return column > 1 && row > 1 && column + 2 < lattice.columns && row + 2 < lattice.rows;
    }
    static std::span<const CutFace> faces(const Cuts& cuts, const CutCell& cell) {
        return std::span(cuts.faces).subspan(cell.first, cell.count);
    }

    const CellLattice lattice{.shape = GetParam(), .spacing = 0.5f, .columns = 30, .rows = 24};
    std::vector<Cuttable> cuttable = std::vector<Cuttable>(lattice.cells());
};

TEST_P(CellsCut, WhereNoWallIsNothingChanges) {
    EXPECT_TRUE(cut({}).cells.empty());
    const Cuts beyond = cut({{.points = {{-3, -9}, {90, -9}}}});
    EXPECT_TRUE(beyond.cells.empty());
    EXPECT_TRUE(beyond.closed.empty());
}

/// Along a straight wall, the closed boundary of the cut cells equals the wall, face by face.
TEST_P(CellsCut, AStraightWallIsTheBoundaryOfItsCells) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> angle(0, M_PI), place(5, 7);
    for (int i = 0; i < 40; ++i) {
        const double turn = i < 12 ? i * M_PI / 12 : angle(random);
        const glm::dvec2 way(std::cos(turn), std::sin(turn)), normal(-way.y, way.x);
        const glm::dvec2 middle(place(random), place(random) - 1);
        const Cuts cuts = cut({{.points = {middle - 30. * way, middle + 30. * way}}});
        ASSERT_GT(cuts.changed, 20u);
        EXPECT_NEAR(area(cuts), lattice.cells() * whole(), 1e-4);
        for (u32 c = 0; c < cuts.changed; ++c) {
            const CutCell& cell = cuts.cells[c];
            if (!is_inner(cell.cell)) continue;
            ASSERT_NEAR(dot(glm::dvec2(cell.wall), way), 0, 2e-5) << "turned by " << turn;
            EXPECT_GT(cell.area, 0.499) << "joined otherwise";
            EXPECT_LT(cell.area, 2.2);
        }
    }
}

TEST_P(CellsCut, BothSidesOfAFaceHaveTheSame) {
    const std::vector<CellWall> walls{{.points = {{1.3, 1.1}, {11, 6.4}, {4.7, 8.9}}},
                                      {.points = {{9.1, 1.2}, {13, 3.3}, {10.4, 4.7}}, .solid = true},
                                      {.points = {{3, 2}, {3, 7}}}};
    const Cuts cuts = cut(walls);
    using Key = std::tuple<u32, u32, int>;
    std::map<Key, std::vector<const CutFace*>> all;
    for (const CutCell& cell : cuts.cells)
        for (const CutFace& f : faces(cuts, cell)) all[{cell.cell, f.other, f.face}].push_back(&f);
    std::map<u32, u32> place;
    for (u32 c = 0; c < cuts.cells.size(); ++c) place[cuts.cells[c].cell] = c;
    const int count = hexagons() ? 6 : 4;
    for (const auto& [key, there] : all) {
        const auto [cell, other, face] = key;
        ASSERT_EQ(there.size(), 1u);
        if (!place.count(other)) {
            EXPECT_GE(place[cell], cuts.changed) << "only whole cells lie beside those that are not listed";
            EXPECT_EQ(there[0]->length, 1.f);
            continue;
        }
        const auto back = all.find({other, cell, (face + count / 2) % count});
        ASSERT_NE(back, all.end());
        EXPECT_EQ(back->second[0]->length, there[0]->length) << "to the last bit";
        EXPECT_EQ(back->second[0]->out, -there[0]->out);
    }
}

TEST_P(CellsCut, ABodyTakesItsAreaAndItsOutline) {
    const std::vector<glm::dvec2> p{{4.2, 3.1}, {9.7, 4.4}, {6.1, 8.3}};
    const double inside = std::abs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x)) / 2;
    const Cuts cuts = cut({{.points = p, .solid = true}});
    EXPECT_NEAR(area(cuts), lattice.cells() * whole() - inside, 1e-4);
    EXPECT_GT(cuts.closed.size(), std::size_t(0.6 * inside / whole()));
    glm::dvec2 sum(0);
    double outline = 0;
    for (u32 c = 0; c < cuts.changed; ++c) {
        sum += glm::dvec2(cuts.cells[c].wall);
        outline += length(cuts.cells[c].wall) * face();
    }
    EXPECT_NEAR(length(sum), 0, 1e-4);
    const double perimeter = distance(p[0], p[1]) + distance(p[1], p[2]) + distance(p[2], p[0]);
    EXPECT_NEAR(outline, perimeter, 1) << "corners within cells are shorter";
    EXPECT_LT(outline, perimeter);
    for (u32 c = 0; c < cuts.changed; ++c) {
        const auto& cell = cuts.cells[c];
        EXPECT_GT(cell.area, 0.499);
        const u32 row = cell.cell / lattice.columns, column = cell.cell % lattice.columns;
        const glm::dvec2 at = (glm::dvec2(lattice.middle(column, row) - lattice.middle(0, 0)) +
                               glm::dvec2(cell.inside * lattice.spacing));
        bool within = true;
        for (int i = 0; i < 3; ++i) {
            const glm::dvec2 way = p[(i + 1) % 3] - p[i], to = at - p[i];
            within &= way.x * to.y - way.y * to.x > 0;
        }
        EXPECT_FALSE(within) << "a piece is outside of the body";
    }
}

/// Bodies and lines along the faces of squares change no area; a wall that ends in a cell divides nothing.
TEST_P(CellsCut, WallsOnFacesAndEnds) {
    const Cuts ends = cut({{.points = {{5.11, 5.07}, {5.21, 5.12}}}});
    EXPECT_TRUE(ends.cells.empty()) << "too short to reach a face twice";
    if (hexagons()) return;
    const Cuts line = cut({{.points = {{3.25, 2.25}, {3.25, 5.25}}}});
    EXPECT_EQ(line.changed, 12u) << "six cells on both sides";
    for (const CutCell& cell : line.cells) EXPECT_EQ(cell.area, 1.f);
    for (u32 c = 0; c < 12; ++c) {
        EXPECT_EQ(line.cells[c].count, 3u);
        EXPECT_EQ(length(line.cells[c].wall), 1.f);
    }
    const Cuts body = cut({{.points = {{3.25, 2.25}, {5.25, 2.25}, {5.25, 5.25}, {3.25, 5.25}}, .solid = true}});
    EXPECT_EQ(body.changed, 0u) << "the same as cells that are walls";
    EXPECT_EQ(body.closed.size(), 24u);
}

/// A pocket without a cell of its own is closed; one with half a cell keeps it.
TEST_P(CellsCut, Pockets) {
    const glm::dvec2 at = glm::dvec2(lattice.middle(10, 10) - lattice.middle(0, 0));
    const auto square = [&](double half) {
        return std::vector<glm::dvec2>{at + glm::dvec2(-half, -half), at + glm::dvec2(half, -half),
                                       at + glm::dvec2(half, half), at + glm::dvec2(-half, half),
                                       at + glm::dvec2(-half, -half)};
    };
    const Cuts small = cut({{.points = square(0.05)}});
    EXPECT_NEAR(area(small), lattice.cells() * whole() - 0.01, 1e-5);
    const Cuts large = cut({{.points = square(0.2)}});
    EXPECT_NEAR(area(large), lattice.cells() * whole(), 1e-5);
    std::vector<u32> without_faces;
    for (const CutCell& c : large.cells)
        if (c.count == 0) without_faces.push_back(c.cell);
    EXPECT_EQ(without_faces, std::vector<u32>{10 * lattice.columns + 10});
}

TEST_P(CellsCut, GatesKeepTheirFacesApart) {
    const glm::dvec2 way = normalize(glm::dvec2(5, 2)), from(2.2, 3.3);
    const auto at = [&](double s) { return from + s * way; };
    const std::vector<CellWall> walls{
        {.points = {from - way * 9., at(3)}}, {.points = {at(3), at(4.2)}, .gate = 0}, {.points = {at(4.2), at(30)}}};
    const Cuts cuts = cut(walls);
    EXPECT_NEAR(area(cuts), lattice.cells() * whole(), 1e-4);
    double through = 0, ahead = 0;
    for (const CutFace& f : cuts.faces)
        if (f.gate == 0) {
            through += f.length * std::abs(dot(glm::dvec2(f.out), glm::dvec2(-way.y, way.x)));
            ++ahead;
        }
    EXPECT_GT(ahead, 3);
    EXPECT_NEAR(through * face() / 2, 1.2, 1e-4) << "the width of the gate, from both sides";
    for (u32 c = 0; c < cuts.changed; ++c)
        if (is_inner(cuts.cells[c].cell)) {
            glm::dvec2 closed(cuts.cells[c].wall);
            for (const CutFace& f : faces(cuts, cuts.cells[c]))
                if (f.gate == 0) closed += double(f.length) * glm::dvec2(f.out);
            ASSERT_NEAR(dot(closed, way), 0, 2e-5) << "with the gate shut the wall is straight";
        }
}

/// A closed line has no leak, wherever it crosses cells, also at their corners and centres.
TEST_P(CellsCut, AClosedLineHasNoGap) {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> step(0, 5);
    for (int i = 0; i < 400; ++i) {
        const glm::dvec2 unit = i % 2 ? glm::dvec2(0.1) : glm::dvec2(lattice.spacing, lattice.pitch()) / 4.;
        const double jitter[] = {0, 3e-10, 1e-9, 4e-9, 1e-8, 1e-7, 2e-6};
        const glm::dvec2 off(jitter[random() % 7], -jitter[random() % 7]);
        const glm::dvec2 lo = glm::dvec2(20 + step(random), 15 + step(random)) * unit + off;
        const glm::dvec2 hi = lo + glm::dvec2(13 + step(random), 12 + step(random)) * unit;
        const Cuts cuts = cut({{.points = {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}, lo}}});
        const auto is_within = [&](glm::dvec2 p) { return p.x > lo.x && p.y > lo.y && p.x < hi.x && p.y < hi.y; };
        const auto middle = [&](u32 cell) { return glm::dvec2(lattice.middle(cell) - lattice.middle(0)); };
        std::map<u32, bool> inside;
        for (const CutCell& cell : cuts.cells)
            inside[cell.cell] = is_within(middle(cell.cell) + glm::dvec2(cell.inside * lattice.spacing));
        for (const CutCell& cell : cuts.cells)
            for (const CutFace& f : faces(cuts, cell)) {
                const bool there = inside.count(f.other) ? inside[f.other] : is_within(middle(f.other));
                ASSERT_EQ(inside[cell.cell], there) << i << ": from " << cell.cell << " to " << f.other;
            }
    }
}

/// A seam joins the cells in front of one line with those behind another, over its whole length.
TEST_P(CellsCut, SeamsJoinTwoPlaces) {
    for (const double turn : {0., 0.3, M_PI / 2, 2.}) {
        const glm::dvec2 way(std::cos(turn), std::sin(turn)), left(-way.y, way.x), a(4.1, 5.2), shift(6.03, 1.41);
        const Cuts cuts = cut({}, {{a, a + 1.7 * way, shift}});
        EXPECT_NEAR(area(cuts), lattice.cells() * whole(), 1e-4);
        double through = 0;
        for (const CutCell& cell : cuts.cells)
            for (const CutFace& f : faces(cuts, cell)) {
                if (f.face >= 0) continue;
                const glm::dvec2 way_there(lattice.middle(f.other) - lattice.middle(cell.cell));
                const bool forward = dot(glm::dvec2(f.out), left) > 0;
                EXPECT_LT(distance(way_there, forward ? shift : -shift), 3 * lattice.spacing);
                EXPECT_NEAR(std::abs(dot(glm::dvec2(f.out), left)), 1, 1e-6);
                through += f.length;
            }
        EXPECT_NEAR(through * face() / 2, 1.7, 1e-4) << turn;
    }
}

TEST_P(CellsCut, WholeCellsAreClosedByMiddleOrByLine) {
    const auto body =
        closed_cells(lattice, {{.points = {{2.6, 2.6}, {5.6, 2.6}, {5.6, 5.6}, {2.6, 5.6}}, .solid = true}});
    EXPECT_NEAR(double(body.size()) * whole(), 9, 1.5);
    const auto line = closed_cells(lattice, {{.points = {{2.6, 2.7}, {8.6, 2.7}}}});
    EXPECT_NEAR(double(line.size()), 13, 2);
    EXPECT_TRUE(closed_cells(lattice, {{.points = {{2.6, 2.7}, {8.6, 2.7}}, .gate = 0}}).empty());
}

INSTANTIATE_TEST_SUITE_P(Shapes, CellsCut, testing::Values(CellShape::hexagon, CellShape::square),
                         [](const auto& info) { return info.param == CellShape::hexagon ? "hexagons" : "squares"; });

}  // namespace cut_test
}  // namespace nearfield
