#pragma once
#include "app/render/headless.hpp"
#include "app/render/renderer.hpp"
#include "sim/solids.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace nearfield {

constexpr int width = 320, height = 200;
using Pixel = glm::vec3;  // 0 to 255

struct Shot {
    std::vector<unsigned char> rgb;
    Pixel at(int x, int y) const {
        const std::size_t i = (std::size_t(y) * width + std::size_t(x)) * 3;
        return {rgb[i], rgb[i + 1], rgb[i + 2]};
    }
    float brightness(int x, int y) const { return (at(x, y).x + at(x, y).y + at(x, y).z) / 3; }
    float total() const {
        double sum = 0;
        for (unsigned char c : rgb) sum += c;
        return float(sum / double(rgb.size()));
    }
};

inline float difference(const Shot& a, const Shot& b) {
    int worst = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) worst = std::max(worst, std::abs(int(a.rgb[i]) - int(b.rgb[i])));
    return float(worst);
}

/// Two triangles: the parallelogram with a corner and the two sides that start there. Its normal is u x v.
inline void add_parallelogram(std::vector<Solids::Corner>& to, glm::vec3 corner, glm::vec3 u, glm::vec3 v) {
    const glm::vec3 across = glm::cross(u, v), normal = glm::dot(across, across) > 0 ? glm::normalize(across) : glm::vec3(0, 0, 1);
    for (const glm::vec3& at : {corner, corner + u, corner + u + v, corner, corner + u + v, corner + v}) to.push_back({at, normal});
}

/// The six sides of the box [lo, hi], or the rectangle in 2D.
inline void add_box(std::vector<Solids::Corner>& to, glm::vec3 lo, glm::vec3 hi, int dimensions) {
    const glm::vec3 size = hi - lo, x(size.x, 0, 0), y(0, size.y, 0), z(0, 0, size.z);
    if (dimensions == 2) return add_parallelogram(to, lo, x, y);
    add_parallelogram(to, lo, y, x), add_parallelogram(to, lo + z, x, y);
    add_parallelogram(to, lo, z, y), add_parallelogram(to, lo + x, y, z);
    add_parallelogram(to, lo, x, z), add_parallelogram(to, lo + y, z, x);
}

/// The twelve edges of the box [lo, hi], or the four of the rectangle in 2D.
inline void add_box_edges(std::vector<Segment>& to, glm::vec3 lo, glm::vec3 hi, int dimensions) {
    for (int axis = 0; axis < dimensions; ++axis)
        for (int side = 0; side < (dimensions == 2 ? 2 : 4); ++side) {
            const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
            glm::vec3 from = lo;
            if (side & 1) from[u] = hi[u];
            if (side & 2) from[v] = hi[v];
            glm::vec3 end = from;
            end[axis] = hi[axis];
            to.push_back({from, end});
        }
}

struct RenderTest : testing::Test {
    HeadlessGl context;
    std::unique_ptr<Renderer> renderer = std::make_unique<Renderer>(false);
    std::vector<Vertex> vertices;
    std::vector<Heading> headings;
    Camera camera;
    ViewStyle style;
    Frame frame;

    /// A box of 16 x 10 (x 10) round the origin, which just fills the height of a 2D picture.
    void SetUp() override {
        use_dimensions(2);
        style.glow = false, style.bounds = false;
    }
    void TearDown() override { renderer.reset(); }

    void use_dimensions(int dimensions) {
        frame.dimensions = dimensions;
        frame.lo = {-8, -5, -5}, frame.hi = {8, 5, 5};
        if (dimensions == 2) frame.lo.z = frame.hi.z = 0;
        camera.resize(width, height);
        camera.frame_all(frame.lo, frame.hi, dimensions);
    }
    void upload() {
        frame.host = vertices.data(), frame.actors = u32(vertices.size());
        ++frame.serial;
        ASSERT_TRUE(renderer->upload(frame));
    }
    Shot draw(double budget_ms = 1e6) {
        int calls = 0;
        while (!renderer->draw(camera, style, budget_ms)) EXPECT_LT(++calls, 100000);
        return {renderer->pixels()};
    }
    /// One actor with a heading, alone.
    Shot dart(glm::vec3 at, float radius, glm::vec3 heading, float scalar = 1) {
        headings = {packed(heading)};
        frame.host_heading = headings.data();
        const Shot picture = picture_of({{at.x, at.y, at.z, radius, scalar}});
        frame.host_heading = nullptr;
        return picture;
    }
    static Heading packed(glm::vec3 d) {
        const auto part = [](float v) { return Heading(int(std::lround(v * 511))) & 1023u; };
        return part(d.x) | part(d.y) << 10 | part(d.z) << 20;
    }
    Shot picture_of(std::vector<Vertex> actors) {
        vertices = std::move(actors);
        upload();
        return draw();
    }
    std::vector<Vertex> scattered(u32 count) const {
        std::vector<Vertex> all;
        for (u32 i = 0; i < count; ++i) {
            const auto part = [&](double step) { return float(std::fmod(double(i + 1) * step, 1.0)); };
            const glm::vec3 at = frame.lo + (frame.hi - frame.lo) * glm::vec3(part(0.754877666), part(0.569840291), part(0.819172513));
            all.push_back({at.x, at.y, at.z, 0.06f, part(0.618033989)});
        }
        return all;
    }
};

}  // namespace nearfield
