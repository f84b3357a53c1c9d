#include "app/commands/commands.hpp"
#include "app/lessons/catalogue.hpp"
#include "app/lessons/play.hpp"
#include "app/say.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"

#include <fmt/format.h>

#include <memory>

namespace nearfield {
namespace {

int list_lessons() {
    std::string problem;
    for (const auto& listed : lessons::all_lessons()) {
        if (!listed.problem.empty()) {
            print("{:<18} cannot be read: {}\n", listed.name, listed.problem);
            if (problem.empty()) problem = listed.problem;
            continue;
        }
        const auto& lesson = listed.lesson;
        print("{:<18} {}{}\n{:<18} {}  {} steps, {:g} minutes\n", listed.name, lesson.title,
              listed.own ? "  (yours)" : "", "", lesson.aim, lesson.steps.size(), lesson.minutes);
    }
    if (!problem.empty()) throw UsageError(problem);
    return 0;
}

/// Reads and plays a lesson. Returns the exit code.
int check_lesson(const std::string& name) {
    const auto listed = lessons::find_lesson(name);
    print("{}: {} steps\n", listed.lesson.title, listed.lesson.steps.size());
    std::string first;
    std::size_t faults = 0;
    lessons::play(listed.lesson, [&](const lessons::Remark& remark) {
        print("{:<6} step {:<3} {}\n", remark.fault ? "FAULT" : "", remark.step, remark.text);
        std::fflush(stdout);
        if (remark.fault && ++faults == 1) first = fmt::format("step {}: {}", remark.step, remark.text);
    });
    if (faults) throw Error(name + ": " + counted(faults, "fault") + "; first: " + first);
    print("Every task can be done, every answer is judged right, and every claim holds.\n");
    return 0;
}

}  // namespace

void add_lessons(CLI::App& app, Action& action) {
    auto name = std::make_shared<std::string>();
    CLI::App& command = add_command(app, "lessons", "list the lessons, or check one");
    add_word(command, "lesson", *name, "[NAME|FILE]", "check this lesson: read it, play it, and judge its answers");
    add_footer(command,
               "Examples:\n"
               "  nearfield lessons                  what there is\n"
               "  nearfield --lesson strips          one of them in the window\n"
               "  nearfield lessons my-lesson.json   is it sound? assets/lessons/README.md says how to write one");
    on_call(command, action, [name] { return name->empty() ? list_lessons() : check_lesson(*name); });
}

}  // namespace nearfield
