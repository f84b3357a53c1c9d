// Declarative parameters: one list, every reader follows; bad input is named and changes nothing.
#include "base/error.hpp"
#include "params/settings.hpp"
#include "params/spans.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nearfield {
namespace {

std::string complaint(Settings& settings, const std::string& assignment) {
    const Settings before = settings;
    try {
        settings.set_assignment(assignment);
    } catch (const UsageError& problem) {
        EXPECT_EQ(settings, before) << "nothing changed";
        return problem.what();
    }
    return "";
}

TEST(Params, SpansAreListsOfTwoPointsEach) {
    const std::vector<Span> two{{{1.5f, -2}, {3, 4.25f}}, {{0, 0}, {10000, 0.01f}}};
    EXPECT_EQ(write_spans(two), "1.5 -2 3 4.25; 0 0 10000 0.01");
    EXPECT_EQ(read_spans("k", write_spans(two)), two);
    EXPECT_EQ(read_spans("k", "1.5,-2, 3 4.25 ;; 0 0,10000 1e-2;"), two) << "commas and empty items do no harm";
    EXPECT_TRUE(read_spans("k", " ").empty());
    EXPECT_EQ(write_spans({{{0.123456f, 1}, {2, 3}}}), "0.12 1 2 3");
    for (const char* bad : {"1 2 3", "1 2 3 4 5", "a 2 3 4", "1 2 3 inf"}) EXPECT_THROW(read_spans("k", bad), UsageError) << bad;
}

TEST(Params, EveryParameterOfEverySceneIsSound) {
    for (const auto& scene : scenes()) {
        Settings settings = scene.defaults();
        for (const auto& spec : settings.specs()) {
            SCOPED_TRACE(scene.key + "." + spec.key);
            EXPECT_FALSE(spec.help.empty());
            EXPECT_FALSE(spec.label.empty());
            EXPECT_FALSE(spec.group.empty());
            EXPECT_NO_THROW(settings.reset(spec.key)) << "the default is in range";
            if (spec.kind == Kind::text) continue;
            for (double end : {spec.lo, spec.hi}) EXPECT_NO_THROW(settings.set(spec.key, end));
            EXPECT_NO_THROW(settings.set(spec.key, settings.text(spec.key))) << "what is printed can be read";
            EXPECT_TRUE(!spec.logarithmic || spec.lo >= 0);
            EXPECT_THROW(settings.set(spec.key, spec.hi + 1), UsageError);
        }
    }
}

TEST(Params, ValuesGoRoundThroughText) {
    Settings settings = find_scene("circles").defaults();
    for (const char* text : {"0.1", "0.125", "4", "0.3333"}) {
        settings.set("search.bin_ratio", text);
        EXPECT_EQ(settings.text("search.bin_ratio"), text);
    }
    settings.set("search.visit", "trimmed");
    EXPECT_EQ(settings.text("search.visit"), "trimmed");
    settings.set("search.deterministic", "on");
    Settings copy = find_scene("circles").defaults();
    copy.merge(settings.to_json(), "memory");
    EXPECT_EQ(copy, settings);
    EXPECT_EQ(copy.differing(find_scene("circles").defaults()), (std::vector<std::string>{"search.bin_ratio", "search.visit", "search.deterministic"}));
}

TEST(Params, TextsTravelAsNumbers) {
    struct Params {
        int before = 1;
        Text name{"first"};
        float after = 2;
    };
    const auto specs = std::make_shared<const std::vector<ParamSpec>>(param_list<Params>({
        integer(&Params::before, "before", "", "", 0, 9, "."),
        text(&Params::name, "name", "", {"first", "second"}, "."),
        real(&Params::after, "after", "", "", 0, 9, "."),
    }));
    Settings settings(specs);
    EXPECT_EQ(settings.text("name"), "first");
    settings.set_assignment("name=any thing = else");
    EXPECT_EQ(settings.text("name"), "any thing = else");
    Params params;
    settings.store(*specs, &params);
    EXPECT_EQ(params.name.str(), "any thing = else");
    Settings copy(specs);
    copy.merge(settings.to_json(), "memory");
    EXPECT_EQ(copy, settings);
    copy.set("name", settings.get("name"));
    EXPECT_EQ(copy.text("name"), "any thing = else");
    settings.set("name", "");
    EXPECT_EQ(settings.text("name"), "");
    EXPECT_THROW(settings.set("name", 1e9), std::out_of_range);
}

TEST(Params, BadInputIsNamedWithTheWayOut) {
    Settings s = find_scene("circles").defaults();
    EXPECT_EQ(complaint(s, "search.bin_rato=1"), "no parameter 'search.bin_rato'. Did you mean 'search.bin_ratio'?");
    EXPECT_EQ(complaint(s, "bin_ratio=1"), "no parameter 'bin_ratio'. Did you mean 'search.bin_ratio'?");
    EXPECT_EQ(complaint(s, "search.bin_ratio=9"), "search.bin_ratio: 9 is out of range; give a value from 0.1 to 4");
    EXPECT_EQ(complaint(s, "search.bin_ratio=wide"), "search.bin_ratio: 'wide' is not a number; give a value from 0.1 to 4");
    EXPECT_EQ(complaint(s, "search.bin_ratio=1x"), "search.bin_ratio: '1x' is not a number; give a value from 0.1 to 4");
    EXPECT_EQ(complaint(s, "force=nan"), "force: nan is out of range; give a value from -0.2 to 0.2");
    EXPECT_EQ(complaint(s, "actors=1.5"), "actors: 1.5 is out of range; give a whole number from 0 to 200000000");
    EXPECT_EQ(complaint(s, "search.visit=strip"), "search.visit: no choice 'strip'. Did you mean 'strips'?");
    EXPECT_EQ(complaint(s, "search.deterministic=maybe"), "search.deterministic: 'maybe' is neither on nor off");
    EXPECT_EQ(complaint(s, "force"), "--set force: write it as key=value");
    EXPECT_EQ(complaint(s, "force=0.05"), "");
}

TEST(Params, MergeIsAllOrNothing) {
    Settings s = find_scene("circles").defaults();
    const Settings before = s;
    EXPECT_THROW(s.merge({{"force", 0.01}, {"radius", -1}}, "file.json"), UsageError);
    EXPECT_EQ(s, before);
    EXPECT_THROW(s.merge(nlohmann::json::array(), "file.json"), UsageError);
}

TEST(Params, NearestNameIsSuggested) {
    EXPECT_EQ(suggest("circels", {"boids", "circles"}), " Did you mean 'circles'?");
    EXPECT_EQ(suggest("zzz", {"boids", "circles"}), " Valid: boids circles.");
    try {
        find_scene("circle");
        FAIL();
    } catch (const UsageError& problem) {
        EXPECT_STREQ(problem.what(), "no scene 'circle'. Did you mean 'circles'?");
    }
}

}  // namespace
}  // namespace nearfield
