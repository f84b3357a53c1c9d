#include "app/panels/lessons/lesson_desk.hpp"

#include "app/ui/steer.hpp"
#include "app/ui/typed_number.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace nearfield::ui {
namespace {

using lessons::Judgement;

constexpr int frames_of_news = 4;
constexpr double patience = 1.5;  // s until what was just changed is measured

lessons::Measured measured_now(const State& s) { return lessons::measured(*s.status, s.desk.clock); }

void keep_progress(State& s) {
    const auto& open = *s.desk.open;
    auto& progress = s.desk.progress[open.name];
    progress.step = std::min(open.furthest, open.lesson.steps.size() - 1), progress.notes = open.notes;
    progress.done |= open.furthest == open.lesson.steps.size();
    attempt(s, [&] { save_progress(lessons::progress_file(), s.desk.progress); });
}

/// Sends a command as the control for it would.
void carry_out(State& s, const Command& command) {
    const auto& status = *s.status;
    if (const auto* load = std::get_if<command::Load>(&command)) {
        const std::string name = s.desk.open && !s.desk.seeing ? s.desk.open->lesson.title : load->scene->title;
        s.edits.open(status, opened_in(status, present_look(s)),
                     {name, Preset{load->scene, load->settings}, load->backend});
    } else if (const auto* set = std::get_if<command::Set>(&command)) set_parameter(s, set->key, set->value);
    else if (const auto* pace = std::get_if<command::Pace>(&command)) set_pace(s, *pace);
    else if (std::holds_alternative<command::Run>(command)) set_running(s, true);
    else if (std::holds_alternative<command::Pause>(command)) set_running(s, false);
    else s.simulation.send(command);
}

bool at_rest(const State& s) {
    return s.desk.due.empty() && s.status->commands >= s.desk.sent && s.status->steps_due == 0 &&
           !s.status->tuning_progress;
}

/// Sends the next command once the one before is done.
void send_due(State& s) {
    auto& desk = s.desk;
    if (desk.due.empty() || s.status->commands < desk.sent || s.status->steps_due > 0) return;
    const Command command = std::move(desk.due.front());
    desk.due.pop_front();
    try {
        carry_out(s, command);
    } catch (const std::exception& problem) { tell(s, problem.what(), true), desk.due.clear(); }
    desk.sent = s.simulation.sent();
}

void say(OpenLesson& open, Judgement judgement) { open.judgement = std::move(judgement), open.news = frames_of_news; }

void pass(State& s, Judgement judgement) {
    auto& open = *s.desk.open;
    say(open, std::move(judgement));
    open.passed = true, open.judging = false;
    take_notes(open.step(), measured_now(s), open.notes);
    open.furthest = std::max(open.furthest, open.at + 1);
    keep_progress(s);
}

void take(State& s, Judgement judgement) {
    if (judgement.right()) return pass(s, std::move(judgement));
    say(*s.desk.open, std::move(judgement));
}

void answer_number(State& s) {
    auto& open = *s.desk.open;
    if (open.typed.empty()) return void(open.wants_keyboard = true);
    const auto unknown = [&](const std::string& words) { take(s, {Judgement::Verdict::unknown, words}); };
    try {
        const auto number = typed_number(open.typed);
        if (!number) return unknown(fmt::format("'{}' is not a number; type one such as 2.5.", open.typed));
        take(s, judge_number(open.step(), *number, measured_now(s), open.notes));
    } catch (const UsageError& problem) { unknown(std::string(problem.what()) + "."); }
}

void answer(State& s) {
    auto& open = *s.desk.open;
    const auto& step = open.step();
    if (step.choices()) {
        if (open.chosen < 0)
            return take(s, {Judgement::Verdict::unknown, "Choose an answer: click it, or press Down."});
        return take(s, judge_choice(step, open.chosen));
    }
    if (step.number()) return answer_number(s);
    open.judging = true, open.judge_until = ImGui::GetTime() + patience, open.judgement.reset();
}

/// A task is judged again and again until it is done, or nothing that is on its way can change that.
void judge(State& s) {
    auto& open = *s.desk.open;
    auto judgement = judge_task(open.step(), measured_now(s), open.notes);
    if (judgement.right()) return pass(s, std::move(judgement));
    const double now = ImGui::GetTime();
    if (!at_rest(s)) open.judge_until = now + patience;
    if (now < open.judge_until) return;
    open.judging = false, say(open, std::move(judgement));
}

void begin_step(OpenLesson& open, std::size_t step) {
    open.at = step, open.passed = open.judging = false, open.judgement.reset();
    open.chosen = -1, open.typed.clear(), open.hints = 0;
}

void add(std::deque<Command>& all, const std::vector<Command>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

bool loads(const lessons::LessonStep& step) {
    return std::any_of(step.commands.begin(), step.commands.end(),
                       [](const Command& command) { return std::holds_alternative<command::Load>(command); });
}

void go_on(State& s) {
    auto& open = *s.desk.open;
    const auto& step = open.step();
    if (step.asks_nothing() && !open.passed) pass(s, {Judgement::Verdict::right, ""});
    if (open.is_last()) {
        tell(s, "lesson done: " + open.lesson.title);
        return close_lesson(s);
    }
    if (!open.passed) return go_to_step(s, open.at + 1);  // the state is not the one that the task leaves
    begin_step(open, open.at + 1);
    add(s.desk.due, open.step().commands);
}

}  // namespace

void read_lessons(State& s) {
    attempt(s, [&] {
        s.desk.all = lessons::all_lessons();
        std::string complaint;
        s.desk.progress = lessons::load_progress(lessons::progress_file(), complaint);
        tell(s, complaint, true);
    });
}

void open_lesson(State& s, const std::string& name) {
    auto listed = lessons::find_lesson(name);
    read_lessons(s);
    auto& desk = s.desk;
    desk.seeing = false, desk.due.clear();
    desk.open = OpenLesson{.name = listed.name, .lesson = std::move(listed.lesson)};
    const auto& progress = desk.progress[listed.name];
    const bool under_way = progress.step < desk.open->lesson.steps.size() && !progress.done;
    if (under_way) desk.open->furthest = progress.step, desk.open->notes = progress.notes;
    go_to_step(s, desk.open->furthest);
}

void close_lesson(State& s) { s.desk.open.reset(), s.desk.due.clear(); }

void go_to_step(State& s, std::size_t step) {
    auto& open = *s.desk.open;
    begin_step(open, step);
    s.desk.due = {command::Pause{}};
    std::size_t from = step;
    while (from > 0 && !loads(open.lesson.steps[from])) --from;
    for (std::size_t i = from; i < step; ++i) {
        const auto& before = open.lesson.steps[i];
        add(s.desk.due, before.commands);
        if (const auto* task = before.task()) add(s.desk.due, task->solution);
    }
    add(s.desk.due, open.step().commands);
}

void answer_or_go_on(State& s) {
    if (!s.desk.open || s.overlay != Overlay::none) return;
    s.desk.open->may_go_on() ? go_on(s) : answer(s);
}

void choose_answer(State& s, int by) {
    auto& open = *s.desk.open;
    const int count = int(open.step().choices()->texts.size());
    open.chosen = open.chosen < 0 ? (by > 0 ? 0 : count - 1) : (open.chosen + by + count) % count;
}

void show_hint(State& s) {
    auto& open = *s.desk.open;
    open.hints = std::min(open.hints + 1, open.step().hints.size()), open.news = frames_of_news;
}

void show_solution(State& s) {
    add(s.desk.due, s.desk.open->step().task()->solution);
    s.desk.open->judging = true, s.desk.open->judge_until = ImGui::GetTime() + patience;
}

void follow(State& s, const lessons::Link& link) {
    s.desk.due.clear();
    for (Command command : link.commands) {
        if (auto* load = std::get_if<command::Load>(&command)) load->backend = s.status->backend;
        s.desk.due.push_back(std::move(command));
    }
}

void tend_lesson(State& s, const std::vector<StepRow>& rows) {
    auto& desk = s.desk;
    if (desk.clocked != s.status->settings) desk.clocked = s.status->settings, desk.clock->clear();
    for (const auto& row : rows)
        if (desk.open) desk.clock->add(row.times);
    send_due(s);
    if (desk.open && desk.open->judging) judge(s);
}

}  // namespace nearfield::ui
