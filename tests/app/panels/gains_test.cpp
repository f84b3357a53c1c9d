// Gain of each optimisation: closed forms, measurements of the present state, and dashes.
#include "app/panels/explain/gains.hpp"

#include <gtest/gtest.h>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::ui {
namespace gains_test {

class Gains : public testing::Test {
  protected:
    Gains() {
        status.scene = &find_scene("circles");
        status.actors = status.present = 30000;
        status.grid.radius = 1;
        status.grid.width = glm::vec3(0.5f);
        status.grid.bin_count = 40000;
        settings.set("search.visit", "strips");
        settings.set("search.bin_ratio", "0.5");
    }
    GainFacts facts() {
        status.settings = std::make_shared<const Settings>(settings);
        return {status, 2, {glm::vec3(0), {100, 100, 0}, false}, times};
    }
    Gain of(const std::string& name) {
        for (const auto& gain : gains(facts()))
            if (gain.name == name) return gain;
        ADD_FAILURE() << name;
        return {};
    }
    void audit(double bins, double strips, double candidates, double neighbours) {
        status.audit = std::make_shared<const Audit>(Audit{.queries = 4096,
                                                           .bins = bins,
                                                           .strips = strips,
                                                           .candidates = candidates,
                                                           .neighbours = neighbours,
                                                           .surplus = candidates / neighbours});
    }
    /// Times for a change of visit, ratio or sort.
    struct Way {
        const char *visit, *ratio, *sort;
        double construct, whole;
    };
    void tuned(const std::vector<Way>& ways) {
        Tuning tuning;
        for (const auto& way : ways) {
            Settings with = settings;
            with.set("search.visit", way.visit);
            with.set("search.bin_ratio", way.ratio);
            with.set("search.sort", way.sort);
            WayTimes measured;
            measured.construct = {way.construct};
            measured.query = {way.whole - way.construct};
            measured.whole = {way.whole};
            tuning.ways.push_back({with, measured});
            if (way.whole < tuning.winner().whole().ms) tuning.best = tuning.ways.size() - 1;
        }
        status.answers.tuning = std::make_shared<const Tuning>(tuning);
        status.answers.tuned_step = 120;
    }
    static bool says(const Gain& gain, const std::string& words) { return gain.words.find(words) != std::string::npos; }

    Status status;
    Settings settings = find_scene("circles").defaults();
    std::optional<StageMeans> times;
};

#define EXPECT_SAYS(gain, text) EXPECT_TRUE(says(gain, text)) << (gain).words

TEST_F(Gains, WhatIsNotKnownIsSaid) {
    for (const char* name : {"Search against brute force", "Bin width", "Strips", "Trimmed strips", "Fused rows",
                             "Atomic counting sort", "Share of construction"}) {
        const Gain gain = of(name);
        EXPECT_EQ(gain.verdict, Verdict::unknown) << name;
        EXPECT_TRUE(says(gain, "–") || says(gain, "not measured")) << gain.words;
        EXPECT_EQ(gain.words.back(), '.') << gain.words;
    }
    EXPECT_SAYS(of("Strips"), "Tune has not timed it");
}

TEST_F(Gains, TheoryIsTheClosedForm) {
    audit(25, 5, 20, 10);
    EXPECT_SAYS(of("Bin width"), "1.99 candidates per neighbour in theory");  // 2.5^2 / pi
    EXPECT_SAYS(of("Bin width"), "2 as measured");
    EXPECT_SAYS(of("Trimmed strips"), "1.72 candidates");  // (pi + 2 * (0.5 + 0.5) + 0.25) / pi
    EXPECT_SAYS(of("Trimmed strips"), "instead of 1.99");
    EXPECT_SAYS(of("Strips"), "25 bins in 5 rows in theory, 25 bins in 5 as measured, so a strip holds 4.2 actors");
    EXPECT_SAYS(of("Search against brute force"), "20 of 29,999 others, in theory 19.9: 1 in 1,500");
    EXPECT_SAYS(of("Atomic counting sort"), "0.75 of them on a bin's counter");
    EXPECT_SAYS(of("Atomic counting sort"), "16-bit bin indices passes twice");
    settings.set("search.visit", "brute");
    EXPECT_SAYS(of("Bin width"), "no bins");
}

TEST_F(Gains, MeasurementsAreThoseOfTune) {
    audit(25, 5, 20, 10);
    tuned({{"strips", "0.5", "counting", 0.2, 3},
           {"bins", "0.5", "counting", 0.2, 6},
           {"bins", "1", "counting", 0.1, 4},
           {"strips", "1", "counting", 0.1, 2},
           {"trimmed", "1", "counting", 0.1, 2.02},
           {"strips", "1", "radix", 0.4, 2.5}});
    EXPECT_SAYS(of("Strips"), "a step with strips takes 0.5 of the time with bins, each at its fastest ratio (Tune at "
                              "step 120)");
    EXPECT_EQ(of("Strips").verdict, Verdict::pays);
    EXPECT_SAYS(of("Bin width"), "a step with it takes 1.5 of the time with the fastest, 1");
    EXPECT_EQ(of("Bin width").verdict, Verdict::costs);
    EXPECT_EQ(of("Trimmed strips").verdict, Verdict::even) << "one per cent";
    EXPECT_EQ(of("Fused rows").verdict, Verdict::unknown);
    EXPECT_SAYS(of("Fused rows"), "Tune did not try both");
    EXPECT_SAYS(of("Atomic counting sort"), "takes 0.8 of the time with radix");
    EXPECT_SAYS(of("Search against brute force"), "up to 2,000 actors only");
    settings.set("search.bin_ratio", "0.7");
    EXPECT_SAYS(of("Bin width"), "this one was not timed");
    EXPECT_EQ(of("Strips").verdict, Verdict::pays) << "another way of searching is no other state";
    settings.set("force", "0.01");
    EXPECT_EQ(of("Strips").verdict, Verdict::unknown);
    EXPECT_SAYS(of("Strips"), "settings have changed since Tune timed it");
}

TEST_F(Gains, SharesComeFromTheStages) {
    times = StageMeans{{{"scan", 0.1}, {"reorder", 0.4}, {"query", 1.5}}, 2};
    EXPECT_SAYS(of("Share of construction"), "25 % of a step, 0.500 of 2.00 ms");
    EXPECT_SAYS(of("Share of construction"), "more than 1.33 times as fast");
    status.backend = Backend::cuda;
    EXPECT_SAYS(of("Launch overheads"), "scan, takes 0.100 ms, so launches cost at most about 15 % of a step");
}

TEST_F(Gains, TheoryOfACurve) {
    tuned({{"strips", "0.5", "counting", 0.2, 3}, {"strips", "1", "counting", 0.1, 2.1}});
    const auto curve = cost_curve(*status.answers.tuning, "strips");
    const auto theory = steps_in_theory(facts(), curve);
    ASSERT_EQ(theory.size(), 2u);
    EXPECT_NEAR(theory[1], 2.1, 1e-9) << "the widest bins are the measure";
    EXPECT_NEAR(theory[0], 0.2 + 2 * (2.5 * 2.5) / (3.0 * 3.0), 1e-3);
    settings.set("force", "0.01");
    EXPECT_TRUE(steps_in_theory(facts(), curve).empty());
}

}  // namespace gains_test
}  // namespace nearfield::ui
