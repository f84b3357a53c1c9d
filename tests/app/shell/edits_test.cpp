// Edits on their way to the simulation: refused ones are forgotten, accepted ones can be undone.
#include "on_simulation.hpp"

#include "app/ui/edits.hpp"

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::ui {
namespace edits_test {

class EditsOfAWindow : public OnSimulation<testing::Test> {
  protected:
    void SetUp() override {
        Settings settings = find_scene("circles").defaults();
        settings.set("actors", 500);
        settings.set("bounds", "wrapped");
        simulation = std::make_unique<Simulation>(find_scene("circles"), settings, Backend::cpu);
        edits = std::make_unique<Edits>(*simulation);
        edits->sync(*status());
    }
    template <class F> void until_seen(F&& done, const char* what) {
        until(done, what);
        edits->sync(*status());  // a status read before the awaited event would be stale
    }
    bool is(const char* key, const char* value) { return status()->settings->text(key) == value; }
    void change(const char* key, const char* value) {
        Settings changed = *status()->settings;
        changed.set(key, value);
        edits->change(*status(), key, changed.value(key));
        until_seen([&] { return is(key, value); }, key);
    }
    void open(const char* scene) {
        const SceneInfo& wanted = find_scene(scene);
        edits->open(*status(), opened_in(*status(), {}), {wanted.title, {&wanted, wanted.defaults()}, Backend::cpu});
        until_seen([&] { return status()->scene == &wanted; }, scene);
    }

    std::unique_ptr<Edits> edits;
};

TEST_F(EditsOfAWindow, ScenesAreUndoneWithTheChangesBeforeThem) {
    change("force", "0.02");
    open("boids");
    change("bounds", "wrapped");
    EXPECT_EQ(edits->undo(*status()).message, "undone: Bounds = walls");
    until_seen([&] { return is("bounds", "walls"); }, "the old bounds");
    const auto undone = edits->undo(*status());
    EXPECT_EQ(undone.message, "undone: Boids; Circles begins anew as it was set");
    EXPECT_TRUE(undone.look);
    until_seen([&] { return status()->scene->key == "circles"; }, "the old scene");
    EXPECT_TRUE(is("force", "0.02") && is("actors", "500")) << "as it was set";
    EXPECT_EQ(edits->undo(*status()).message, "undone: Force k = 0.05");
    until_seen([&] { return is("force", "0.05"); }, "the first change");
    EXPECT_FALSE(edits->can_undo());
    edits->redo(*status());
    until_seen([&] { return is("force", "0.02"); }, "the first change again");
    EXPECT_EQ(edits->redo(*status()).message, "redone: Boids");
    until_seen([&] { return status()->scene->key == "boids"; }, "the scene again");
}

TEST_F(EditsOfAWindow, StrokesAreRedone) {
    open("boids");
    simulation->send(parse_command("tool point 1 1 0"));
    simulation->send(command::Step{1});
    until_seen([&] { return edits->can_undo() && status()->undoable == 1; }, "the stroke");
    change("cohesion", "1.5");
    edits->undo(*status());
    until_seen([&] { return !is("cohesion", "1.5"); }, "the old value");
    edits->undo(*status());
    until_seen([&] { return status()->undoable == 0; }, "the stroke gone");
    edits->redo(*status());
    until_seen([&] { return status()->strokes_redone == 1; }, "the stroke again");
    EXPECT_EQ(status()->undoable, 1u);
    EXPECT_EQ(edits->redo(*status()).message, "redone: Cohesion = 1.5") << "what was done after it";
    until_seen([&] { return is("cohesion", "1.5"); }, "the value again");
    edits->undo(*status());
    edits->undo(*status());
    until_seen([&] { return status()->undoable == 0; }, "the stroke gone again");
}

TEST_F(EditsOfAWindow, WhatWasRefusedIsNotUndone) {
    const u64 serial = status()->message_serial;
    edits->change(*status(), "radius", 100.0);
    EXPECT_TRUE(edits->can_undo());
    until_seen([&] { return status()->message_serial > serial; }, "a radius beyond half the wrapped side");
    EXPECT_FALSE(edits->can_undo());
    EXPECT_EQ(edits->undo(*status()).message, "");
}

TEST_F(EditsOfAWindow, WhatMakesNoDifferenceIsPassedOver) {
    change("force", "0.02");
    change("radius", "0.5");
    simulation->send(command::Set{"radius", "1"});
    until_seen([&] { return is("radius", "1"); }, "a change by another hand");
    EXPECT_EQ(edits->undo(*status()).message, "undone: Force k = 0.05");
}

}  // namespace edits_test
}  // namespace nearfield::ui
