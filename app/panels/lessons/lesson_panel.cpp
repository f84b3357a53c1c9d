#include "app/panels/lessons/lesson_panel.hpp"

#include "app/ui/steer.hpp"
#include "app/ui/typed_number.hpp"
#include "app/ui/widgets.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nearfield::ui {
namespace {

using lessons::Judgement;

constexpr int frames_of_news = 4;
constexpr double patience = 1.5;  // time for measuring the effect of a change, s

void say(OpenLesson& open, Judgement judgement) { open.judgement = std::move(judgement), open.news = frames_of_news; }

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

/// Returns the current values of the numbers in the step's answer or check.
nlohmann::json numbers_of_step(const OpenLesson& open, const lessons::Measured& measured) {
    const auto& step = open.step();
    const lessons::Formula* formula = step.number() ? &step.number()->answer
                                      : step.task() ? &step.task()->check
                                                    : nullptr;
    nlohmann::json numbers = nlohmann::json::object();
    if (formula)
        for (const auto i : formula->expression.uses())
            numbers[formula->names[i]] = value_of(measured, open.notes, formula->names[i]);
    return numbers;
}

bool may_choose(const OpenLesson& open) { return open.step().choices() && !open.passed; }

}  // namespace

void LessonPanel::keep_progress(Session& s) {
    const auto& open = *open_;
    auto& progress = progress_[open.name];
    progress.step = std::min(open.furthest, open.lesson.steps.size() - 1), progress.notes = open.notes;
    progress.done |= open.furthest == open.lesson.steps.size();
    attempt(s, [&] { save_progress(lessons::progress_file(), progress_); });
}

/// Performs a command in the same way as its control would.
void LessonPanel::carry_out(Session& s, const Command& command) {
    const auto& status = *s.status;
    if (const auto* load = std::get_if<command::Load>(&command)) {
        const std::string name = open_ && !s.desk.seeing ? open_->lesson.title : load->scene->title;
        s.edits.open(status, opened_in(status, present_look(s)),
                     {name, Preset{load->scene, load->settings}, load->backend});
    } else if (const auto* set = std::get_if<command::Set>(&command)) s.edits.change(status, set->key, set->value);
    else if (const auto* pace = std::get_if<command::Pace>(&command)) set_pace(s, *pace);
    else if (std::holds_alternative<command::Run>(command)) set_running(s, true);
    else if (std::holds_alternative<command::Pause>(command)) set_running(s, false);
    else s.simulation.send(command);
}

bool LessonPanel::at_rest(const Session& s) const {
    return due_.empty() && s.status->commands >= sent_ && s.status->steps_due == 0 && !s.status->tuning_progress;
}

/// Sends the next command once the previous one is done.
void LessonPanel::send_due(Session& s) {
    if (due_.empty() || s.status->commands < sent_ || s.status->steps_due > 0) return;
    const Command command = std::move(due_.front());
    due_.pop_front();
    try {
        carry_out(s, command);
    } catch (const std::exception& problem) { tell(s, problem.what(), true), due_.clear(); }
    sent_ = s.simulation.sent();
}

void LessonPanel::pass(Session& s, Judgement judgement) {
    auto& open = *open_;
    say(open, std::move(judgement));
    open.passed = true, open.judging = false;
    take_notes(open.step(), measured(s), open.notes);
    open.furthest = std::max(open.furthest, open.at + 1);
    keep_progress(s);
}

void LessonPanel::take(Session& s, Judgement judgement) {
    if (judgement.right()) return pass(s, std::move(judgement));
    say(*open_, std::move(judgement));
}

void LessonPanel::answer_number(Session& s) {
    auto& open = *open_;
    if (open.typed.empty()) return void(open.wants_keyboard = true);
    const auto unknown = [&](const std::string& words) { take(s, {Judgement::Verdict::unknown, words}); };
    try {
        const auto number = typed_number(open.typed);
        if (!number) return unknown(fmt::format("'{}' is not a number; type one such as 2.5.", open.typed));
        take(s, judge_number(open.step(), *number, measured(s), open.notes));
    } catch (const UsageError& problem) { unknown(std::string(problem.what()) + "."); }
}

void LessonPanel::answer(Session& s) {
    auto& open = *open_;
    const auto& step = open.step();
    if (step.choices()) {
        if (open.chosen < 0)
            return take(s, {Judgement::Verdict::unknown, "Choose an answer: click it, or press Down."});
        return take(s, judge_choice(step, open.chosen));
    }
    if (step.number()) return answer_number(s);
    open.judging = true, open.judge_until = ImGui::GetTime() + patience, open.judgement.reset();
}

