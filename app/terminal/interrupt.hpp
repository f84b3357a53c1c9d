#pragma once
#include "base/stoppable.hpp"

namespace nearfield {

/// While this object lives, the first SIGINT (Ctrl+C), SIGTERM or SIGHUP (lost terminal) only sets a flag. The program
/// can then complete its files, and setups on this thread stop. SIGPIPE counts if the standard output or error has lost
/// its reader. Dead outputs are redirected to /dev/null, so that writes to them cannot prevent the end. A second signal
/// ends the program at once. Signals within the first 0.2 s count as one, since a lost terminal, a logout and
/// timeout(1) send several together. A SIGHUP that nohup ignores stays ignored.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;

    /// 0, or the signal received.
    static int signal();
    /// The exit code that a shell expects from an interrupted program.
    static int exit_code() { return 128 + signal(); }

  private:
    Stoppable setups_{[] { return signal() != 0; }};
};

/// A TuneWatch that throws WorkStopped after a signal.
void stop_on_interrupt(double share);

}  // namespace nearfield
