#pragma once

namespace nearfield {

/// While it lives, the first Ctrl+C (or a polite kill) only raises a flag, so that a long command can end its files
/// properly; the second one ends the program at once.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;

    /// 0, or the signal that came.
    static int signal();
    /// The exit code that a shell expects of an interrupted program.
    static int exit_code() { return 128 + signal(); }
};

/// A TuneWatch: throws TuningStopped once a signal came.
void stop_on_interrupt(double share);

}  // namespace nearfield
