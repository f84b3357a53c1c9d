#include "app/lessons/lesson.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace nearfield::lessons {
namespace {

using Verdict = Judgement::Verdict;

/// Judgement without a verdict. Says how to measure the first missing number.
Judgement not_known(const std::string& words, const std::vector<std::string>& names) {
    return {Verdict::unknown, fmt::format("{} First {}.", words, what_measures(names[0]))};
}

Judgement judged(const LessonStep& step, bool right) {
    if (right) return {Verdict::right, step.right};
    return {Verdict::wrong, step.wrong};
}

}  // namespace

double Formula::value(const Measured& measured, const Notes& notes) const {
    std::vector<double> values(names.size(), std::numeric_limits<double>::quiet_NaN());
    for (const auto at : expression.uses()) values[at] = value_of(measured, notes, names[at]);
    return expression.value(values);
}

std::vector<std::string> Formula::unknown(const Measured& measured, const Notes& notes) const {
    std::vector<std::string> unknown;
    for (const auto at : expression.uses())
        if (std::isnan(value_of(measured, notes, names[at]))) unknown.push_back(names[at]);
    return unknown;
}

Judgement judge_choice(const LessonStep& step, int chosen) { return judged(step, chosen == step.choices()->right); }

Judgement judge_number(const LessonStep& step, double answer, const Measured& measured, const Notes& notes) {
    const auto& asked = *step.number();
    if (const auto missing = asked.answer.unknown(measured, notes); !missing.empty())
        return not_known("That number is not measured yet.", missing);
    return judged(step, std::abs(answer - asked.answer.value(measured, notes)) <= asked.within);
}

Judgement judge_task(const LessonStep& step, const Measured& measured, const Notes& notes) {
    const auto& check = step.task()->check;
    if (check.value(measured, notes) != 0) return judged(step, true);
    if (const auto missing = check.unknown(measured, notes); !missing.empty()) return not_known(step.wrong, missing);
    return judged(step, false);
}

void take_notes(const LessonStep& step, const Measured& measured, Notes& notes) {
    for (const auto& [name, formula] : step.notes) notes[name] = formula.value(measured, notes);
}

}  // namespace nearfield::lessons
