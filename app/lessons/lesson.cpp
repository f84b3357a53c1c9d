#include "app/lessons/lesson.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/read_file.hpp"
#include "document/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::lessons {
namespace {

using document::Fields;
using Field = document::Value;
using NodeKind = document::JsonNode::Kind;

constexpr u64 most_steps = 200'000;  // simulation steps in one command: about a minute
constexpr std::size_t most_letters = 1000, most_in_title = 80, most_in_line = 200;

std::string line_of(const Field& field, std::size_t most) {
    const auto& words = field.text();
    if (words.size() > most) field.fail(fmt::format("has {} letters; {} fit", words.size(), most));
    return terminal_text(words);  // the window shows it, too
}

/// Reads a text, or a list of texts.
std::vector<std::string> texts_of(const Field& field) {
    if (field.is(NodeKind::text)) return {line_of(field, most_letters)};
    std::vector<std::string> texts;
    for (const auto& item : field.items()) texts.push_back(line_of(item, most_letters));
    return texts;
}

/// Calls a function and adds the field's place to its UsageError.
template <class Call> auto placed(const Field& field, Call call) {
    try {
        return call();
    } catch (const UsageError& problem) { field.fail(problem.what()); }
}

/// The known state of a run while its commands are read in order.
class Rehearsal {
  public:
    explicit Rehearsal(std::filesystem::path file) : file_(std::move(file)) {}

    Command command(const Field& field) {
        Command command = placed(field, [&text = field.text()] { return parse_document_command(text); });
        placed(field, [&] { follow(command); });
        return command;
    }
    std::vector<Command> commands(const Field& list) {
        std::vector<Command> commands;
        for (const auto& item : list.items()) commands.push_back(command(item));
        return commands;
    }
    Formula number(const Field& field) {
        if (!field.is(NodeKind::number)) return formula(field, field.text(), Expression::number);
        if (!std::isfinite(field.node().number)) field.fail("is not a number that can be typed");
        return formula(field, fmt::format("{}", field.node().number), Expression::number);
    }
    Formula condition(const Field& field) { return formula(field, field.text(), Expression::condition); }
    void note(const std::string& name) { noted_.push_back("noted." + name); }
    bool has_scene() const { return now_.has_value(); }

  private:
    Formula formula(const Field& field, const std::string& text, decltype(Expression::number) read) const {
        auto all = names(field);
        return placed(field, [&] { return Formula{read(text, all), std::move(all)}; });
    }
    std::vector<std::string> names(const Field& field) const {
        if (!now_) field.fail("no scene is loaded yet; let an earlier command be: load SCENE cpu {}");
        auto all = names_in(*now_->scene);
        all.insert(all.end(), noted_.begin(), noted_.end());
        return all;
    }
    /// Reads the value of a setting that is still a text.
    void follow(Command& command) {
        if (const auto* load = std::get_if<command::Load>(&command)) {
            for (const auto& spec : load->settings.specs()) require_own(spec, load->settings.text(spec.key));
            return void(now_ = *load);
        }
        if (!now_) throw UsageError("no scene is loaded yet; let the first command be: load SCENE cpu {}");
        if (auto* set = std::get_if<command::Set>(&command)) {
            change(now_->settings, set->key, set->value);
            set->value = now_->settings.value(set->key);
        }
        if (const auto* step = std::get_if<command::Step>(&command); step && step->count > most_steps)
            throw UsageError(fmt::format("{} steps take too long; {} at most", step->count, most_steps));
        if (const auto* stroke = std::get_if<command::Use>(&command)) {
            const Tool* tool = now_->scene->tool(stroke->tool);
            if (!tool) throw UsageError(fmt::format("the scene '{}' has no tool '{}'", now_->scene->key, stroke->tool));
        }
        const auto* compare = std::get_if<command::Compare>(&command);
        if (compare) {
            try_changes(compare->a);
            try_changes(compare->b);
        }
        if (const auto* split = std::get_if<command::Split>(&command)) try_changes(split->changes);
        const bool asks = compare || std::holds_alternative<command::Verify>(command) ||
                          std::holds_alternative<command::Tune>(command);
        if (asks && !now_->scene->searches())
            throw UsageError(fmt::format("nobody searches for neighbours in '{}'", now_->scene->key));
    }

    void try_changes(const Assignments& changes) const {
        Settings settings = now_->settings;
        for (const auto& [key, value] : changes) change(settings, key, value);
    }
    void change(Settings& settings, const std::string& key, const Value& value) const {
        settings.set(key, value);
        require_own(settings.spec(key), settings.text(key));
    }
    /// Throws UsageError for a file outside the lesson's folder.
    void require_own(const ParamSpec& spec, const std::string& value) const {
        if (!spec.file) return;
        std::error_code problem;
        for (const auto& path : paths_in(value))
            if (std::filesystem::exists(path, problem)) require_beside(file_, path);
    }

