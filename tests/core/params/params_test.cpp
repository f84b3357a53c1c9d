// Declarative parameters: all readers use one list; bad input is named and changes nothing.
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/joined.hpp"
#include "base/one_line.hpp"
#include "base/utc.hpp"
#include "document/json.hpp"
#include "params/applies.hpp"
#include "params/json_text.hpp"
#include "params/settings.hpp"
#include "params/spans.hpp"
#include "refusal.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tuple>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace params_test {

std::string complaint(Settings& settings, const std::string& assignment) {
    const Settings before = settings;
    const auto said = refusal<UsageError>([&] { settings.set_assignment(assignment); });
    if (!said.empty()) EXPECT_EQ(settings, before) << "nothing changed";
    return said;
}

enum class Ink { black, blue };
struct AllTypes {
    float real = 0.1f;
    int integer = 1;
    bool toggle = false;
    Ink choice = Ink::blue;
    std::string text = "first";
};

ParamSpecs all_types() {
    using P = AllTypes;
    return std::make_shared<const std::vector<ParamSpec>>(param_list<P>({
        real(&P::real, "real", "", "", 0, 1e9, "."),
        integer(&P::integer, "integer", "", "", 0, 2147483647, "."),
        toggle(&P::toggle, "toggle", "", "."),
        choice(&P::choice, "choice", "", {"black", "blue"}, "."),
        text(&P::text, "text", "", {"first", "second"}, "."),
    }));
}

TEST(Params, SpansAreListsOfTwoPointsEach) {
    const std::vector<Span> two{{{1.5f, -2}, {3, 4.25f}}, {{0, 0}, {10000, 0.01f}}};
    EXPECT_EQ(write_spans(two), "1.5 -2 3 4.25; 0 0 10000 0.01");
    EXPECT_EQ(read_spans("k", write_spans(two)), two);
    EXPECT_EQ(read_spans("k", "1.5,-2, 3 4.25 ;; 0 0,10000 1e-2;"), two) << "commas and empty items do no harm";
    EXPECT_TRUE(read_spans("k", " ").empty());
    EXPECT_EQ(write_spans({{{0.123456f, 1}, {2, 3}}}), "0.12 1 2 3");
    for (const char* bad : {"1 2 3", "1 2 3 4 5", "a 2 3 4", "1 2 3 inf"})
        EXPECT_THROW(read_spans("k", bad), UsageError) << bad;
}

TEST(Params, EveryParameterOfEverySceneIsSound) {
    for (const auto& scene : scenes()) {
        Settings settings = scene.defaults();
        for (const auto& spec : settings.specs()) {
            SCOPED_TRACE(scene.key + "." + spec.key);
            EXPECT_FALSE(spec.help.empty());
            EXPECT_FALSE(spec.label.empty());
            EXPECT_NO_THROW(settings.reset(spec.key)) << "the default is in range";
            EXPECT_NO_THROW(settings.set(spec.key, settings.text(spec.key))) << "what is printed can be read";
            if (spec.kind != Kind::real && spec.kind != Kind::integer) continue;
            for (double end : {spec.lo, spec.hi}) EXPECT_NO_THROW(settings.set(spec.key, numeric(spec, end)));
            EXPECT_TRUE(!spec.logarithmic || spec.lo >= 0);
            EXPECT_THROW(settings.set(spec.key, numeric(spec, spec.hi + 1)), UsageError);
        }
    }
}

/// Another valid value of the parameter; its own if none is known.
Value another(const ParamSpec& spec) {
    if (spec.kind == Kind::toggle) return !std::get<bool>(spec.initial);
    if (spec.kind == Kind::choice) return Choice{(std::get<Choice>(spec.initial).index + 1) % int(spec.choices.size())};
    if (spec.kind == Kind::text) return spec.initial;
    if (spec.key == "search.block") return 64LL;  // multiples of 32 only
    const double now = number_of(spec.initial), step = spec.kind == Kind::integer ? 1 : (spec.hi - spec.lo) / 1000;
    return numeric(spec, now + step <= spec.hi ? now + step : now - step);
}

TEST(Params, NoLiveParameterMovesTheGrid) {
    for (const auto& scene : scenes()) {
        if (!scene.searches() || scene.boxed()) continue;  // the search structure of boxes is no grid of the scene
        Settings defaults = scene.defaults();
        defaults.set("actors", 500);
        const auto grid_of = [&](World& world) {
            const auto grid = world.search()->grid();
            return std::tuple(grid.bins, grid.width, grid.radius, grid.bin_count);
        };
        auto world = make_world(scene, defaults, Backend::cpu);
        for (const auto& spec : defaults.specs()) {
            if (spec.effect != Effect::live) continue;
            Settings changed = defaults;
            changed.set(spec.key, another(spec));
            world->configure(changed);
            EXPECT_EQ(grid_of(*world), grid_of(*make_world(scene, changed, Backend::cpu))) << scene.key << spec.key;
        }
    }
}

