// The parameter `show`: its text, refusals, and that it affects only drawing and picking.
#include "backends.hpp"

#include "app/draw/snapshot.hpp"
#include "libs/building/readers/ifc_process.hpp"
#include "picture/filter.hpp"
#include "refusal.hpp"
#include "sim/run.hpp"
#include "worlds.hpp"

#include <cmath>

namespace nearfield {
namespace show_only_test {

TEST(ShowOnly, AFilterIsAListOfSpans) {
    for (const char* written : {"", "speed:0.1..0.9", "neighbours:..3,8..", "type:0,2..4", "x:-1.5..-0.25,7"})
        EXPECT_EQ(text(read_filter(written)), written);
    EXPECT_EQ(text(read_filter(" type : 2 , 3..3,4 .. 5 ")), "type:2,3,4..5");
    const ShownValues values = read_filter("a:..3,5,7.5..9,20..").values;
    for (const float in : {-1e30f, 3.f, 5.f, 7.5f, 9.f, 20.f, INFINITY}) EXPECT_FALSE(values.hides(in)) << in;
    for (const float out : {3.01f, 4.f, 6.f, 9.1f, 19.9f}) EXPECT_TRUE(values.hides(out)) << out;
    EXPECT_FALSE(values.hides(NAN)) << "NaN is shown";
    EXPECT_FALSE(ShownValues{}.hides(4));
}

TEST(ShowOnly, WhatIsNoFilterIsNamed) {
    const std::pair<const char*, const char*> refused[] = {
        {"0.1..0.9", "show: '0.1..0.9' does not say which values of which attribute; write ATTRIBUTE:VALUES"},
        {"speed:", "'speed:' does not say"},
        {"speed:fast", "'fast' is neither a value nor a span of values; write"},
        {"speed:1,,2", "'' is neither a value nor"},
        {"speed:..", "'..' is neither a value nor"},
        {"speed:0.9..0.1", "show: '0.9..0.1' ends before it begins; write 0.1..0.9"},
        {"speed:nan", "'nan' ends before it begins"}};
    for (const auto& each : refused) {
        const std::string told = refusal<UsageError>([&] { read_filter(each.first); });
        EXPECT_NE(told.find(each.second), std::string::npos) << told;
    }
    std::string many = "n:0";
    for (u32 i = 1; i < ShownValues::most; ++i) many += "," + std::to_string(2 * i);
    EXPECT_EQ(read_filter(many).values.count, ShownValues::most);
    EXPECT_NE(refusal<UsageError>([&] { read_filter(many + ",1000"); }).find("more than 32 spans"), std::string::npos);
}

TEST(ShowOnly, ClassesAreSpansOfTheirNumbers) {
    const std::vector<bool> some{true, false, true, true, false};
    EXPECT_EQ(text(Filter{"type", values_of_classes(some)}), "type:0,2..3");
    EXPECT_EQ(classes_in(values_of_classes(some), 5), some);
    EXPECT_TRUE(values_of_classes({true, true}).all());
    EXPECT_EQ(words(values_of_classes(some), 5), "3 of 5 shown");
    EXPECT_EQ(words(read_filter("speed:0.25..0.5").values, 0), "0.25 to 0.5 shown");
    EXPECT_EQ(words(read_filter("speed:..2,8..").values, 0), "up to 2, from 8 shown");
    std::vector<bool> every_other(70);
    for (std::size_t k = 0; k < every_other.size(); k += 2) every_other[k] = true;
    EXPECT_NE(refusal<UsageError>([&] { values_of_classes(every_other); }).find("more than 32 spans"),
              std::string::npos);
}

class ShowOnlyInAWorld : public OnBackend {
  protected:
    std::unique_ptr<World> world(const char* key, const std::vector<std::pair<std::string, std::string>>& values) {
        scene = &find_scene(key);
        settings.emplace(settings_of(*scene, values));
        return make_world(*scene, *settings, GetParam());
    }
    std::string refusal_of(World& w, const std::string& show) {
        Settings wanted = *settings;
        wanted.set("show", show);
        return refusal<UsageError>([&] { w.configure(wanted); });
    }
    void show(World& w, const std::string& text) {
        settings->set("show", text);
        w.configure(*settings);
    }

