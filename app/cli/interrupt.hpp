#pragma once
#include "base/stoppable.hpp"

namespace nearfield {

/// While this object lives, the first Ctrl+C (SIGINT) or SIGTERM only sets a flag, so that a long command can complete
/// its files and setups of this thread stop; the second one ends the program at once.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;

    /// 0, or the signal received.
    static int signal();
    /// The exit code that a shell expects of an interrupted program.
    static int exit_code() { return 128 + signal(); }

  private:
    Stoppable setups_{[] { return signal() != 0; }};
};

/// A TuneWatch: throws WorkStopped once a signal was received.
void stop_on_interrupt(double share);

}  // namespace nearfield
