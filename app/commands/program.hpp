#pragma once

namespace nearfield {

/// Runs the program: reads the command line, runs the command and turns every failure into one line on stderr. Returns
/// the exit code: 0 done, 1 failed, 2 wrong usage, 128 + signal if interrupted.
int run_program(int argc, char** argv);

}  // namespace nearfield