TEST(Params, ConditionsSayWhenAParameterApplies) {
    Settings s = find_scene("sph").defaults();
    const auto at = [&](const char* key, const char* backend = "cpu") { return applies(s.spec(key), s, backend); };
    EXPECT_TRUE(at("iterations")) << "of pbf, the default";
    EXPECT_FALSE(at("density_error"));
    EXPECT_TRUE(at("tank_depth"));
    EXPECT_FALSE(at("search.together")) << "on CUDA only";
    EXPECT_TRUE(at("search.together", "cuda"));
    s.set("method", "dfsph");
    s.set("dimensions", "2");
    EXPECT_FALSE(at("iterations"));
    EXPECT_TRUE(at("density_error"));
    EXPECT_TRUE(at("tank_width"));
    EXPECT_FALSE(at("tank_depth"));
    s.set("tank", "some.json");
    s.set("dimensions", "3");
    EXPECT_FALSE(at("tank_depth")) << "each condition must hold";
    EXPECT_TRUE(at("probe"));
    EXPECT_FALSE(at("sway_period"));
    s.set("sway", 0.1);
    EXPECT_TRUE(at("sway_period"));
    EXPECT_EQ(conditions_text(s.spec("tank_depth"), s), "Dimensions is 3 and Tank is empty");
    EXPECT_EQ(conditions_text(s.spec("sway_period"), s), "Sway is not 0");
    EXPECT_EQ(conditions_text(s.spec("search.together"), s), "Visit is fused and the backend is cuda");
    EXPECT_EQ(conditions_text(s.spec("sway"), s), "");
    EXPECT_NO_THROW(s.set("tank_depth", 2)) << "without effect, but allowed";
}

TEST(Params, ConditionsAskForWhatThereIs) {
    const auto with = [](ParamSpec& spec) {
        auto specs = *all_types();
        specs.front() = spec;
        return Settings(std::make_shared<const std::vector<ParamSpec>>(specs));
    };
    auto spec = all_types()->front();
    EXPECT_NO_THROW(with(ParamSpec(spec).when("choice", {"black"}).when_set("text").on_backend("cuda")));
    EXPECT_THROW(with(ParamSpec(spec).when("colour", {"black"})), std::logic_error);
    EXPECT_THROW(with(ParamSpec(spec).when("choice", {"red"})), std::logic_error);
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
    EXPECT_EQ(copy.differing(find_scene("circles").defaults()),
              (std::vector<std::string>{"search.bin_ratio", "search.visit", "search.deterministic"}));
}

TEST(Params, EveryTypeTravelsAsItself) {
    const auto specs = all_types();
    Settings s(specs);
    EXPECT_EQ(s.number("real"), double(0.1f));
    EXPECT_EQ(s.integer("integer"), 1);
    EXPECT_FALSE(s.on("toggle"));
    EXPECT_EQ(Ink(s.choice("choice")), Ink::blue);
    EXPECT_EQ(s.text("choice"), "blue");
    s.set("real", 0.25);
    s.set("integer", 2147483647);
    s.set("toggle", true);
    s.set("choice", Choice(Ink::black));
    s.set_assignment("text=any thing = else");
    AllTypes p;
    s.store(*specs, &p);
    EXPECT_EQ(p.real, 0.25f);
    EXPECT_EQ(p.integer, 2147483647) << "beyond the whole numbers of a float";
    EXPECT_TRUE(p.toggle);
    EXPECT_EQ(p.choice, Ink::black);
    EXPECT_EQ(p.text, "any thing = else");
    Settings copy(specs);
    copy.merge(s.to_json(), "memory");
    EXPECT_EQ(copy, s);
    s.set("text", "");
    s.set("real", 3);
    EXPECT_EQ(s.text("text"), "");
    EXPECT_EQ(s.number("real"), 3) << "an integer serves as a number";
    for (const char* key : {"real", "integer", "toggle", "choice", "text"}) s.reset(key);
    EXPECT_EQ(s, Settings(specs));
}

TEST(Params, AskingForAnotherTypeIsAnErrorOfTheProgram) {
    Settings s(all_types());
    const Settings before = s;
    EXPECT_THROW(s.number("integer"), std::logic_error);
    EXPECT_THROW(s.integer("real"), std::logic_error);
    EXPECT_THROW(s.on("integer"), std::logic_error);
    EXPECT_THROW(s.choice("integer"), std::logic_error);
    EXPECT_THROW(s.set("integer", 1.0), std::logic_error);
    EXPECT_THROW(s.set("toggle", 1), std::logic_error);
    EXPECT_THROW(s.set("choice", 0), std::logic_error);
    EXPECT_THROW(s.set("choice", Choice{2}), std::logic_error);
    EXPECT_EQ(s, before) << "nothing changed";
}

