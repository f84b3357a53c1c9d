#pragma once
// Setups and steps that take long, in a run without a window.
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

/// Says on stderr which work of this thread takes more than a second, and lets Ctrl+C end the program in the midst of
/// it, with complete files. Needs an Interrupt. Half a step is no state to go on from, and a kernel on a GPU cannot be
/// left; so nothing returns from the work: another thread completes the files and ends the program.
class LongWork final : public WorkWatch {
  public:
    enum class Tells { what_takes_long, nothing };
    explicit LongWork(Tells tells = Tells::what_takes_long);
    ~LongWork() override;

    /// `complete` completes what the run does not know of, and returns what is to be said of the files.
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
    std::mutex mutex_;  // guards what follows
    std::condition_variable wake_;
    bool quit_ = false, drawn_ = false;
    std::optional<WorkPiece> work_;
    Clock::time_point begun_{}, wanted_{};  ///< when the work began, and when it was last known to be wanted
    std::set<std::string> told_;
    std::function<std::string()> complete_;
    std::thread thread_;  // last: starts when all is ready
};

/// While it lives, Ctrl+C ends the program where the command does not end by itself soon, in the midst of a long search
/// say. For commands whose files are whole at any time. Needs an Interrupt.
class WayOut {
  public:
    /// What is said then: "interrupted during `what`; `left`". A command that shows nothing meanwhile tells what takes
    /// long.
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
