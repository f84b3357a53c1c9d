#pragma once
// Every command adds itself to the command line. The command that is called sets `action` to its work.
#include "app/terminal/command_line.hpp"

namespace nearfield {

void add_run(CLI::App& app, Action& action);
void add_scenes(CLI::App& app, Action& action);
void add_lessons(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_experiment(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_validate(CLI::App& app, Action& action);
void add_neighbours(CLI::App& app, Action& action);
void add_tune(CLI::App& app, Action& action);
void add_autocheck(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_cite(CLI::App& app, Action& action);
void add_relate(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);

}  // namespace nearfield
