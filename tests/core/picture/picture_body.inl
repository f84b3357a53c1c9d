// Pictures on one backend; picture_cpu.cpp and picture_cuda.cu define the backend, TestedExec.
#include "on_exec.hpp"

#include "picture/canvas.hpp"
#include "picture/on_map.hpp"
#include "picture/pick.hpp"
#include "refusal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace nearfield {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

template <class T> std::shared_ptr<const std::vector<T>> kept(std::vector<T> values) {
    return std::make_shared<const std::vector<T>>(std::move(values));
}

Picture empty_picture(bool deep) {
    Picture picture;
    picture.dimensions = deep ? 3 : 2;
    return picture;
}

class PictureCase : public OnExec<TestedExec> {
  protected:
    template <class T> Array<TestedExec, T> upload(const std::vector<T>& values) {
        Array<TestedExec, T> array;
        array.upload(*exec, values);
        return array;
    }
    float any(float lo, float hi) { return std::uniform_real_distribution<float>(lo, hi)(random); }
    std::vector<glm::vec3> places(std::size_t n, bool deep) {
        std::vector<glm::vec3> all(n);
        for (auto& p : all) p = {any(-1, 1), any(-1, 1), deep ? any(-1, 1) : 0};
        return all;
    }
    /// In 2D a ray straight down; in 3D a ray from a random point outside through a random point inside.
    Ray ray(bool deep) {
        const glm::vec3 at(any(-1, 1), any(-1, 1), deep ? any(-1, 1) : 0);
        if (!deep) return {at + glm::vec3(0, 0, 7), {0, 0, -2}};
        const glm::vec3 from = 4.f * glm::normalize(glm::vec3(any(-1, 1), any(-1, 1), any(-1, 1)));
        return {from, 3.f * (at - from)};
    }

    std::mt19937 random{5};
};

/// Minimum distance between a ray and a segment, and its position along the ray, by sampling.
glm::vec2 apart(const Ray& ray, glm::vec3 from, glm::vec3 to) {
    const glm::dvec3 way = glm::normalize(glm::dvec3(ray.direction));
    const auto off = [&](double share) {
        const glm::dvec3 at = glm::mix(glm::dvec3(from), glm::dvec3(to), share) - glm::dvec3(ray.origin);
        return glm::dvec2(glm::length(at - glm::dot(at, way) * way), glm::dot(at, way));
    };
    double lo = 0, hi = 1;
    for (int n = 0; n < 200; ++n) {
        const double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        (off(a).x < off(b).x ? hi : lo) = off(a).x < off(b).x ? b : a;
    }
    return off((lo + hi) / 2);
}

TEST_F(PictureCase, ColumnsArriveAsTheyWereGiven) {
    const std::vector<Packed<2>> at{{{1, 2}}, {{3, 4}}, {{inf, inf}}, {{5, 6}}};
    struct Body {
        float mass, radius;
    };
    const auto position = upload(at);
    const auto body = upload(std::vector<Body>{{9, 0.1f}, {9, 0.2f}, {9, 0.3f}, {9, 0.4f}});
    const auto way = upload(std::vector<Packed<2>>{{{2, 0}}, {{0, -3}}, {{0, 0}}, {{-1, 0}}});
    const auto count = upload(std::vector<u32>{10, 20, 30, 60});
    for (int again = 0; again < 2; ++again) {
        Picture picture;
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::main);
        canvas.points({.name = "marks", .position = kept<glm::vec3>({{7, 8, 9}})});
        canvas.actors() = {.name = "actors",
                           .count = 4,
                           .position = position.data(),
                           .size = {Format::f32, &body.data()->radius, sizeof(Body)},
                           .direction = way.data(),
                           .value = count.data()};
        canvas.finish();
        ASSERT_EQ(picture.points.size(), 2u);
        const PointLayer& actors = picture.points[0];
        EXPECT_EQ(actors.name, "actors") << "the first";
        for (u32 i = 0; i < 4; ++i)
            for (int a = 0; a < 2; ++a) EXPECT_EQ(actors.position.at<Packed<2>>(i).c[a], at[i].c[a]);
        EXPECT_EQ(actors.size.at<float>(1), 0.2f);
        EXPECT_EQ(actors.size.at<float>(2), 0.f) << "nobody there";
        EXPECT_EQ(actors.value.at<float>(3), 60.f);
        EXPECT_TRUE(std::isnan(actors.value.at<float>(2)));
        EXPECT_EQ(actors.direction.at<u32>(0), 511u);
        EXPECT_EQ(actors.direction.at<u32>(1), (u32(-511) & 1023u) << 10);
        EXPECT_EQ(actors.range.lo, 10.f);
        EXPECT_EQ(actors.range.hi, 60.f);
        EXPECT_EQ(actors.range.mean, 30.f) << "of those that are there";
        EXPECT_NEAR(actors.range.deviation, std::sqrt((400 + 100 + 900) / 3.), 1e-4);
        EXPECT_EQ(picture.points[1].position.at<glm::vec3>(0), glm::vec3(7, 8, 9));
        EXPECT_EQ(picture.range.hi, 60.f);
    }
}

