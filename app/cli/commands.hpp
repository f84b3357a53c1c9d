#pragma once
// Every command adds itself to the command line; the one that was called leaves behind what is to be done.
#include <CLI/CLI.hpp>

#include <functional>

namespace nearfield {

/// Runs after the whole command line has been understood; returns the exit code.
using Action = std::function<int()>;

void add_run(CLI::App& app, Action& action);
void add_scenes(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_validate(CLI::App& app, Action& action);
void add_neighbours(CLI::App& app, Action& action);
void add_autocheck(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);

}  // namespace nearfield