TEST(Params, NumbersAreReportedAsTyped) {
    Settings s(all_types());
    EXPECT_EQ(complaint(s, "integer=4000000000"),
              "integer: 4000000000 is out of range; give a whole number from 0 to 2147483647");
    EXPECT_EQ(complaint(s, "integer=99999999999999999999"),
              "integer: 99999999999999999999 is out of range; give a whole number from 0 to 2147483647");
    EXPECT_EQ(complaint(s, "integer=16777217.5"),
              "integer: 16777217.5 is out of range; give a whole number from 0 to 2147483647");
    EXPECT_EQ(complaint(s, "real=1234567891"), "real: 1234567891 is out of range; give a value from 0 to 1000000000");
    EXPECT_EQ(complaint(s, "real=1e999"), "real: 1e999 is out of range; give a value from 0 to 1000000000");
    EXPECT_EQ(complaint(s, "integer=16777217"), "");
    EXPECT_EQ(s.text("integer"), "16777217");
    EXPECT_EQ(complaint(s, "integer=1e6"), "");
    EXPECT_EQ(s.integer("integer"), 1000000);
}

TEST(Params, TextsOfEveryTypeAreRead) {
    Settings s(all_types());
    s.set({{"real", "0.25"}, {"integer", "7"}, {"toggle", "on"}, {"choice", "black"}, {"text", "7"}});
    EXPECT_EQ(s.value("real"), Value(0.25));
    EXPECT_EQ(s.value("integer"), Value(7ll));
    EXPECT_EQ(s.value("toggle"), Value(true));
    EXPECT_EQ(s.value("choice"), Value(Choice(Ink::black)));
    EXPECT_EQ(s.value("text"), Value("7"));
    for (const auto& spec : s.specs()) EXPECT_EQ(value_text(s.value(spec.key)), s.text(spec.key));
    EXPECT_EQ(value_text(s.value("choice")), "black") << "a choice knows its name";
}

TEST(Params, BadInputIsNamedWithTheWayOut) {
    Settings s = find_scene("circles").defaults();
    EXPECT_EQ(complaint(s, "search.bin_rato=1"), "no parameter 'search.bin_rato'. Did you mean 'search.bin_ratio'?");
    EXPECT_EQ(complaint(s, "bin_ratio=1"), "no parameter 'bin_ratio'. Did you mean 'search.bin_ratio'?");
    EXPECT_EQ(complaint(s, "search.bin_ratio=9"), "search.bin_ratio: 9 is out of range; give a value from 0.1 to 4");
    EXPECT_EQ(complaint(s, "search.bin_ratio=wide"),
              "search.bin_ratio: 'wide' is not a number; give a value from 0.1 to 4");
    EXPECT_EQ(complaint(s, "search.bin_ratio=1x"),
              "search.bin_ratio: '1x' is not a number; give a value from 0.1 to 4");
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

TEST(Params, MessagesAreOneLineThatIsSafeToShow) {
    EXPECT_EQ(one_line("plain text, 5 m²"), "plain text, 5 m²");
    EXPECT_EQ(one_line("two\nlines\x1b[31m\x7f\t"), "two lines\\x1b[31m\\x7f\\x09");
    EXPECT_EQ(one_line("\xc2\x9b|\xff|\xe2\x82|\xc0\x80|\xed\xa0\x80"),
              "\\xc2\\x9b|\\xff|\\xe2\\x82|\\xc0\\x80|\\xed\\xa0\\x80");
    for (std::size_t length : {299u, 300u, 301u, 5000u}) {
        std::string text = "begin ";
        while (text.size() < length) text += "µ";
        const auto line = one_line(text + " end");
        EXPECT_LE(line.size(), longest_line);
        EXPECT_EQ(line.rfind("begin ", 0), 0u);
        EXPECT_EQ(line.substr(line.size() - 4), " end");
        EXPECT_TRUE(is_utf8(line)) << line;
    }
}

TEST(Params, NearestNameIsSuggested) {
    EXPECT_EQ(suggest("circels", {"boids", "circles"}), " Did you mean 'circles'?");
    EXPECT_EQ(suggest("zzz", {"boids", "circles"}), " Valid: boids circles.");
    EXPECT_EQ(refusal<UsageError>([] { find_scene("circle"); }), "no scene 'circle'. Did you mean 'circles'?");
}

TEST(Texts, ListsMomentsAndJsonAreWrittenInOnePlaceEach) {
    EXPECT_EQ(joined({}, ", "), "");
    EXPECT_EQ(joined({"one"}, ", "), "one");
    EXPECT_EQ(joined({"", "a", "", "b"}, "; "), "; a; ; b");
    EXPECT_EQ(utc(0), "1970-01-01T00:00:00Z");
    EXPECT_EQ(utc(951827696), "2000-02-29T12:34:56Z");
    EXPECT_EQ(utc(951827696, "%H:%M"), "12:34");
    const auto values = nlohmann::ordered_json{{"b", 1}, {"a", "\xff"}};
    EXPECT_EQ(json_text(values), "{\"b\":1,\"a\":\"\uFFFD\"}") << "what is not UTF-8 is replaced, not thrown";
    EXPECT_EQ(json_text(nlohmann::json{{"b", 1}}, 2), "{\n  \"b\": 1\n}");
    EXPECT_EQ(json_reason("[e] parse error at line 1, column 1: attempting to parse an empty input; check"),
              "attempting to parse an empty input; check")
        << "3.11.3, of Debian 13";
    EXPECT_EQ(json_reason("[e] number overflow parsing '1e999'"), "number overflow parsing '1e999'");
}

}  // namespace params_test
}  // namespace nearfield