TEST_F(PictureCase, MemoryIsReusedAndKeptArraysAreShared) {
    const auto position = upload(std::vector<Packed<3>>(1000, {{1, 2, 3, 0}}));
    const auto mesh = kept<glm::vec3>({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    Picture picture;
    const auto draw = [&] {
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::backend);
        canvas.actors() = {.count = 1000, .position = position.data(), .value = LayerColumn::in_order()};
        canvas.triangles({.name = "mesh", .corners = mesh});
        canvas.finish();
        return std::pair(picture.points[0].position.data, picture.triangles[0].corners.data);
    };
    const auto first = draw(), second = draw();
    EXPECT_EQ(first, second);
    EXPECT_EQ(first.second, mesh->data());
    EXPECT_EQ(picture.triangles[0].count, 1u);
    EXPECT_EQ(picture.points[0].range.hi, 0.999f);
}

TEST_F(PictureCase, ColumnsOfAnotherLengthAreRefused) {
    Picture picture;
    Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::main);
    const auto ends = kept<Segment>({{}, {}});
    const auto values = kept<float>({1, 2, 3});
    const auto said = refusal([&] { canvas.lines({.name = "streets", .ends = ends, .value = values}); });
    EXPECT_EQ(said, "layer streets: 3 values for 2 elements");
}

TEST_F(PictureCase, PointsArePickedAsByBruteForce) {
    for (const bool deep : {false, true}) {
        const auto at = places(2000, deep);
        std::vector<Packed<3>> packed;
        std::vector<float> size;
        std::vector<u32> id(at.size());
        for (const auto& p : at) {
            packed.push_back(pack<3>(p));
            size.push_back(any(0, 0.03f));
        }
        for (u32 i = 0; i < id.size(); ++i) id[i] = u32(id.size()) - 1 - i;
        packed[7] = {{inf, inf, inf, 0}};
        const auto on_position = upload(packed);
        const auto on_size = upload(size);
        const auto on_id = upload(id);
        Picture picture = empty_picture(deep);
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::borrowed);
        canvas.actors() = {.count = 2000, .position = on_position.data(), .size = on_size.data(), .ids = on_id.data()};
        canvas.finish();
        int hits = 0;
        for (int n = 0; n < 200; ++n) {
            const Ray r = ray(deep);
            const glm::vec3 way = glm::normalize(r.direction);
            float best = inf;
            u32 wanted = ~0u;
            for (u32 i = 0; i < at.size(); ++i) {
                const glm::vec3 to = at[i] - r.origin;
                const float along = glm::dot(to, way), off = glm::length(to - along * way), score = deep ? along : off;
                if (i != 7 && off <= size[i] + 0.01f && along >= 0 && score < best) {
                    best = score;
                    wanted = id[i];
                }
            }
            const Picked picked = pick(*exec, picture, r, 0.01f);
            ASSERT_EQ(bool(picked), wanted != ~0u);
            if (!picked) continue;
            ++hits;
            ASSERT_EQ(picked.element, wanted);
            ASSERT_EQ(picked.kind, LayerKind::points);
        }
        EXPECT_GT(hits, 20);
    }
}

