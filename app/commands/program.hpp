#pragma once

namespace nearfield {

/// The whole program: reads the command line, runs the command, turns every failure into one line on stderr and an exit
/// code (0 done, 1 failed, 2 wrong usage, 128 + signal if interrupted).
int run_program(int argc, char** argv);

}  // namespace nearfield
