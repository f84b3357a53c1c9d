#pragma once
// Reports on long setups and steps in a run without a window.
#include "base/work_scope.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace nearfield {

/// Reports work of this thread on stderr if it takes over a second. Lets Ctrl+C end the program during the work, with
/// complete files. Needs an Interrupt. A half-done step leaves no usable state, and a GPU kernel cannot be aborted.
/// Another thread therefore completes the files and ends the program.
class LongWork final : public WorkWatch {
  public:
    enum class Tells { what_takes_long, nothing };
    explicit LongWork(Tells tells = Tells::what_takes_long);
    ~LongWork() override;

    /// Sets a function that completes files unknown to the run. It returns a message about the files.
    void at_the_end(std::function<std::string()> complete);

  private:
    using Clock = std::chrono::steady_clock;

    void begins(const WorkPiece& work) override;
    void ends() override;
    void look();
    void tell(double seconds);
    [[noreturn]] void end_program();

    const bool terminal_;
    const Tells tells_;
    std::mutex mutex_;  // guards the members below
    std::condition_variable wake_;
    bool quit_ = false, drawn_ = false;
    std::optional<WorkPiece> work_;
    Clock::time_point begun_{}, wanted_{};  ///< start of the work, and last time at which it was still wanted
    std::set<std::string> told_;
    std::function<std::string()> complete_;
    std::thread thread_;  // last: starts when all other members exist
};

/// While it lives, Ctrl+C ends the program if the command does not end soon by itself, for instance during a long
/// search. For commands whose files are complete at any time. Needs an Interrupt.
class WayOut {
  public:
    /// Prints "interrupted during `what`; `left`" when Ctrl+C ends the program. A command without other progress output
    /// chooses Tells::what_takes_long.
    WayOut(const char* what, const std::string& left, LongWork::Tells tells = LongWork::Tells::nothing)
        : long_work_(tells),
          work_({.what = what}) {
        long_work_.at_the_end([left] { return left; });
    }

  private:
    LongWork long_work_;
    WorkScope work_;
};

}  // namespace nearfield
