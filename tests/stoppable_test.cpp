// Long work that ends when nobody wants it any more, or when a part of it fails.
#include "base/stoppable.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <new>
#include <thread>
#include <vector>

namespace nearfield {
namespace {

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

}  // namespace
}  // namespace nearfield
