#pragma once
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

/// Told of the work of the thread that made it, by that thread. Of several, the last one made is told.
class WorkWatch {
  public:
    WorkWatch();
    virtual ~WorkWatch();
    WorkWatch(const WorkWatch&) = delete;

  private:
    friend class AtWork;
    virtual void begins(const WorkPiece& work) = 0;
    virtual void ends() = 0;

    WorkWatch* outer_;
    int depth_ = 0;
};

/// While it lives, its thread is at work. Of works within each other only the outermost counts.
class AtWork {
  public:
    explicit AtWork(const WorkPiece& work);
    ~AtWork();
    AtWork(const AtWork&) = delete;

  private:
    WorkWatch* watch_;
};

}  // namespace nearfield
