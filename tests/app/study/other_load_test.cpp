// Processor time of other programs, beside what this process and a child of it take.
#include "app/study/other_load.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>

// not in asan, tsan: nothing new for memory and threads, and a child of a process with their threads
namespace nearfield {
namespace other_load_test {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double processor_seconds(int whose) {
    rusage used{};
    getrusage(whose, &used);
    return double(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * double(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// A child counts as another program, this process does not. Other programs may run as well.
TEST(OtherLoad, LiesBetweenAChildsTimeAndWhatThisProcessLeaves) {
    constexpr double duration = 0.4, rounding = 0.15;  // s; cores, as /proc/stat counts in hundredths of a second
    const auto begin = Clock::now();
    const double own_before = processor_seconds(RUSAGE_SELF), child_before = processor_seconds(RUSAGE_CHILDREN);
    OtherLoad load;
    const pid_t child = fork();
    while (seconds_since(begin) < duration) {}
    if (child == 0) _exit(0);
    ASSERT_GT(child, 0);
    waitpid(child, nullptr, 0);
    load.add();
    const double elapsed = seconds_since(begin), own = (processor_seconds(RUSAGE_SELF) - own_before) / elapsed,
                 of_child = (processor_seconds(RUSAGE_CHILDREN) - child_before) / elapsed,
                 cores = double(sysconf(_SC_NPROCESSORS_ONLN));
    EXPECT_GE(load.cores(), of_child - rounding);
    EXPECT_LE(load.cores(), cores - own + rounding);
}

TEST(OtherLoad, IsUnknownForAMoment) {
    OtherLoad load;
    load.add();
    EXPECT_TRUE(std::isnan(load.cores()));
}

}  // namespace other_load_test
}  // namespace nearfield
