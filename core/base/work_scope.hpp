#pragma once
#include "base/innermost.hpp"
#include "base/platform.hpp"

#include <functional>

namespace nearfield {

/// A piece of work on a run's world that is never interrupted: the setup, or one step.
struct WorkPiece {
    const char* what;  ///< "step", "the setup"
    u64 step = 0;      ///< number of the step
    /// Completes the run's files in their state before this work. May be called on any thread, since the work leaves
    /// the files alone. Empty if there are no files yet.
    std::function<void()> complete = {};
};

/// Receives the start and end of such work on the thread that constructed it.
class WorkWatch : public Innermost<WorkWatch> {
  public:
    virtual ~WorkWatch() = default;

  private:
    friend class WorkScope;
    virtual void begins(const WorkPiece& work) = 0;
    virtual void ends() = 0;

    int depth_ = 0;
};

/// Marks its thread as at work during its lifetime. Only the outermost of nested instances is reported.
class WorkScope {
  public:
    explicit WorkScope(const WorkPiece& work) {
        if (watch_ && watch_->depth_++ == 0) watch_->begins(work);
    }
    ~WorkScope() {
        if (watch_ && --watch_->depth_ == 0) watch_->ends();
    }
    WorkScope(const WorkScope&) = delete;

  private:
    WorkWatch* const watch_ = WorkWatch::current();
};

}  // namespace nearfield
