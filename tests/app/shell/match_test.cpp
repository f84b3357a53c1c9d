// The finder ranks better matches first.
#include "app/ui/match.hpp"

#include <gtest/gtest.h>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::ui {
namespace match_test {

TEST(Match, ExactBeforeStartBeforeWordsBeforeLetters) {
    EXPECT_EQ(match("WATER", "Water").fit, Fit::exact);
    EXPECT_EQ(match("wat", "Water").fit, Fit::start);
    EXPECT_EQ(match("dam bre", "Preset of a dam-break").fit, Fit::words);
    EXPECT_EQ(match("water dam", "dam-break-1", "Water").fit, Fit::words) << "the rest of the row counts for words";
    EXPECT_EQ(match("wtr", "Water").fit, Fit::letters);
    EXPECT_EQ(match("wtr", "Boids", "Water").fit, Fit::none) << "but not for letters";
    EXPECT_EQ(match("compare", "Water", "A fluid of particles that is poured and measured").fit, Fit::none);
    EXPECT_GT(match("run", "Run / pause"), match("run", "Scene of a run"));
    EXPECT_GT(match("bin", "Bin ratio W/R"), match("bin", "Fine bins along x"));
}

TEST(Match, WordsOfTheNameComeFirst) {
    EXPECT_GT(match("radius", "Search radius"), match("radius", "Bins", "in units of the radius"));
    EXPECT_EQ(match("", "anything").fit, Fit::start);
}

TEST(Match, AKindBeforeAColonNarrowsTheNames) {
    const auto found = [](const char* query) { return match_of_kind(query, "Preset", "dam-break-1", "Water").fit; };
    EXPECT_EQ(found("preset: dam-break"), Fit::start);
    EXPECT_EQ(found("Preset:dam-break-1"), Fit::exact);
    EXPECT_EQ(found(" preset : break"), Fit::words);
    EXPECT_EQ(found("preset:"), Fit::start) << "all of them";
    EXPECT_EQ(found("preset dam"), Fit::words) << "without a colon the kind is a word like others";
    EXPECT_EQ(found("scene: dam-break"), Fit::none);
    EXPECT_EQ(found("pre: dam-break"), Fit::none) << "no kind of that name";
    EXPECT_EQ(match_of_kind("glossary: W:R", "Glossary", "W:R", "").fit, Fit::exact);
}

}  // namespace match_test
}  // namespace nearfield::ui
