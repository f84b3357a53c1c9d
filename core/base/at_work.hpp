#pragma once
#include "base/innermost.hpp"
#include "base/platform.hpp"

#include <functional>

namespace nearfield {

/// Work on a run's world that nothing interrupts: a setup, a step.
struct WorkPiece {
    const char* what;  ///< "step", "the setup"
    u64 step = 0;      ///< its number, if it is a step
    /// Completes the run's files as they were before this work, from any thread: nothing touches them meanwhile. None
    /// if there are no files yet.
    std::function<void()> complete = {};
};

/// Hears of the work of the thread that made it, on that thread.
class WorkWatch : public Innermost<WorkWatch> {
  public:
    virtual ~WorkWatch() = default;

  private:
    friend class AtWork;
    virtual void begins(const WorkPiece& work) = 0;
    virtual void ends() = 0;

    int depth_ = 0;
};

/// While it lives, its thread is at work. Of works within each other only the outermost counts.
class AtWork {
  public:
    explicit AtWork(const WorkPiece& work) {
        if (watch_ && watch_->depth_++ == 0) watch_->begins(work);
    }
    ~AtWork() {
        if (watch_ && --watch_->depth_ == 0) watch_->ends();
    }
    AtWork(const AtWork&) = delete;

  private:
    WorkWatch* const watch_ = WorkWatch::current();
};

}  // namespace nearfield
