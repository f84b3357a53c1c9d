// Long work that is stopped when unwanted, or when a part of it fails.
#include "backends.hpp"
#include "base/error.hpp"
#include "base/stoppable.hpp"
#include "base/work_scope.hpp"
#include "places.hpp"
#include "temporary.hpp"
#include "worlds.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace nearfield {
namespace stoppable_test {

TEST(Stoppable, EndsWorkOfItsThreadOnly) {
    bool unwanted = false;
    EXPECT_NO_THROW(stop_if_unwanted()) << "work that cannot be stopped";
    const Stoppable work([&] { return unwanted; });
    EXPECT_NO_THROW(stop_if_unwanted());
    unwanted = true;
    EXPECT_THROW(stop_if_unwanted(), WorkStopped);
    std::thread([] { EXPECT_NO_THROW(stop_if_unwanted()); }).join();
    {
        const Stoppable whole([] { return false; });
        EXPECT_NO_THROW(stop_if_unwanted()) << "the last one made is asked";
    }
    EXPECT_THROW(stop_if_unwanted(), WorkStopped);
}

TEST(Stoppable, AsksNowAndThen) {
    int asked = 0;
    const Stoppable work([&] {
        ++asked;
        return false;
    });
    StopBetween pieces;
    for (int i = 0; i < 100'000; ++i) pieces();
    EXPECT_EQ(asked, 100'000 / 4096);
    pieces(1'000'000);
    EXPECT_EQ(asked, 100'000 / 4096 + 1);
}

TEST(WorkScope, TellsOfTheOutermostWorkOfItsThread) {
    struct Watch final : WorkWatch {
        std::vector<std::string> told;
        void begins(const WorkPiece& work) override { told.emplace_back(work.what); }
        void ends() override { told.emplace_back("end"); }
    };
    Watch outer;
    {
        Watch watch;
        {
            const WorkScope step({.what = "step", .step = 1});
            const WorkScope part({.what = "a part of it"});
        }
        std::thread([] { const WorkScope other({.what = "another thread's"}); }).join();
        EXPECT_THROW(
            {
                const WorkScope setup({.what = "setup"});
                throw Error("refused");
            },
            Error);
        EXPECT_EQ(watch.told, (std::vector<std::string>{"step", "end", "setup", "end"}));
    }
    EXPECT_TRUE(outer.told.empty());
    const WorkScope step({.what = "step", .step = 2});
    EXPECT_EQ(outer.told, std::vector<std::string>{"step"});
}

TEST(Stoppable, HearsHowFarItsWorkIs) {
    EXPECT_NO_THROW(go_on_from(0.5)) << "nobody hears it";
    double heard = 0;
    bool unwanted = false;
    const Stoppable work([&] { return unwanted; }, [&](double done) { heard = done; });
    go_on_from(0.25);
    EXPECT_EQ(heard, 0.25);
    unwanted = true;
    EXPECT_THROW(go_on_from(0.75), WorkStopped);
    EXPECT_EQ(heard, 0.25);
}

TEST(InParallel, DoesEveryTaskOnce) {
    std::vector<int> done(1000);
    each_in_parallel(done.size(), [&](std::size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(1000, 1));
    each_in_parallel(0, [](std::size_t) { FAIL(); });
}

TEST(InParallel, ThrowsWhatATaskHasThrown) {
    std::atomic<int> done = 0;
    const auto task = [&](std::size_t i) {
        if (i == 20) throw std::bad_alloc();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++done;
    };
    EXPECT_THROW(each_in_parallel(2000, task), std::bad_alloc);
    EXPECT_LT(done, 1999) << "no further task begins";
}

TEST(InParallel, StopsOnEveryThread) {
    std::atomic<int> done = 0;
    const Stoppable work([&] { return done >= 50; });
    EXPECT_THROW(each_in_parallel(2000, [&](std::size_t) { ++done; }), WorkStopped);
    EXPECT_GE(done, 50);
    EXPECT_LT(done, 2000);
}

TEST(InParallel, EachTaskCanBeStopped) {
    std::atomic<bool> unwanted = false;
    std::atomic<int> asking = 0, ended = 0;
    const Stoppable work([&] { return bool(unwanted); });
    const auto task = [&](std::size_t) {
        if (++asking > 1) unwanted = true;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (std::chrono::steady_clock::now() < end) stop_if_unwanted();
        ++ended;
    };
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        unwanted = true;
    });
    EXPECT_THROW(each_in_parallel(4, task), WorkStopped);
    later.join();
    EXPECT_EQ(ended, 0) << "tasks that went on to their end";
}

/// A slow setup, and a file that it reads.
struct LongSetup {
    const char *name, *scene, *key, *file;  ///< key and file: null if it reads none
    std::string text;
    std::vector<std::pair<const char*, int>> settings;
};

constexpr const char* hollow = R"({"dimensions": 3, "container": [[0, 0, 0], [1, 1, 1]], "fluids": [
    {"name": "left", "box": [[0, 0, 0], [0.02, 1, 1]]}],
    "solids": [{"name": "glass", "mesh": {"file": "glass.obj", "scale": 4, "translate": [0.5, 0.2, 0.5]}}]})";