TEST_F(PictureCase, OfPointsInOnePlaceTheFirstIsPicked) {
    std::vector<Packed<3>> packed(300, pack<3>(glm::vec3(9, 9, 0)));
    packed[93] = packed[193] = pack<3>(glm::vec3(0));
    const auto on_position = upload(packed);
    const auto on_size = upload(std::vector<float>(packed.size(), 0.1f));
    for (const bool deep : {false, true}) {
        Picture picture = empty_picture(deep);
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::borrowed);
        canvas.actors() = {.count = 300, .position = on_position.data(), .size = on_size.data()};
        canvas.finish();
        EXPECT_EQ(pick(*exec, picture, {{0, 0, 7}, {0, 0, -2}}, 0.01f).element, 93u);
    }
}

TEST_F(PictureCase, LinesArePickedAsByBruteForce) {
    for (const bool deep : {false, true}) {
        const auto ends = places(600, deep);
        const auto on_ends = upload(ends);
        Picture picture = empty_picture(deep);
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::backend);
        canvas.lines({.ends = on_ends.data(), .count = 300});
        canvas.finish();
        int hits = 0;
        for (int n = 0; n < 200; ++n) {
            const Ray r = ray(deep);
            const float tolerance = 0.004f;
            float best = inf, second = inf;
            u32 wanted = ~0u;
            bool close = false;  // near the tolerance, rounding decides
            for (u32 l = 0; l < 300; ++l) {
                const glm::vec2 found = apart(r, ends[2 * l], ends[2 * l + 1]);
                const float off = found.x, along = found.y;
                close |= std::abs(off - tolerance) < 1e-5f;
                const float score = deep ? along : off;
                if (off > tolerance || along < 0) continue;
                if (score < best) {
                    second = best;
                    best = score;
                    wanted = l;
                } else second = std::min(second, score);
            }
            if (close || second - best < 1e-5f) continue;
            const Picked picked = pick(*exec, picture, r, tolerance);
            ASSERT_EQ(bool(picked), wanted != ~0u) << n;
            if (!picked) continue;
            ASSERT_EQ(picked.element, wanted);
            ++hits;
        }
        EXPECT_GT(hits, 20);
    }
}

TEST_F(PictureCase, TrianglesArePickedAsByBruteForce) {
    for (const bool deep : {false, true}) {
        std::vector<glm::vec3> corners;
        for (const glm::vec3& at : places(400, deep))
            for (int c = 0; c < 3; ++c) corners.push_back(at + 0.3f * places(1, deep)[0]);
        std::vector<u32> part(400);
        for (u32 t = 0; t < 400; ++t) part[t] = t / 4;
        Picture picture = empty_picture(deep);
        const auto on_corners = upload(corners);
        const auto on_part = upload(part);
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::backend);
        canvas.triangles({.corners = on_corners.data(), .ids = on_part.data(), .count = 400});
        canvas.finish();
        int hits = 0;
        for (int n = 0; n < 200; ++n) {
            const Ray r = ray(deep);
            const glm::dvec3 way = glm::normalize(glm::dvec3(r.direction));
            double best = inf;
            std::vector<u32> wanted;  // in 2D any of them
            for (u32 t = 0; t < 400; ++t) {
                const glm::dvec3 a(corners[3 * t]), b(corners[3 * t + 1]), c(corners[3 * t + 2]), o(r.origin);
                const glm::dvec3 normal = glm::cross(b - a, c - a);
                const double along = glm::dot(a - o, normal) / glm::dot(way, normal);
                const glm::dvec3 at = o + along * way;
                const auto side = [&](glm::dvec3 u, glm::dvec3 v) {
                    return glm::dot(glm::cross(v - u, at - u), normal) > 0;
                };
                if (!(side(a, b) && side(b, c) && side(c, a)) || along < 0) continue;
                if (!deep) wanted.push_back(part[t]);
                else if (along < best) {
                    best = along;
                    wanted = {part[t]};
                }
            }
            const Picked picked = pick(*exec, picture, r, 0);
            ASSERT_EQ(bool(picked), !wanted.empty());
            if (!picked) continue;
            ++hits;
            ASSERT_NE(std::find(wanted.begin(), wanted.end(), picked.element), wanted.end());
            if (!deep) continue;
            ASSERT_NEAR(picked.distance, best, 1e-4);
        }
        EXPECT_GT(hits, 20);
    }
}

