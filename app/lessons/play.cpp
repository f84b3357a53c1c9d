#include "app/lessons/play.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield::lessons {
namespace {

/// Plays one step of a lesson.
class Turn {
  public:
    Turn(const LessonStep& step, std::size_t number, Stage& stage, Notes& notes,
         const std::function<void(const Remark&)>& remark)
        : step_(step),
          number_(number),
          stage_(stage),
          notes_(notes),
          remark_(remark) {}

    void play() {
        stage_.carry_out(step_.commands);
        if (step_.choices()) choose();
        if (step_.number()) answer();
        if (step_.task()) solve();
        conclude();
    }

  private:
    void say(const std::string& text) { remark_({number_, text}); }
    void require(bool holds, const std::string& fault) {
        if (!holds) remark_({number_, fault, true});
    }
    void choose() {
        const auto& choices = *step_.choices();
        for (int i = 0; i < int(choices.texts.size()); ++i)
            require(judge_choice(step_, i).right() == (i == choices.right),
                    fmt::format("answer {} is judged wrongly", i + 1));
        say(fmt::format("the answer is {}: {}", choices.right + 1, choices.texts[std::size_t(choices.right)]));
    }
    void answer() {
        const auto& asked = *step_.number();
        const auto state = stage_.measure();
        const double answer = asked.answer.value(state, notes_);
        if (!std::isfinite(answer))
            return require(false, fmt::format("the answer, {}, is not known here", asked.answer.expression.text()));
        require(judge_number(step_, answer, state, notes_).right(), "the right number is judged wrong");
        for (const double off : {-2., 2.})
            require(!judge_number(step_, answer + off * asked.within, state, notes_).right(),
                    "a wrong number is judged right");
        say(fmt::format("the answer is {:.4g} ± {:.3g}{}", answer, asked.within,
                        asked.unit.empty() ? "" : " " + asked.unit));
    }
    void solve() {
        const auto& task = *step_.task();
        require(!judge_task(step_, stage_.measure(), notes_).right(),
                fmt::format("the check, {}, holds before anything was done", task.check.expression.text()));
        stage_.carry_out(task.solution);
        const auto state = stage_.measure();
        const auto judged = judge_task(step_, state, notes_);
        require(judged.right(), fmt::format("the solution does not meet the check, {}{}", task.check.expression.text(),
                                            numbers(task.check, state)));
        if (judged.right()) say(fmt::format("done by its solution{}", numbers(task.check, state)));
    }
    void conclude() {
        const auto state = stage_.measure();
        for (const auto& [text, claim] : step_.claims) {
            const bool holds = claim.value(state, notes_) != 0;
            require(holds, fmt::format("the claim {} does not hold{}", text, numbers(claim, state)));
            if (holds) say(fmt::format("the claim {} holds{}", text, numbers(claim, state)));
        }
        take_notes(step_, state, notes_);
        for (const auto& [name, formula] : step_.notes)
            require(std::isfinite(notes_[name]), fmt::format("there is no number to note as '{}'", name));
    }
    /// The numbers in a formula: " (audit.wee 0.43, noted.wee 0.4)".
    std::string numbers(const Formula& formula, const Measured& state) const {
        std::string words;
        for (const auto at : formula.expression.uses())
            words += fmt::format("{}{} {:.4g}", words.empty() ? "" : ", ", formula.names[at],
                                 value_of(state, notes_, formula.names[at]));
        return words.empty() ? "" : " (" + words + ")";
    }

    const LessonStep& step_;
    std::size_t number_;
    Stage& stage_;
    Notes& notes_;
    const std::function<void(const Remark&)>& remark_;
};

}  // namespace

void Stage::carry_out(const std::vector<Command>& commands) {
    for (const auto& command : commands) act(command);
}

void Stage::act(const Command& command) {
    if (const auto* load = std::get_if<command::Load>(&command); load && !run_)
        run_ = std::make_unique<Run>(*load->scene, load->settings, load->backend);
    else if (const auto* step = std::get_if<command::Step>(&command)) {
        for (u64 done = 0; done < step->count; ++done)
            for (const auto& times : run_->advance()) clock_->add(times);
        return;
    } else run_->apply(command);
    if (acts_on_state(command)) clock_->clear();
}

Measured Stage::measure() { return measured(*run_, clock_); }

void play(const Lesson& lesson, const std::function<void(const Remark&)>& remark) {
    Stage stage;
    Notes notes;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) Turn(lesson.steps[i], i + 1, stage, notes, remark).play();
}

}  // namespace nearfield::lessons