/// Judges a task repeatedly until it is solved, or until pending measurements can no longer change the verdict.
void LessonPanel::judge(Session& s) {
    auto& open = *open_;
    auto judgement = judge_task(open.step(), measured(s), open.notes);
    if (judgement.right()) return pass(s, std::move(judgement));
    const double now = ImGui::GetTime();
    if (!at_rest(s)) open.judge_until = now + patience;
    if (now < open.judge_until) return;
    open.judging = false, say(open, std::move(judgement));
}

void LessonPanel::go_on(Session& s) {
    auto& open = *open_;
    const auto& step = open.step();
    if (step.asks_nothing() && !open.passed) pass(s, {Judgement::Verdict::right, ""});
    if (open.is_last()) {
        tell(s, "lesson done: " + open.lesson.title);
        return close();
    }
    if (!open.passed) return go_to(open.at + 1);  // the state is not that at the end of the task
    begin_step(open, open.at + 1);
    add(due_, open.step().commands);
}

void LessonPanel::read(Session& s) {
    was_read_ = true;
    attempt(s, [&] {
        all_ = lessons::all_lessons();
        std::string complaint;
        progress_ = lessons::load_progress(lessons::progress_file(), complaint);
        tell(s, complaint, true);
    });
}

void LessonPanel::open_item(Session& s, const std::string& name) {
    auto listed = lessons::find_lesson(name);
    read(s);
    s.desk.seeing = false, due_.clear();
    open_ = OpenLesson{.name = listed.name, .lesson = std::move(listed.lesson)};
    const auto& progress = progress_[listed.name];
    const bool under_way = progress.step < open_->lesson.steps.size() && !progress.done;
    if (under_way) open_->furthest = progress.step, open_->notes = progress.notes;
    go_to(open_->furthest);
}

void LessonPanel::go_to(std::size_t step) {
    auto& open = *open_;
    begin_step(open, step);
    due_ = {command::Pause{}};
    std::size_t from = step;
    while (from > 0 && !loads(open.lesson.steps[from])) --from;
    for (std::size_t i = from; i < step; ++i) {
        const auto& before = open.lesson.steps[i];
        add(due_, before.commands);
        if (const auto* task = before.task()) add(due_, task->solution);
    }
    add(due_, open.step().commands);
}

void LessonPanel::answer_or_go_on(Session& s) {
    if (!open_ || s.desk.front()) return;
    open_->may_go_on() ? go_on(s) : answer(s);
}

void LessonPanel::choose(int by) {
    auto& open = *open_;
    const int count = int(open.step().choices()->texts.size());
    open.chosen = open.chosen < 0 ? (by > 0 ? 0 : count - 1) : (open.chosen + by + count) % count;
}

void LessonPanel::show_hint() {
    auto& open = *open_;
    open.hints = std::min(open.hints + 1, open.step().hints.size()), open.news = frames_of_news;
}

void LessonPanel::show_solution() {
    add(due_, open_->step().task()->solution);
    open_->judging = true, open_->judge_until = ImGui::GetTime() + patience;
}

void LessonPanel::follow(const Session& s, const lessons::Link& link) {
    due_.clear();
    for (Command command : link.commands) {
        if (auto* load = std::get_if<command::Load>(&command)) load->backend = s.status->backend;
        due_.push_back(std::move(command));
    }
}

void LessonPanel::tend(Session& s, const std::vector<StepRow>& rows) {
    if (!was_read_) read(s);
    if (clocked_ != s.status->settings) clocked_ = s.status->settings, clock_->clear();
    for (const auto& row : rows)
        if (open_) clock_->add(row.times);
    send_due(s);
    if (open_ && open_->judging) judge(s);
}

/// Returns the user's progress, such as "step 3 of 6".
std::string LessonPanel::progress_text(const lessons::Listed& listed) const {
    const auto at = progress_.find(listed.name);
    if (at != progress_.end() && at->second.done) return "done ✓";
    const auto all = listed.lesson.steps.size(), step = at == progress_.end() ? 0 : at->second.step;
    if (step == 0) return fmt::format("{:g} minutes", listed.lesson.minutes);
    return fmt::format("step {} of {}", std::min(step + 1, all), all);
}

