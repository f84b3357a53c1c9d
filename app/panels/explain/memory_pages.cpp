#include "app/panels/explain/memory_pages.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nearfield::ui {
namespace {

/// Keys for stepping through the memory page that is open.
class StepKeys : public Panel {
  public:
    StepKeys(BuildPage& build, WarpPage& warp) : Panel("step_keys", Place::nowhere), build_(build), warp_(warp) {}
    std::vector<Action> actions() override;

  private:
    /// Moves by a micro-step or a warp, forward or back.
    void go_on(const Session& s, int by) {
        if (!s.desk.shows(s, build_)) warp_.next_warp(by);
        else by > 0 ? build_.view().forward() : build_.view().back();
    }

    BuildPage& build_;
    WarpPage& warp_;
};

std::vector<Action> StepKeys::actions() {
    const auto on_build = [this](const Session& s) { return s.desk.shows(s, build_); };
    const auto on_either = [this](const Session& s) { return s.desk.shows(s, build_) || s.desk.shows(s, warp_); };
    std::vector<Action> all{
        {.name = "Play the building",
         .chords = {key(GLFW_KEY_SPACE, GLFW_MOD_SHIFT)},
         .help = "Plays how the grid is built, or holds it.",
         .act = [this](Session&) { build_.view().play(!build_.view().playing()); },
         .checked = [this](const Session&) { return build_.view().playing(); },
         .enabled = on_build},
        {.name = "Next micro-step or warp",
         .chords = {key(GLFW_KEY_RIGHT)},
         .help = "One micro-step of the building on, or the next warp.",
         .act = [this](Session& s) { go_on(s, 1); },
         .enabled = on_either,
         .repeats = true},
        {.name = "Previous micro-step or warp",
         .chords = {key(GLFW_KEY_LEFT)},
         .help = "One micro-step of the building back, or the warp before.",
         .act = [this](Session& s) { go_on(s, -1); },
         .enabled = on_either,
         .repeats = true},
        {.name = "Next stage of the sorts",
         .chords = {key(GLFW_KEY_RIGHT, GLFW_MOD_SHIFT)},
         .help = "To the end of the present stage of the building.",
         .act = [this](Session&) { build_.view().next_stage(); },
         .enabled = on_build},
        {.name = "Previous stage of the sorts",
         .chords = {key(GLFW_KEY_LEFT, GLFW_MOD_SHIFT)},
         .help = "Back to the end of the stage before.",
         .act = [this](Session&) { build_.view().previous_stage(); },
         .enabled = on_build},
    };
    for (auto& action : all) action.meant_for = has_grid;
    return in_menu("View", all);
}

}  // namespace

std::vector<Action> BuildPage::actions() {
    return in_menu("View",
                   {opens("Build the grid", shift('g'),
                          "The counting sort and the radix sort of the present state, micro-step by micro-step.")});
}

void BuildPage::describe(const Session&, nlohmann::json& json) const {
    json["build"] = {{"tick", view_.tick()}, {"length", view_.length()}};
}

std::vector<Action> WarpPage::actions() { return in_menu("View", {opens("A warp at work", shift('w'), help())}); }

void WarpPage::next_warp(int by) { view_.choose_warp(u32(std::max(0, int(view_.number()) + by))); }

Panels grid_panels() {
    Panels all;
    auto build = std::make_unique<BuildPage>();
    auto warp = std::make_unique<WarpPage>();
    auto keys = std::make_unique<StepKeys>(*build, *warp);
    all.push_back(std::move(build)), all.push_back(std::move(warp)), all.push_back(std::move(keys));
    return all;
}

}  // namespace nearfield::ui
