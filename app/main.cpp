#include "app/commands/program.hpp"
#include "base/own_program.hpp"

#include <cstdlib>
#include <unistd.h>

/// Restarts the program with idle OpenMP threads set to sleep. Spinning threads take the processor from the window and,
/// on a busy machine, from each other. The runtime reads this setting before main.
static void let_idle_threads_sleep(char** argv) {
    if (std::getenv("OMP_WAIT_POLICY")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    if (const auto program = nearfield::find_own_program()) execv(program->c_str(), argv);
}

int main(int argc, char** argv) {
    let_idle_threads_sleep(argv);
    return nearfield::run_program(argc, argv);
}