/// A disc with many corners.
std::string cornered() {
    std::string corners;
    for (int k = 0; k < 1000; ++k)
        corners += fmt::format("{}[{:.6f}, {:.6f}]", k ? ", " : "", 0.5 + 0.45 * std::cos(k * 0.00628318530718),
                               0.5 + 0.45 * std::sin(k * 0.00628318530718));
    return R"({"dimensions": 2, "container": [[0, 0], [1, 1]], "fluids": [{"name": "disc", "polygon": [)" + corners +
           "]}]}";
}
constexpr const char* crowded = R"({"navigation_cell": 10, "walls": [{"polygon": [[0, 0], [1700, 1700]]}],
    "exits": [{"name": "door", "door": [[1700, 500], [1700, 510]]}], "people": {"radius": 0.3},
    "spawns": [{"name": "square", "area": [[1, 1], [1699, 1699]], "count": 9300000}]})";
constexpr const char* wide = R"({"navigation_cell": 0.5, "walls": [{"polygon": [[0, 0], [1000, 1000]]}],
    "exits": [{"name": "east", "door": [[1000, 500], [1000, 510]]}, {"name": "west", "door": [[0, 510], [0, 500]]}],
    "spawns": [{"name": "middle", "area": [[490, 490], [510, 510]], "count": 10}]})";

const LongSetup setups_that_take_long[] = {
    {"wiring", "network", nullptr, nullptr, "", {{"vertices", 16384}, {"edges", 1024}, {"actors", 60}}},
    {"mesh", "sph", "tank", "hollow.json", hollow, {{"actors", 3'000'000}}},
    {"polygon", "sph", "tank", "polygon.json", cornered(), {{"actors", 2'000'000}}},
    {"crowd", "pedestrians", "plan", "crowded.json", crowded, {}},
    {"navigation", "pedestrians", "plan", "wide.json", wide, {}},
};

class Setups : public testing::TestWithParam<LongSetup> {
  protected:
    void SetUp() override {
        std::filesystem::copy_file(std::filesystem::path(places::assets) / "tanks/glass.obj", folder / "glass.obj");
    }

    const TemporaryFolder folder;
};

/// Measures the longest time that work continues without polling, and makes it unwanted from a moment on.
class Patience {
  public:
    using Clock = std::chrono::steady_clock;

    explicit Patience(Clock::duration wanted) : unwanted_(Clock::now() + wanted) {}
    bool ask() {
        const std::lock_guard lock(mutex_);
        const auto now = Clock::now();
        longest_ = std::max(longest_, std::chrono::duration<double>(now - std::exchange(last_, now)).count());
        return now > unwanted_;
    }
    double longest() {
        ask();
        return longest_;
    }  ///< s

  private:
    std::mutex mutex_;
    const Clock::time_point unwanted_;
    Clock::time_point last_ = Clock::now();
    double longest_ = 0;
};

TEST_P(Setups, EndSoonAfterNobodyWantsThem) {
    constexpr double most = sanitized ? 3 : 1;
    const auto& setup = GetParam();
    const SceneInfo& scene = find_scene(setup.scene);
    Settings settings = settings_of(scene, setup.settings);
    if (setup.file) settings.set(setup.key, folder.write(setup.file, setup.text).string());
    Patience patience(std::chrono::milliseconds(700));
    const Stoppable work([&] { return patience.ask(); });
    EXPECT_THROW(make_world(scene, settings, Backend::cpu), WorkStopped);
    EXPECT_LT(patience.longest(), most) << "seconds in which it did not ask";
}

INSTANTIATE_TEST_SUITE_P(Long, Setups, testing::ValuesIn(setups_that_take_long),
                         [](const auto& info) { return info.param.name; });

}  // namespace stoppable_test
}  // namespace nearfield
