// The timing drawer's history: lines and colours of all stages, and the time outside of stages.
#include "app/ui/theme.hpp"
#include "app/ui/timing_history.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::ui {
namespace timing_history_test {

StepRow step_of(std::initializer_list<StepTimes::Stage> stages, double total) {
    StepRow row;
    row.times.total_ms = total;
    row.times.stages = stages;
    return row;
}

TEST(TimingHistory, ManyStagesKeepTheirNamesAndTimes) {
    TimingHistory history;
    static constexpr const char* names[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                            "i", "j", "k", "l", "m", "n", "o", "p"};
    StepRow row;
    for (const char* name : names) row.times.stages.push_back({name, 1});
    row.times.total_ms = 20;
    history.add({row}, 0.1, true);
    const auto lines = history.summary(10);
    ASSERT_EQ(lines.size(), std::size(names) + 1);
    for (std::size_t i = 0; i < std::size(names); ++i) {
        EXPECT_EQ(lines[i].name, names[i]);
        EXPECT_NEAR(lines[i].share, 0.05, 1e-6) << names[i];
    }
    EXPECT_EQ(lines.back().name, "other");
    EXPECT_NEAR(lines.back().mean, 4, 1e-6);
}

TEST(TimingHistory, AStageThatTookNoTimeHasNoLine) {
    TimingHistory history;
    history.add({step_of({{"early", 1}}, 1)}, 0.1, true);
    history.add({step_of({{"late", 2}}, 2)}, 20, true);
    const auto all = history.summary(30), last = history.summary(5);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_NEAR(all[0].mean, 0.5, 1e-6) << "steps before a stage appeared count as without it";
    ASSERT_EQ(last.size(), 1u);
    EXPECT_EQ(last[0].name, "late");
    EXPECT_EQ(last[0].stage, 1u) << "its colour stays";
}

/// Averages since a change exclude earlier steps.
TEST(TimingHistory, TimeSinceAChange) {
    TimingHistory history;
    EXPECT_EQ(history.since_mark(), 0);
    history.add({step_of({{"a", 1}}, 1)}, 2, true);
    history.add({step_of({{"a", 1}}, 1)}, 3, true);
    EXPECT_NEAR(history.since_mark(), 3, 1e-9) << "since the first step";
    history.mark();
    EXPECT_EQ(history.since_mark(), 0) << "no step has been made with the change yet";
    history.add({step_of({{"a", 1}}, 1)}, 1, true);
    history.add({step_of({{"a", 1}}, 1)}, 0.5, true);
    EXPECT_NEAR(history.since_mark(), 0.5, 1e-9);
}

TEST(TimingHistory, StagesHaveColoursOfTheirOwn) {
    const auto channel = [](ImU32 colour, int shift) { return int(colour >> shift & 255); };
    std::vector<ImU32> seen;
    for (std::size_t stage = 0; stage < 24; ++stage) {
        const ImU32 colour = stage_colour(stage, 24);
        for (const ImU32 other : seen) {
            int distance = 0;
            for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT})
                distance += std::abs(channel(colour, shift) - channel(other, shift));
            EXPECT_GT(distance, 40) << stage;
        }
        seen.push_back(colour);
    }
}

}  // namespace timing_history_test
}  // namespace nearfield::ui
