#pragma once
#include "base/stoppable.hpp"

namespace nearfield {

/// While this object lives, the first SIGINT (Ctrl+C), SIGTERM or SIGHUP (lost terminal) only sets a flag, so that the
/// program can complete its files and setups of this thread stop. SIGPIPE counts if nobody reads the standard output or
/// error any more. Outputs that are dead at the signal go to /dev/null: writing to them must not prevent the end. A
/// second signal ends the program at once. Signals within the first 0.2 s count as one, since a lost terminal, a logout
/// and timeout(1) send several together. A SIGHUP that nohup ignores stays ignored.
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
