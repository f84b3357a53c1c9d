#pragma once
#include "app/lessons/lesson.hpp"

#include <functional>

namespace nearfield::lessons {

/// A run without a window that lessons are played on.
class Stage {
  public:
    /// Throws what Run throws. The first command must be a Load.
    void carry_out(const std::vector<Command>& commands);
    Measured measure();

  private:
    void act(const Command& command);
    std::unique_ptr<Run> run_;
    std::shared_ptr<StepClock> clock_ = std::make_shared<StepClock>();
};

/// Something that a play has found: good, or a fault of the lesson.
struct Remark {
    std::size_t step = 0;  ///< counted from 1
    std::string text;
    bool fault = false;
};

/// Plays a whole lesson: carries out its commands, gives wrong and right answers, and checks that each is judged so,
/// that no task is done before its solution, and that every claim holds.
void play(const Lesson& lesson, const std::function<void(const Remark&)>& remark);

}  // namespace nearfield::lessons