    const std::filesystem::path file_;
    std::optional<command::Load> now_;
    std::vector<std::string> noted_;
};

void read_question(Fields& fields, Rehearsal& rehearsal, LessonStep& step) {
    step.asks = line_of(fields.need("question"), most_in_line);
    if (!fields.has("choices")) {
        const auto answer = fields.need("answer");
        NumberAsked asked{.answer = rehearsal.number(answer)};
        asked.within = fields.need("within").number({0, 1e9, true});
        fields.maybe("unit", [&](const Field& unit) { asked.unit = line_of(unit, 20); });
        step.kind = std::move(asked);
        return;
    }
    Choices choices;
    const auto list = fields.need("choices");
    for (const auto& item : list.items()) choices.texts.push_back(line_of(item, most_in_line));
    if (choices.texts.size() < 2 || choices.texts.size() > 6)
        list.fail(fmt::format("has {} choices; give 2 to 6", choices.texts.size()));
    choices.right = fields.need("answer").whole({1, double(choices.texts.size())}) - 1;
    step.kind = std::move(choices);
}

void read_task(Fields& fields, Rehearsal& rehearsal, LessonStep& step) {
    step.asks = line_of(fields.need("task"), most_in_line);
    const auto check = fields.need("check");
    Task task{.check = rehearsal.condition(check)};
    const auto solution = fields.need("solution");
    task.solution = rehearsal.commands(solution);
    if (task.solution.empty()) solution.fail("is empty; give the commands that do the task");
    step.kind = std::move(task);
}

void read_words(Fields& fields, LessonStep& step) {
    step.right = line_of(fields.need("right"), most_letters);
    step.wrong = line_of(fields.need("wrong"), most_letters);
    fields.maybe("hints", [&](const Field& hints) {
        step.hints = texts_of(hints);
        if (step.hints.size() > 5) hints.fail(fmt::format("has {} hints; 5 fit", step.hints.size()));
    });
}

void read_notes(Fields& fields, const std::string& file, Rehearsal& rehearsal, LessonStep& step) {
    fields.maybe("note", [&](const Field& notes) {
        if (!notes.is(NodeKind::object)) notes.fail(R"(give the numbers to note by name, {"before": "ms.total"})");
        for (const auto& node : notes.node().items) {
            const Field number(file, node, "note '" + node.key + "'");
            const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
            if (node.key.empty() || !std::all_of(node.key.begin(), node.key.end(), plain))
                number.fail("a name has small letters, digits and _");
            step.notes.emplace_back(node.key, rehearsal.number(number));
        }
        for (const auto& [name, formula] : step.notes) rehearsal.note(name);
    });
}

LessonStep read_step(Fields& fields, const std::string& file, Rehearsal& rehearsal) {
    LessonStep step;
    step.title = line_of(fields.need("title"), most_in_title);
    step.text = texts_of(fields.need("text"));
    if (fields.has("commands")) step.commands = rehearsal.commands(fields.need("commands"));
    if (!rehearsal.has_scene()) fields.fail("no scene is loaded yet; let its first command be: load SCENE cpu {}");
    const bool question = fields.has("question"), task = fields.has("task");
    if (question && task) fields.fail("has a question and a task; make two steps of them");
    if (question) read_question(fields, rehearsal, step);
    if (task) read_task(fields, rehearsal, step);
    if (question || task) read_words(fields, step);
    read_notes(fields, file, rehearsal, step);
    fields.maybe("claims", [&](const Field& claims) {
        for (const auto& claim : claims.items()) step.claims.emplace_back(claim.text(), rehearsal.condition(claim));
    });
    return step;
}

}  // namespace

Lesson read_lesson(const std::string& text, const std::string& file) {
    const auto root = document::parse_json(text, file);
    Fields fields(file, root, "lesson");
    fields.need("nearfield").whole({1, 1});
    Lesson lesson;
    lesson.title = line_of(fields.need("title"), most_in_title);
    lesson.aim = line_of(fields.need("aim"), most_in_line);
    lesson.minutes = double(fields.need("minutes").number({0, 120, true}));
    const auto list = fields.need("steps");
    Rehearsal rehearsal(file);
    for (const auto& item : list.items()) {
        Fields step(file, item.node(), fmt::format("step {}", lesson.steps.size() + 1));
        lesson.steps.push_back(read_step(step, file, rehearsal));
        step.done();
    }
    if (lesson.steps.empty() || lesson.steps.size() > 40)
        list.fail(fmt::format("has {} steps; give 1 to 40", lesson.steps.size()));
    fields.done();
    return lesson;
}

}  // namespace nearfield::lessons