TEST_F(PictureCase, CellsArePickedWhereTheirMiddleIsNearest) {
    for (const CellShape shape : {CellShape::square, CellShape::hexagon})
        for (const bool deep : {false, true}) {
            CellLattice lattice{
                .shape = shape, .origin = {-0.7f, -0.6f, 0}, .spacing = 0.09f, .columns = 17, .rows = 14};
            if (deep) {
                lattice.across = {0.8f, 0, 0.6f};
                lattice.up = {0, 1, 0};
            }
            Picture picture = empty_picture(deep);
            Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::backend);
            canvas.cells({.lattice = lattice});
            canvas.finish();
            const float corner = 0.09f / (shape == CellShape::square ? std::sqrt(2.f) : std::sqrt(3.f));
            int hits = 0, misses = 0;
            for (int n = 0; n < 3000; ++n) {
                const Ray r = ray(deep);
                const glm::vec3 normal = glm::cross(lattice.across, lattice.up), way = glm::normalize(r.direction);
                const float along = glm::dot(lattice.origin - r.origin, normal) / glm::dot(way, normal);
                const glm::vec3 at = r.origin + along * way;
                std::vector<std::pair<float, u32>> off;
                for (u32 c = 0; c < lattice.cells(); ++c) off.push_back({glm::distance(at, lattice.middle(c)), c});
                std::partial_sort(off.begin(), off.begin() + 2, off.end());
                const Picked picked = pick(*exec, picture, r, 0);
                if (off[0].first > corner) {
                    ASSERT_FALSE(picked) << "outside";
                    ++misses;
                } else if (off[0].first < 0.48f * 0.09f && along > 0 && off[1].first - off[0].first > 1e-4f) {
                    ASSERT_TRUE(picked);
                    ASSERT_EQ(picked.element, off[0].second);
                    ++hits;
                } else if (picked && off[1].first - off[0].first > 1e-4f) {
                    ASSERT_EQ(picked.element, off[0].second) << "near a corner";
                }
            }
            EXPECT_GT(hits, 500);
            EXPECT_GT(misses, 300);
        }
}

/// Squares of 1 m and 0.5 m high, with a tower of 3 m; y is up and rows go to -z.
TEST_F(PictureCase, CellsWithHeightsArePickedWhereTheRayMeetsTheirSurface) {
    const CellLattice lattice{.columns = 8, .rows = 6, .up = {0, 0, -1}};
    constexpr u32 tower = 3 * 8 + 4, hole = 1 * 8 + 1;
    std::vector<float> heights(lattice.cells(), 0.5f);
    heights[tower] = 3;
    heights[hole] = NAN;
    const auto height = upload(heights);
    const auto at = [&](const std::vector<CellPart>& parts, glm::vec3 origin, glm::vec3 direction) {
        Picture picture;
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::borrowed);
        canvas.deepen({0, 0, -6}, {8, 3, 0});
        canvas.cells({.lattice = lattice, .relief = {.height = height.data()}, .parts = parts});
        canvas.finish();
        return pick(*exec, picture, {origin, direction}, 0);
    };
    const Picked below = at({}, {2.5f, 9, -4.5f}, {0, -1, 0});
    EXPECT_EQ(below.element, 4u * 8 + 2);
    EXPECT_NEAR(below.distance, 8.5f, 1e-4f);
    const Picked side = at({}, {-5, 2, -3.5f}, {1, 0, 0});
    EXPECT_EQ(side.element, tower) << "the others are lower";
    EXPECT_NEAR(side.distance, 9, 0.1f);
    EXPECT_FALSE(at({}, {-5, 3.2f, -3.5f}, {1, 0, 0})) << "above all";
    EXPECT_EQ(at({}, {-5, 0.4f, -3.5f}, {1, 0, 0}).element, 3u * 8) << "the first in the way";
    EXPECT_FALSE(at({}, {1.5f, 9, -1.5f}, {0, -1, 0})) << "no height";
    const std::vector<CellPart> right{{.column = 4, .row = 0, .columns = 4, .rows = 6, .shift = {10, 5, 0}}};
    EXPECT_FALSE(at(right, {2.5f, 9, -4.5f}, {0, -1, 0})) << "not of that part";
    EXPECT_FALSE(at(right, {12.5f, 9, -4.5f}, {0, -1, 0})) << "where that cell would be, were it of that part";
    const Picked shifted = at(right, {15.5f, 9, -4.5f}, {0, -1, 0});
    EXPECT_EQ(shifted.element, 4u * 8 + 5);
    EXPECT_NEAR(shifted.distance, 3.5f, 1e-4f);

    CellLayer storeys{
        .lattice = lattice,
        .parts = {{.columns = 4, .rows = 6}, {.column = 4, .columns = 4, .rows = 6, .shift = {-4, 3, 0}}}};
    for (int order = 0; order < 2; ++order, std::swap(storeys.parts[0], storeys.parts[1])) {
        EXPECT_EQ(place_on_map(storeys, {1.5f, 0.4f, -2.5f}), glm::vec3(1.5f, 2.5f, 0)) << "the lower storey";
        EXPECT_EQ(place_on_map(storeys, {1.5f, 3.4f, -2.5f}), glm::vec3(5.5f, 2.5f, 0)) << "the one above it";
    }
}

