#pragma once
#include "app/draw/headless.hpp"
#include "app/draw/renderer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
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

/// One actor as drawn.
struct Vertex {
    float x, y, z;
    float size;    ///< radius in world units
    float scalar;  ///< value that colours it
};

template <class T> std::shared_ptr<const std::vector<T>> kept(std::vector<T> values) {
    return std::make_shared<const std::vector<T>>(std::move(values));
}

/// Elements in main memory with a stride in bytes.
inline LayerColumn on_host(Format format, const void* data, std::size_t count, std::size_t stride) {
    LayerColumn column(format, data, u32(stride));
    column.memory = LayerColumn::Memory::main;
    column.count = u32(count);
    return column;
}

/// Actors as a layer of a picture; they must outlive the layer.
inline PointLayer layer_of(const std::vector<Vertex>& actors) {
    static const Vertex nobody{};  // gives columns an address even without actors
    const auto* first = reinterpret_cast<const char*>(actors.empty() ? &nobody : actors.data());
    const auto part = [&](Format format, std::size_t offset) {
        return on_host(format, first + offset, actors.size(), sizeof(Vertex));
    };
    return {.name = "actors",
            .count = u32(actors.size()),
            .position = part(Format::f32x3, 0),
            .size = part(Format::f32, offsetof(Vertex, size)),
            .value = part(Format::f32, offsetof(Vertex, scalar))};
}

/// Adds two triangles: the parallelogram at a corner with two sides.
inline void add_parallelogram(std::vector<glm::vec3>& to, glm::vec3 corner, glm::vec3 u, glm::vec3 v) {
    for (const glm::vec3& at : {corner, corner + u, corner + u + v, corner, corner + u + v, corner + v})
        to.push_back(at);
}

/// Adds the six sides of the box [lo, hi], or the rectangle in 2D.
inline void add_box(std::vector<glm::vec3>& to, glm::vec3 lo, glm::vec3 hi, int dimensions) {
    const glm::vec3 size = hi - lo, x(size.x, 0, 0), y(0, size.y, 0), z(0, 0, size.z);
    if (dimensions == 2) return add_parallelogram(to, lo, x, y);
    add_parallelogram(to, lo, y, x);
    add_parallelogram(to, lo + z, x, y);
    add_parallelogram(to, lo, z, y);
    add_parallelogram(to, lo + x, y, z);
    add_parallelogram(to, lo, x, z);
    add_parallelogram(to, lo + y, z, x);
}

/// Adds the twelve edges of the box [lo, hi], or the four of the rectangle in 2D.
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
    std::vector<u32> headings;
    Camera camera;
    ViewStyle style;
    Drawing drawing = Drawing::particles;
    Picture picture;

    /// A box of 16 x 10 (x 10) around the origin, which just fills the height of a 2D picture.
    void SetUp() override {
        use_dimensions(2);
        style.glow = false;
        style.bounds = false;
    }
    void TearDown() override { renderer.reset(); }

    void use_dimensions(int dimensions) {
        picture.dimensions = dimensions;
        picture.lo = {-8, -5, -5};
        picture.hi = {8, 5, 5};
        if (dimensions == 2) picture.lo.z = picture.hi.z = 0;
        camera.resize(width, height);
        camera.frame_all(picture.lo, picture.hi, dimensions);
    }
    void upload() {
        picture.points.resize(std::max<std::size_t>(picture.points.size(), 1));
        picture.points[0] = layer_of(vertices);
        picture.points[0].drawing = drawing;
        if (headings.size() == vertices.size() && !headings.empty())
            picture.points[0].direction = on_host(Format::direction, headings.data(), headings.size(), sizeof(u32));
        ++picture.serial;
        ASSERT_TRUE(renderer->upload(picture));
    }
    Shot draw(double budget_ms = 1e6) {
        int calls = 0;
        while (!renderer->draw(camera, style, budget_ms)) EXPECT_LT(++calls, 100000);
        return {renderer->pixels()};
    }
    glm::ivec2 pixel_of(glm::vec3 place) const { return glm::ivec2(camera.project(place)); }
    Pixel seen_at(const Shot& shot, glm::vec3 place) const {
        const glm::ivec2 at = pixel_of(place);
        return shot.at(at.x, at.y);
    }
    /// A single actor with a direction.
    Shot dart(glm::vec3 at, float radius, glm::vec3 heading, float scalar = 1) {
        headings = {packed(heading)};
        const Shot shot = picture_of({{at.x, at.y, at.z, radius, scalar}});
        headings.clear();
        return shot;
    }
    static u32 packed(glm::vec3 d) {
        const auto part = [](float v) { return u32(int(std::lround(v * 511))) & 1023u; };
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
            const glm::vec3 at = picture.lo + (picture.hi - picture.lo) *
                                                  glm::vec3(part(0.754877666), part(0.569840291), part(0.819172513));
            all.push_back({at.x, at.y, at.z, 0.06f, part(0.618033989)});
        }
        return all;
    }
};

}  // namespace nearfield
