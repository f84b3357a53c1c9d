#pragma once
// A lesson: steps with text, commands, and a question or a task that the program judges by what it measures.
#include "app/lessons/measured.hpp"
#include "params/expression.hpp"

#include <filesystem>
#include <optional>

namespace nearfield::lessons {

/// A formula over numbers of a run, and their names.
struct Formula {
    Expression expression;
    std::vector<std::string> names;
    /// NaN if a number that it uses is not known.
    double value(const Measured& measured, const Notes& notes) const;
    /// The names in use whose numbers are not known.
    std::vector<std::string> unknown(const Measured& measured, const Notes& notes) const;
};

/// Answers to choose from; the right one by index.
struct Choices {
    std::vector<std::string> texts;
    int right = 0;
};

/// A number to be typed.
struct NumberAsked {
    Formula answer;
    double within = 0;  ///< how far an answer may be off
    std::string unit;
};

/// Something to be done with the program.
struct Task {
    Formula check;
    std::vector<Command> solution;  ///< does it
};

struct LessonStep {
    std::string title;
    std::vector<std::string> text;  ///< paragraphs
    std::vector<Command> commands;  ///< carried out when the step begins
    std::string asks;               ///< the question or task in words; empty: there is only something to read
    std::variant<std::monostate, Choices, NumberAsked, Task> kind;
    std::vector<std::string> hints;
    std::string right, wrong;                                  ///< words on an answer
    std::vector<std::pair<std::string, Formula>> notes;        ///< noted once the step is passed
    std::vector<std::pair<std::string, Formula>> claims = {};  ///< what the text says of the state once it is passed

    const Choices* choices() const { return std::get_if<Choices>(&kind); }
    const NumberAsked* number() const { return std::get_if<NumberAsked>(&kind); }
    const Task* task() const { return std::get_if<Task>(&kind); }
    bool asks_nothing() const { return std::holds_alternative<std::monostate>(kind); }
};

struct Lesson {
    std::string title, aim;
    double minutes = 0;  ///< that it takes
    std::vector<LessonStep> steps;
};

/// Throws UsageError "file:line:column: step 2, check: ..." that says what is wrong and what to write instead.
Lesson read_lesson(const std::string& text, const std::string& file);

/// How a step was answered.
struct Judgement {
    enum class Verdict { right, wrong, unknown } verdict;
    std::string words;
    bool right() const { return verdict == Verdict::right; }
};
Judgement judge_choice(const LessonStep& step, int chosen);
Judgement judge_number(const LessonStep& step, double answer, const Measured& measured, const Notes& notes);
Judgement judge_task(const LessonStep& step, const Measured& measured, const Notes& notes);

/// Adds what a step notes once it is passed.
void take_notes(const LessonStep& step, const Measured& measured, Notes& notes);

}  // namespace nearfield::lessons