/// Element i has the value i % 5; 1, 3 and elements without value are shown.
class HiddenCase : public PictureCase {
  protected:
    static std::vector<float> values_for(u32 n) {
        std::vector<float> values(n);
        for (u32 i = 0; i < n; ++i) values[i] = i % 10 == 4 ? NAN : float(i % 5);
        return values;
    }
    static bool is_shown(u32 i) { return i % 5 == 1 || i % 5 == 3 || i % 10 == 4; }
    static Picture sieved(bool deep, const ShownValues& shown) {
        Picture picture = empty_picture(deep);
        picture.shown = shown;
        return picture;
    }
    /// Expects equal hits in `some` and in `few`, which has only the shown elements.
    void expect_alike(const Picture& some, const Picture& few, bool deep) {
        int hits = 0, misses = 0;
        for (int n = 0; n < 300; ++n) {
            const Ray r = ray(deep);
            const Picked picked = pick(*exec, some, r, 0.01f), wanted = pick(*exec, few, r, 0.01f);
            ASSERT_EQ(picked.kind, wanted.kind) << n;
            ASSERT_EQ(picked.element, wanted.element) << n;
            ++(picked ? hits : misses);
        }
        EXPECT_GT(hits, 20);
        EXPECT_GT(misses, 2);
    }
    const ShownValues odd = values_of_classes({false, true, false, true, false});
};

TEST_F(HiddenCase, RaysGoThroughHiddenPoints) {
    for (const bool deep : {false, true}) {
        const auto at = places(600, deep);
        const auto values = values_for(600);
        std::vector<Packed<3>> packed, few;
        std::vector<u32> id;
        for (u32 i = 0; i < at.size(); ++i) packed.push_back(pack<3>(at[i]));
        for (u32 i = 0; i < at.size(); ++i)
            if (is_shown(i)) {
                few.push_back(packed[i]);
                id.push_back(i);
            }
        const auto on_all = upload(packed), on_few = upload(few);
        const auto on_values = upload(values);
        const auto on_id = upload(id);
        Picture some = sieved(deep, odd), less = sieved(deep, {});
        Canvas<TestedExec> canvas(*exec, some, ColumnsIn::borrowed), other(*exec, less, ColumnsIn::borrowed);
        canvas.points({.count = 600, .position = on_all.data(), .size = 0.04f, .value = on_values.data()});
        other.points({.count = u32(few.size()), .position = on_few.data(), .size = 0.04f, .ids = on_id.data()});
        canvas.finish();
        other.finish();
        expect_alike(some, less, deep);
    }
}

