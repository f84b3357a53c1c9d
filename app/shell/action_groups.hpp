#pragma once
// The parts of the table of actions, by what they act on.
#include "app/ui/actions.hpp"

namespace nearfield::ui {

std::vector<Action> simulation_actions();
std::vector<Action> parameter_actions();
/// The tools of all scenes; each is offered only in its own scene.
std::vector<Action> tool_actions();

std::vector<Action> view_actions();
/// Sides from which a 3D scene is looked at.
std::vector<Action> look_actions();
std::vector<Action> window_actions();
/// Pages of the drawer about the grid; each entry is offered only where there is one.
std::vector<Action> grid_actions();
std::vector<Action> gain_actions();
std::vector<Action> presenter_actions();
/// What is done in presenter mode only.
std::vector<Action> demo_actions();

std::vector<Action> file_actions();
std::vector<Action> scene_actions();
std::vector<Action> lesson_actions();
/// What is done in a lesson that is open.
std::vector<Action> step_actions();
std::vector<Action> help_actions();

}  // namespace nearfield::ui
