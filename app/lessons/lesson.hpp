#pragma once
// A lesson: steps with text, commands, and a question or task that the program judges by measured numbers.
#include "app/lessons/measured.hpp"
#include "params/expression.hpp"

#include <filesystem>
#include <optional>

namespace nearfield::lessons {

/// A formula over numbers of a run, with their names.
struct Formula {
    Expression expression;
    std::vector<std::string> names;
    /// NaN if a number in use is unknown.
    double value(const Measured& measured, const Notes& notes) const;
    /// Names in use with unknown numbers.
    std::vector<std::string> unknown(const Measured& measured, const Notes& notes) const;
};

/// Answers to choose from, and the index of the right one.
struct Choices {
    std::vector<std::string> texts;
    int right = 0;
};

/// A question for a number.
struct NumberAsked {
    Formula answer;
    double within = 0;  ///< tolerance of an answer
    std::string unit;
};

/// A task to do in the program.
struct Task {
    Formula check;
    std::vector<Command> solution;  ///< commands that fulfil the task
};

struct LessonStep {
    std::string title;
    std::vector<std::string> text;  ///< paragraphs
    std::vector<Command> commands;  ///< executed when the step begins
    std::string asks;               ///< question or task in words; empty if the step is only text
    std::variant<std::monostate, Choices, NumberAsked, Task> kind;
    std::vector<std::string> hints;
    std::string right, wrong;                                  ///< texts for right and wrong answers
    std::vector<std::pair<std::string, Formula>> notes;        ///< recorded when the step is passed
    std::vector<std::pair<std::string, Formula>> claims = {};  ///< the claims of the text about the state then

    const Choices* choices() const { return std::get_if<Choices>(&kind); }
    const NumberAsked* number() const { return std::get_if<NumberAsked>(&kind); }
    const Task* task() const { return std::get_if<Task>(&kind); }
    bool asks_nothing() const { return std::holds_alternative<std::monostate>(kind); }
};

struct Lesson {
    std::string title, aim;
    double minutes = 0;  ///< duration of the lesson
    std::vector<LessonStep> steps;
};

/// Reads a lesson. Throws UsageError "file:line:column: step 2, check: ..." with the mistake and its correction.
Lesson read_lesson(const std::string& text, const std::string& file);

/// The verdict on an answer, with words.
struct Judgement {
    enum class Verdict { right, wrong, unknown } verdict;
    std::string words;
    bool right() const { return verdict == Verdict::right; }
};
Judgement judge_choice(const LessonStep& step, int chosen);
Judgement judge_number(const LessonStep& step, double answer, const Measured& measured, const Notes& notes);
Judgement judge_task(const LessonStep& step, const Measured& measured, const Notes& notes);

/// Records the notes of a passed step.
void take_notes(const LessonStep& step, const Measured& measured, Notes& notes);

}  // namespace nearfield::lessons