/// Values that hide elements may lie in the other memory.
TEST_F(HiddenCase, RaysGoThroughHiddenTrianglesAndLines) {
    for (const bool deep : {false, true})
        for (const bool kept_here : {false, true}) {
            std::vector<glm::vec3> corners, few;
            std::vector<u32> id;
            for (u32 i = 0; i < 200; ++i) {
                const glm::vec3 at = places(1, deep)[0];
                for (int c = 0; c < 3; ++c) corners.push_back(at + 0.3f * places(1, deep)[0]);
                if (!is_shown(i)) continue;
                few.insert(few.end(), corners.end() - 3, corners.end());
                id.push_back(i);
            }
            const auto on_values = upload(values_for(200));
            const auto values = kept(values_for(200));
            const auto on_corners = upload(corners);
            Picture some = sieved(deep, odd), less = sieved(deep, {});
            Canvas<TestedExec> canvas(*exec, some, ColumnsIn::backend), other(*exec, less, ColumnsIn::backend);
            if (kept_here) canvas.triangles({.corners = on_corners.data(), .shown_by = values, .count = 200});
            else canvas.triangles({.corners = kept(corners), .shown_by = on_values.data()});
            other.triangles({.corners = kept(few), .ids = kept(id)});
            canvas.finish();
            other.finish();
            expect_alike(some, less, deep);

            std::vector<Segment> lines, fewer;
            for (u32 i = 0; i < 200; ++i) lines.push_back({corners[3 * i], corners[3 * i + 1]});
            for (const u32 i : id) fewer.push_back(lines[i]);
            Canvas<TestedExec> with(*exec, some, ColumnsIn::backend), without(*exec, less, ColumnsIn::backend);
            with.lines({.ends = kept(lines), .value = on_values.data()});
            without.lines({.ends = kept(fewer), .ids = kept(id)});
            with.finish();
            without.finish();
            expect_alike(some, less, deep);
        }
}

TEST_F(HiddenCase, RaysGoThroughHiddenCells) {
    const CellLattice lattice{.origin = {-1, -1, 0}, .spacing = 0.1f, .columns = 20, .rows = 20};
    const auto values = upload(values_for(lattice.cells()));
    const auto height = upload(std::vector<float>(lattice.cells(), 0.2f));
    for (const bool deep : {false, true}) {
        Picture picture = sieved(deep, odd);
        Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::borrowed);
        CellLayer layer{.lattice = lattice, .value = values.data()};
        if (deep) layer.relief.height = height.data();
        canvas.cells(layer);
        canvas.finish();
        for (u32 cell = 0; cell < lattice.cells(); cell += 7) {
            const Picked picked = pick(*exec, picture, {lattice.middle(cell) + glm::vec3(0, 0, 5), {0, 0, -1}}, 0);
            ASSERT_EQ(bool(picked), is_shown(cell)) << cell;
            if (picked) { ASSERT_EQ(picked.element, cell); }
        }
    }
}

TEST_F(PictureCase, TheTopmostLayerIsPickedInThePlaneAndTheNearestInSpace) {
    const auto triangle = [](float z) { return kept<glm::vec3>({{-1, -1, z}, {1, -1, z}, {0, 1, z}}); };
    for (const bool deep : {false, true}) {
        Picture picture = empty_picture(deep);
        const auto draw = [&](bool with_triangle, bool with_label) {
            Canvas<TestedExec> canvas(*exec, picture, ColumnsIn::backend);
            canvas.cells({.lattice = {.origin = {-1, -1, 2}, .columns = 2, .rows = 2}});
            canvas.points({.position = kept<glm::vec3>({{0, 0, 1}}), .size = 0.1f});
            if (with_triangle) canvas.triangles({.corners = triangle(0)});
            if (with_label) canvas.labels({.labels = kept<Label>({{{0, 0, -1}, "here"}})});
            canvas.finish();
            return pick(*exec, picture, {{0, 0.05f, 5}, {0, 0, -1}}, 0.1f);
        };
        EXPECT_EQ(draw(false, false).kind, deep ? LayerKind::cells : LayerKind::points);
        EXPECT_EQ(draw(true, false).kind, deep ? LayerKind::cells : LayerKind::triangles);
        EXPECT_EQ(draw(true, true).kind, deep ? LayerKind::cells : LayerKind::labels);
        EXPECT_NEAR(pick(*exec, picture, {{-0.5f, 0.5f, 5}, {0, 0, -1}}, 0.01f).distance, 3, 1e-5);
        EXPECT_EQ(pick(*exec, picture, {{-0.5f, 0.5f, 5}, {0, 0, -1}}, 0.01f).element, 2u);
        EXPECT_FALSE(pick(*exec, picture, {{-5, 0.5f, 5}, {0, 0, -1}}, 0.01f));
    }
}

}  // namespace
}  // namespace nearfield
