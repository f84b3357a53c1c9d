#pragma once
#include "app/lessons/catalogue.hpp"
#include "app/lessons/texts.hpp"

#include <deque>

namespace nearfield::ui {

struct State;

/// A lesson that is being done, and its present step.
struct OpenLesson {
    std::string name;
    lessons::Lesson lesson;
    std::size_t at = 0;        ///< the present step
    std::size_t furthest = 0;  ///< the first step that was never passed
    lessons::Notes notes;

    bool passed = false;                          ///< the present step, this time
    std::optional<lessons::Judgement> judgement;  ///< of the last answer
    int chosen = -1;
    std::string typed;
    bool wants_keyboard = false;  ///< for the number to be typed
    std::size_t hints = 0;        ///< shown
    int news = 0;                 ///< frames in which the panel scrolls to what was said last
    bool judging = false;         ///< what is measured may still be on its way
    double judge_until = 0;

    const lessons::LessonStep& step() const { return lesson.steps[at]; }
    bool is_last() const { return at + 1 == lesson.steps.size(); }
    bool may_go_on() const { return passed || at < furthest || step().asks_nothing(); }
};

/// What the window shows to learn from: a lesson, or what the present scene is about.
struct LessonDesk {
    std::optional<OpenLesson> open;
    bool seeing = false;
    std::vector<lessons::Listed> all;
    lessons::ProgressByName progress;
    std::deque<Command> due;  ///< commands still to be sent, one after the other
    u64 sent = 0;             ///< Simulation::sent() after the last of them
    std::shared_ptr<lessons::StepClock> clock = std::make_shared<lessons::StepClock>();
    std::shared_ptr<const Settings> clocked;  ///< the settings that the clock's steps had
    float height = 0;                         ///< of the panel's content, as drawn last

    bool shown() const { return open || seeing; }
};

/// Reads the list of lessons and how far the user is in each.
void read_lessons(State& state);
/// Opens a lesson where the user left it. Throws UsageError.
void open_lesson(State& state, const std::string& name);
void close_lesson(State& state);
/// Sets a step up, from the last load on.
void go_to_step(State& state, std::size_t step);
/// Answers the present step, or goes on if it is passed.
void answer_or_go_on(State& state);
void choose_answer(State& state, int by);
void show_hint(State& state);
/// Does the task for the user.
void show_solution(State& state);
/// Follows a link in the text on what a scene shows.
void follow(State& state, const lessons::Link& link);
/// Once per frame.
void tend_lesson(State& state, const std::vector<StepRow>& rows);

}  // namespace nearfield::ui
