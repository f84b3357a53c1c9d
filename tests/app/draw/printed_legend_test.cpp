// The legend in saved pictures: colours of the map, names below their colours, and an unchanged rest of the picture.
#include "app/draw/printed_legend.hpp"
#include "app/draw/renderer.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace printed_legend_test {

constexpr int width = 1280, height = 800;
constexpr unsigned char ground = 90;

struct Paper {
    std::vector<unsigned char> rgb = std::vector<unsigned char>(std::size_t(3) * width * height, ground);

    glm::ivec3 at(int x, int y) const {
        const unsigned char* p = &rgb[3 * (std::size_t(y) * width + std::size_t(x))];
        return {p[0], p[1], p[2]};
    }
    /// The box of all pixels that changed.
    std::pair<glm::ivec2, glm::ivec2> changed() const {
        glm::ivec2 lo(width, height), hi(-1);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (at(x, y) != glm::ivec3(ground)) {
                    lo = glm::min(lo, {x, y});
                    hi = glm::max(hi, {x, y});
                }
        return {lo, hi};
    }
    /// Columns with a pixel of ink in these rows.
    std::set<int> inked(int top, int bottom) const {
        std::set<int> columns;
        for (int y = top; y < bottom; ++y)
            for (int x = 0; x < width; ++x)
                if (at(x, y).r > 150 && at(x, y).b > 150) columns.insert(x);
        return columns;
    }
};

PrintedLegend speed() {
    return {.title = "speed [m/s]", .moment = "step 300", .names = {}, .lo = 0, .hi = 2.5f, .map = 0, .light = false};
}

/// The bar's row of pixels, and its first and last column.
struct Bar {
    int row = -1, first = width, last = -1;
};
Bar bar_of(const Paper& paper) {
    const auto& map = colour_map(0);
    const glm::ivec3 dark(glm::round(255.f * map.front())), light(glm::round(255.f * map.back()));
    const auto near = [](glm::ivec3 a, glm::ivec3 b) {
        return glm::all(glm::lessThan(glm::abs(a - b), glm::ivec3(5)));
    };
    Bar bar;
    for (int y = 0; y < height && bar.row < 0; ++y)
        for (int x = 0; x < width; ++x) {
            if (near(paper.at(x, y), dark) && bar.first == width) bar.first = x;
            if (near(paper.at(x, y), light)) {
                bar.last = x;
                bar.row = y;
            }
        }
    return bar;
}

TEST(PrintedLegend, HasTheColoursOfTheMapInOrder) {
    Paper paper;
    print_legend(paper.rgb, width, height, speed());
    const Bar bar = bar_of(paper);
    ASSERT_GT(bar.last, bar.first + 200);
    for (const int part : {1, 2, 3}) {
        const auto& expected = colour_map(0)[std::size_t(part * 255 / 4)];
        const glm::ivec3 found = paper.at(bar.first + (bar.last - bar.first) * part / 4, bar.row);
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(found[c], 255 * expected[c], 6) << part;
    }
}

TEST(PrintedLegend, SaysTheStepAndTheTimeOfThePicture) {
    const auto moment = [](const char* scene, bool timed) {
        Settings settings = find_scene(scene).defaults();
        const auto world = make_world(find_scene(scene), settings, Backend::cpu);
        for (int step = 0; step < 50; ++step) world->step();
        world->finish();
        Picture picture;
        world->draw(picture, 0, true);
        return legend_of(picture, find_scene(scene), {}, timed, {}).moment;
    };
    EXPECT_EQ(moment("pedestrians", true), "step 50, 0.5 s");
    EXPECT_EQ(moment("circles", false), "step 50");
}

TEST(PrintedLegend, StaysInItsCorner) {
    Paper paper;
    print_legend(paper.rgb, width, height, speed());
    const auto [lo, hi] = paper.changed();
    EXPECT_GT(lo.x, 8);
    EXPECT_LT(hi.x, width / 3);
    EXPECT_GT(lo.y, height * 4 / 5);
    EXPECT_LT(hi.y, height - 8);
}

TEST(PrintedLegend, NamesStandUnderTheirColours) {
    Paper paper;
    auto legend = speed();
    legend.names = {"I", "I", "I"};
    legend.hi = 2;
    print_legend(paper.rgb, width, height, legend);
    const Bar bar = bar_of(paper);
    const auto columns = paper.inked(bar.row + 12, paper.changed().second.y + 1);
    const int middle = (bar.first + bar.last) / 2;
    EXPECT_TRUE(std::any_of(columns.begin(), columns.end(), [&](int x) { return std::abs(x - middle) <= 3; }));
    EXPECT_TRUE(std::none_of(columns.begin(), columns.end(), [&](int x) {
        return std::abs(x - middle) > 8 && x > bar.first + 12 && x < bar.last - 12;
    }));
}

TEST(PrintedLegend, WithoutColoursSaysOnlyTheMoment) {
    Paper paper, whole;
    auto legend = speed();
    print_legend(whole.rgb, width, height, legend);
    legend.title.clear();
    print_legend(paper.rgb, width, height, legend);
    EXPECT_EQ(bar_of(paper).row, -1);
    EXPECT_GT(paper.changed().first.y, whole.changed().first.y);
}

TEST(PrintedLegend, LeavesAPictureWithoutRoomAlone) {
    std::vector<unsigned char> small(std::size_t(3) * 200 * 100, ground);
    const auto before = small;
    print_legend(small, 200, 100, speed());
    EXPECT_TRUE(small == before);
}

}  // namespace printed_legend_test
}  // namespace nearfield
