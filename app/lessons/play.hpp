#pragma once
#include "app/lessons/lesson.hpp"

#include <functional>

namespace nearfield::lessons {

/// A run without a window on which lessons are played.
class Stage {
  public:
    /// Executes commands. The first one must be a Load. Throws the exceptions of Run.
    void carry_out(const std::vector<Command>& commands);
    Measured measure();

  private:
    void act(const Command& command);
    std::unique_ptr<Run> run_;
    std::shared_ptr<StepClock> clock_ = std::make_shared<StepClock>();
};

/// A finding of a play: a success, or a fault of the lesson.
struct Remark {
    std::size_t step = 0;  ///< counted from 1
    std::string text;
    bool fault = false;
};

/// Plays a whole lesson: executes its commands and gives wrong and right answers. Checks that each answer is judged
/// correctly, that no task is fulfilled before its solution, and that every claim holds.
void play(const Lesson& lesson, const std::function<void(const Remark&)>& remark);

}  // namespace nearfield::lessons