void LessonPanel::add_entries(const Session&, std::vector<Entry>& entries) const {
    for (const auto& listed : all_) {
        const bool sound = listed.problem.empty();
        entries.push_back({.kind = "Lesson",
                           .name = sound ? listed.lesson.title : listed.name,
                           .detail = sound ? progress_text(listed) : "cannot be read",
                           .act = [name = listed.name](Session& s) { s.desk.find("lesson").open_item(s, name); },
                           .ends_run = sound,
                           .about = sound ? listed.lesson.aim : listed.problem});
    }
}

void LessonPanel::more_in_menu(Session& s, const char* menu) {
    if (std::string(menu) != "Lessons") return;
    ImGui::Separator();
    for (const auto& listed : all_) {
        if (!listed.problem.empty()) continue;
        const bool open = open_ && open_->name == listed.name;
        const auto progress = progress_.find(listed.name);
        const bool done = progress != progress_.end() && progress->second.done;
        if (menu_item("menu/Lessons/" + listed.name, listed.lesson.title, done ? "done ✓" : nullptr, open))
            attempt(s, [&] { open_item(s, listed.name); });
        tooltip(listed.lesson.aim);
    }
}

std::vector<Action> LessonPanel::step_actions() {
    const auto open = [this](const Session&) { return open_.has_value(); };
    const auto choosing = [this](const Session&) { return open_ && may_choose(*open_); };
    std::vector<Action> all{
        {.name = "Answer or go on",
         .chords = {key(GLFW_KEY_ENTER)},
         .help = "Judges the answer to the lesson's step; goes on once it is right.",
         .act = [this](Session& s) { answer_or_go_on(s); },
         .enabled = open},
        {.name = "Next answer",
         .chords = {key(GLFW_KEY_DOWN)},
         .help = "Chooses an answer of the lesson.",
         .act = [this](Session&) { choose(1); },
         .enabled = choosing,
         .repeats = true},
        {.name = "Previous answer",
         .chords = {key(GLFW_KEY_UP)},
         .help = "Chooses an answer of the lesson.",
         .act = [this](Session&) { choose(-1); },
         .enabled = choosing,
         .repeats = true},
        {.name = "Hint",
         .chords = {letter('h')},
         .help = "A hint for the lesson's step.",
         .act = [this](Session&) { show_hint(); },
         .enabled = open},
        {.name = "Back a step",
         .chords = {key(GLFW_KEY_PAGE_UP)},
         .help = "Goes back a step and sets it up again.",
         .act = [this](Session&) { go_to(open_->at - 1); },
         .enabled = [this](const Session&) { return open_ && open_->at > 0; }},
        {.name = "Set the step up again",
         .help = "Sets the lesson's step up as it was at first.",
         .act = [this](Session&) { go_to(open_->at); },
         .enabled = open},
        {.name = "Show me",
         .help = "Does the lesson's task for you.",
         .act = [this](Session&) { show_solution(); },
         .enabled = [this](const Session&) { return open_ && open_->step().task() && !open_->passed; }},
        {.name = "Close the lesson",
         .help = "Your place in it is kept.",
         .act = [this](Session&) { close(); },
         .enabled = open},
    };
    for (auto& action : all) action.hides = true;
    return all;
}

std::vector<Action> LessonPanel::actions() {
    std::vector<Action> all{
        {.name = "Find a lesson…",
         .chords = {key(GLFW_KEY_F2)},
         .help = "The lessons, and how far you are in each.",
         .act = [this](Session& s) { read(s), s.desk.open(s, "find_lesson"); }},
        {.name = "What am I seeing?",
         .chords = {key(GLFW_KEY_F3)},
         .help = "What this scene shows, why, and three things to try.",
         .act = [](Session& s) { s.desk.seeing = !s.desk.seeing; },
         .checked = [](const Session& s) { return s.desk.seeing; }},
    };
    for (auto& action : step_actions()) all.push_back(std::move(action));
    return in_menu("Lessons", all);
}

void LessonPanel::describe(const Session& s, nlohmann::json& json) const {
    json["seeing"] = s.desk.seeing, json["lesson"] = nullptr;
    if (!open_) return;
    const auto& open = *open_;
    const auto words = open.judgement ? open.judgement->words : std::string();
    json["lesson"] = {{"name", open.name},
                      {"step", open.at + 1},
                      {"steps", open.lesson.steps.size()},
                      {"hints", open.hints},
                      {"passed", open.passed},
                      {"chosen", open.chosen + 1},
                      {"words", words},
                      {"under_way", due_.size()},
                      {"judging", open.judging},
                      {"numbers", numbers_of_step(open, measured(s))}};
}

}  // namespace nearfield::ui