    const SceneInfo* scene = nullptr;
    std::optional<Settings> settings;
};

TEST_P(ShowOnlyInAWorld, UnknownAttributesAndClassesAreRefused) {
    auto w = world("pedestrians", {{"plan", "room"}, {"colour", "level"}});
    EXPECT_NE(refusal_of(*w, "levl:2").find("show: no attribute 'levl'. Did you mean 'level'?"), std::string::npos);
    EXPECT_EQ(refusal_of(*w, "level:6"), "show: 6 is no class of 'level'; give 0 A, 1 B, 2 C, 3 D, 4 E, 5 F");
    EXPECT_NE(refusal_of(*w, "level:1.5..3").find("1.5 is no class"), std::string::npos);
    EXPECT_NE(refusal_of(*w, "level:-1").find("-1 is no class"), std::string::npos);
    EXPECT_NE(refusal_of(*w, "speed:2..1").find("ends before it begins"), std::string::npos);
    show(*w, "level:..1,4..");
    EXPECT_THROW(world("pedestrians", {{"show", "level:6"}}), UsageError);
}

/// Points at every actor: shown ones are picked, hidden ones are not.
TEST_P(ShowOnlyInAWorld, HiddenActorsAreNotPicked) {
    auto w = world("circles",
                   {{"actors", "60"}, {"neighbours", "60"}, {"colour", "storage"}, {"search.deterministic", "on"}});
    const auto at = w->actors()->read().position;
    const auto attribute = scene->attribute(*settings);
    const auto values = w->elements()->values(attribute);
    const auto picked = [&](u32 id) { return w->elements()->pick(at[id] + glm::vec3(0, 0, 5), {0, 0, -1}, 0); };
    for (u32 id = 0; id < 60; ++id) ASSERT_EQ(picked(id), id);
    show(*w, "storage:..0.25,0.5..0.75");
    int shown = 0;
    for (u32 id = 0; id < 60; ++id) {
        const bool in = values[id] <= 0.25f || (values[id] >= 0.5f && values[id] <= 0.75f);
        ASSERT_EQ(picked(id) == std::optional(id), in) << id << ", " << values[id];
        shown += in;
    }
    EXPECT_GT(shown, 20);
    EXPECT_LT(shown, 40);
    settings->set("colour", "neighbours");
    w->configure(*settings);
    for (u32 id = 0; id < 60; ++id) ASSERT_EQ(picked(id), id) << "another attribute colours";
    settings->set("colour", "storage");
    w->configure(*settings);
    show(*w, "");
    for (u32 id = 0; id < 60; ++id) ASSERT_EQ(picked(id), id) << "all are shown";
}

/// Parts of a building are coloured by material and hidden by type.
TEST_P(ShowOnlyInAWorld, HiddenPartsAreNotPicked) {
    if (!building::ifc_is_read()) GTEST_SKIP() << "this build does not read IFC";
    auto w = world("building", {{"model", "house"}, {"colour", "type"}});
    Picture picture;
    w->draw(picture, 0, true);
    const glm::vec3 above{(picture.lo.x + picture.hi.x) / 2, picture.hi.y + 10, (picture.lo.z + picture.hi.z) / 2 + 1};
    const auto type_below = [&]() -> std::string {
        const auto part = w->elements()->pick(above, {0, -1, 0}, 0);
        return part ? w->elements()->value_names(0).at(std::size_t(w->elements()->values_of(*part)[0])) : "";
    };
    const std::string roof = type_below();
    ASSERT_NE(roof, "");
    const auto names = w->elements()->value_names(0);
    std::vector<bool> classes(names.size(), true);
    classes[std::size_t(std::find(names.begin(), names.end(), roof) - names.begin())] = false;
    show(*w, text(Filter{"type", values_of_classes(classes)}));
    EXPECT_NE(type_below(), "");
    EXPECT_NE(type_below(), roof);
    w->draw(picture, 0, true);
    for (const auto& layer : picture.triangles)
        if (layer.name == "parts") EXPECT_EQ(layer.shown_by.count, layer.count);
}

TEST_P(ShowOnlyInAWorld, NothingButThePictureChanges) {
    auto plain = world("circles", {{"actors", "2000"}, {"search.deterministic", "on"}});
    auto sieved = world("circles", {{"actors", "2000"}, {"search.deterministic", "on"}, {"show", "neighbours:3..5"}});
    for (int s = 0; s < 5; ++s) {
        plain->step();
        sieved->step();
    }
    plain->finish();
    sieved->finish();
    EXPECT_EQ(plain->metrics(), sieved->metrics());
    EXPECT_EQ(plain->actors()->read().position, sieved->actors()->read().position);
    Picture one, other;
    settings->set("colour", "neighbours");
    plain->draw(one, scene->attribute(*settings), true);
    sieved->draw(other, scene->attribute(*settings), true);
    EXPECT_EQ(one.range.mean, other.range.mean) << "of hidden ones too";
    EXPECT_TRUE(one.shown.all());
    EXPECT_EQ(other.shown, read_filter("neighbours:3..5").values);
}

TEST_P(ShowOnlyInAWorld, HeadlessPicturesLeaveOutWhatIsHidden) {
    const std::vector<std::pair<std::string, std::string>> few{{"actors", "300"}, {"colour", "storage"}};
    auto w = world("circles", few);
    Offscreen offscreen(320, 240, false);
    const auto light = [&] {
        double sum = 0;
        for (const unsigned char c : offscreen.draw(*w, *scene, *settings)) sum += c;
        return sum;
    };
    const double all = light();
    show(*w, "storage:0.5..");
    const double half = light();
    show(*w, "storage:2..3");
    const double none = light();
    EXPECT_LT(none, half);
    EXPECT_NEAR((all - half) / (half - none), 1, 0.5);
}

NF_ON_BACKENDS(ShowOnlyInAWorld);

TEST(ShowOnly, ANewStateShowsAllItsClasses) {
    const SceneInfo& scene = find_scene("pedestrians");
    Settings settings = scene.defaults();
    settings.set("plan", "room");
    settings.set("colour", "level");
    nearfield::Run run(scene, settings, Backend::cpu);
    run.apply(command::Set{"show", "level:5"});
    EXPECT_EQ(run.settings().text("show"), "level:5");
    run.apply(command::Set{"seed", "99"});
    EXPECT_EQ(run.settings().text("show"), "");
    run.apply(command::Set{"show", "speed:0.5.."});
    run.apply(command::Set{"seed", "98"});
    EXPECT_EQ(run.settings().text("show"), "speed:0.5..") << "numbers stay what they are";
    EXPECT_THROW(run.apply(command::Set{"show", "level:7"}), UsageError);
    EXPECT_EQ(run.settings().text("show"), "speed:0.5..");
}

}  // namespace show_only_test
}  // namespace nearfield
