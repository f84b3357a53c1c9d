// Lessons: the reader, checks, and every shipped lesson played with right and wrong answers.
#include "app/lessons/catalogue.hpp"
#include "app/lessons/play.hpp"
#include "app/lessons/texts.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "usp/visits/visits.hpp"

#include <cmath>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::lessons {
namespace lesson_test {

/// A valid lesson of one step with a task; @ is a placeholder.
const std::string sound = R"({"nearfield": 1, "title": "T", "aim": "A", "minutes": 1, "steps": [
 {"title": "S", "text": "X", "commands": ["load circles cpu {\"actors\": 200}"],
  "task": "Do", "check": "set.search.visit.bins = 1", "solution": ["set search.visit=bins"],
  "right": "R", "wrong": "W"}]})";

std::string with(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

std::string complaint_of(const std::string& text) {
    return refusal<UsageError>([&] { read_lesson(text, "my.json"); });
}

void expect_refused(const std::string& what, const std::string& by, const std::vector<std::string>& parts) {
    const auto complaint = complaint_of(with(sound, what, by));
    EXPECT_EQ(complaint.rfind("my.json:", 0), 0u) << by << "\n" << complaint;
    for (const auto& part : parts) EXPECT_NE(complaint.find(part), std::string::npos) << by << "\n" << complaint;
}

TEST(Lesson, ASoundOneIsRead) {
    const auto lesson = read_lesson(sound, "my.json");
    EXPECT_EQ(lesson.title, "T");
    ASSERT_EQ(lesson.steps.size(), 1u);
    EXPECT_TRUE(lesson.steps[0].task());
    EXPECT_EQ(text(lesson.steps[0].task()->solution.at(0)), "set search.visit=bins");
}

TEST(Lesson, BadOnesAreRefusedWithTheirPlace) {
    expect_refused("\"check\": \"set.search", "\"chek\": \"set.search",
                   {"my.json:2", "step 1", "key 'check' is missing"});
    expect_refused("set.search.visit.bins = 1", "set.search.visit.binz = 1", {"my.json:3", "step 1, check", "binz"});
    expect_refused("set.search.visit.bins = 1", "set.search.visit.bins", {"step 1, check", "condition"});
    expect_refused("set search.visit=bins", "set search.visit=bin", {"step 1, solution", "'bin'"});
    expect_refused("set search.visit=bins", "set serch.visit=bins", {"step 1, solution", "serch.visit"});
    expect_refused("set search.visit=bins", "step 4000000000", {"step 1, solution", "200000"});
    expect_refused("set search.visit=bins", "record-over /tmp/x", {"step 1, solution", "record-over"});
    expect_refused("set search.visit=bins", "tool drop 1 2 0", {"step 1, solution", "no tool 'drop'"});
    expect_refused("[\"set search.visit=bins\"]", "[]", {"step 1, solution", "empty"});
    expect_refused("load circles", "load circle", {"my.json:2", "step 1, commands", "'circle'"});
    expect_refused("load circles cpu {\\\"actors\\\": 200}", "step 5", {"step 1, commands", "load SCENE"});
    expect_refused("\"actors\\\": 200", "\"actors\\\": -1", {"step 1, commands", "actors: -1"});
    expect_refused("\"nearfield\": 1", "\"nearfield\": 2", {"my.json:1", "nearfield: is 2"});
    expect_refused("\"right\": \"R\", ", "", {"step 1", "key 'right' is missing"});
    expect_refused("\"task\": \"Do\"", "\"question\": \"Q\", \"answer\": 1, \"within\": 1, \"task\": \"Do\"",
                   {"step 1", "two steps"});
    expect_refused("\"task\": \"Do\"", "\"question\": \"Q\", \"choices\": [\"a\"], \"answer\": 1", {"step 1, choices"});
    expect_refused("\"text\": \"X\"", "\"text\": \"" + std::string(1001, 'x') + "\"", {"step 1, text", "1001"});
    expect_refused("\"wrong\": \"W\"", "\"wrong\": \"W\", \"note\": {\"A b\": \"step\"}", {"note 'A b'"});
    expect_refused("\"wrong\": \"W\"", "\"wrong\": \"W\", \"claims\": [\"noted.x > 1\"]",
                   {"step 1, claims", "noted.x"});
    expect_refused("\"wrong\": \"W\"}]}", "\"wrong\": \"W\"", {"my.json:4"});  // truncated
    EXPECT_NE(complaint_of(R"({"nearfield": 1, "title": "T", "aim": "A", "minutes": 1, "steps": []})").find("steps"),
              std::string::npos);
}

TEST(Lesson, QuestionsHaveTwoToSixChoicesAndARightOne) {
    const auto asked = [](const std::string& question) {
        return R"({"nearfield": 1, "title": "T", "aim": "A", "minutes": 1, "steps": [{"title": "S", "text": "X",
                "commands": ["load circles cpu {}"], "question": "Q", )" +
               question + R"(, "right": "R", "wrong": "W"}]})";
    };
    EXPECT_EQ(complaint_of(asked(R"("choices": ["a", "b"], "answer": 2)")), "");
    EXPECT_NE(complaint_of(asked(R"("choices": ["a", "b"], "answer": 3)")).find("step 1, answer"), std::string::npos);
    EXPECT_NE(complaint_of(asked(R"("choices": ["a"], "answer": 1)")).find("2 to 6"), std::string::npos);
    EXPECT_EQ(complaint_of(asked(R"("answer": -2.5, "within": 0.1)")), "");
    EXPECT_NE(complaint_of(asked(R"("answer": 2, "within": 0)")).find("within"), std::string::npos);
    EXPECT_NE(complaint_of(asked(R"("answer": "audit.candidate", "within": 1)")).find("audit.candidates"),
              std::string::npos);
}

/// Faults found by playing the lesson.
std::vector<std::string> faults_of(const std::string& text) {
    std::vector<std::string> faults;
    play(read_lesson(text, "my.json"), [&](const Remark& remark) {
        if (remark.fault) faults.push_back(remark.text);
    });
    return faults;
}

TEST(Lesson, APlayFindsFaults) {
    EXPECT_TRUE(faults_of(sound).empty());
    const auto expect_fault = [](const std::string& text, const std::string& part) {
        const auto faults = faults_of(text);
        ASSERT_FALSE(faults.empty()) << part;
        EXPECT_NE(faults[0].find(part), std::string::npos) << faults[0];
    };
    expect_fault(with(sound, "visit.bins = 1", "visit.bins < 1"), "before anything was done");
    expect_fault(with(sound, "visit=bins", "visit=strips"), "does not meet the check");
    expect_fault(with(sound, "\"wrong\": \"W\"", "\"wrong\": \"W\", \"claims\": [\"step > 3\"]"), "does not hold");
    expect_fault(with(sound, "\"wrong\": \"W\"", "\"wrong\": \"W\", \"note\": {\"x\": \"compare.ratio\"}"),
                 "note as 'x'");
}

TEST(Lesson, WhatIsNotMeasuredIsSaid) {
    const auto lesson = read_lesson(with(sound, "set.search.visit.bins = 1", "compare.low > 2"), "my.json");
    Stage stage;
    stage.carry_out(lesson.steps[0].commands);
    const auto judgement = judge_task(lesson.steps[0], stage.measure(), {});
    EXPECT_EQ(judgement.verdict, Judgement::Verdict::unknown);
    EXPECT_EQ(judgement.words, "W First press Compare.");
}

TEST(Lesson, MetricsOfANewWorldAreUnknownUntilTheyAreMeasured) {
    nearfield::Run run(find_scene("circles"), find_scene("circles").defaults(), Backend::cpu);
    const auto population = [&] {
        return value_of({.scene = &run.scene(), .readings = run.measured()}, {}, "population");
    };
    EXPECT_TRUE(std::isnan(population()));
    run.measure();
    EXPECT_EQ(population(), 30000);
}

TEST(Lesson, ValuesAreThoseOfTheRun) {
    Stage stage;
    stage.carry_out({parse_command(R"(load circles cpu {"actors": 500, "search.visit": "brute"})"),
                     parse_command("step 6"), parse_command("select 7"), parse_command("verify 100"),
                     parse_command(R"(compare 3 {"search.visit": "bins"} {"search.visit": "strips"})")});
    const auto m = stage.measure();
    const auto value = [&](const char* name) { return value_of(m, {{"x", 2.5}}, name); };
    EXPECT_EQ(value("step"), 6);
    EXPECT_TRUE(std::isnan(value("time")));
    EXPECT_EQ(value("population"), 500);
    EXPECT_EQ(value("set.actors"), 500);
    EXPECT_EQ(value("set.search.visit.brute"), 1);
    EXPECT_EQ(value("set.search.visit.bins"), 0);
    EXPECT_EQ(value("set.search.deterministic"), 0);
    EXPECT_EQ(value("audit.candidates"), 499);
    EXPECT_EQ(value("verify.queries"), 100);
    EXPECT_EQ(value("verify.mismatches"), 0);
    EXPECT_EQ(value("compare.a.bins"), 1);
    EXPECT_EQ(value("compare.b.bins"), 0);
    EXPECT_EQ(value("compare.same"), 1);
    EXPECT_EQ(value("noted.x"), 2.5);
    EXPECT_GT(value("ms.total"), 0);
    EXPECT_GE(value("selected.candidates"), value("selected.neighbours"));
    EXPECT_TRUE(std::isnan(value("tune.ways")));
    for (const auto& name : names_in(*m.scene)) {
        const bool measured = name.rfind("tune.", 0) != 0 && name != "time";
        EXPECT_EQ(std::isnan(value(name.c_str())), !measured) << name;
    }
}

TEST(Lesson, TimesAreOfStepsSinceTheLastChange) {
    Stage stage;
    stage.carry_out(
        {parse_command("load circles cpu {\"actors\": 500, \"search.count_ahead\": false}"), parse_command("step 6")});
    EXPECT_GT(value_of(stage.measure(), {}, "ms.histogram"), 0);
    stage.carry_out({parse_command("set search.sort=radix")});
    EXPECT_TRUE(std::isnan(value_of(stage.measure(), {}, "ms.total")));
    stage.carry_out({parse_command("step 5")});
    EXPECT_EQ(value_of(stage.measure(), {}, "ms.histogram"), 0);
    EXPECT_GT(value_of(stage.measure(), {}, "ms.sort"), 0);
}

// takes long
class Shipped : public testing::TestWithParam<std::string> {};

// By hand: nearfield lessons assets/lessons/07-small-populations.json
// not in any build (smallpopulations): compares times, which a busy machine distorts
// not in asan, tsan (binwidth, countingsort, dambreak): minutes of steps; shorter tests run the same code
// not in asan, tsan (everyone, fasterisslower, lanes, strips): minutes of steps; shorter tests run the same code
TEST_P(Shipped, CanBeDoneAndClaimsWhatIsTrue) {
    const auto lesson = find_lesson(GetParam()).lesson;
    EXPECT_LT(lesson.minutes, 10);
    std::size_t asked = 0;
    for (const auto& step : lesson.steps) asked += !step.asks_nothing();
    EXPECT_GE(asked, 4u);
    play(lesson,
         [](const Remark& remark) { EXPECT_FALSE(remark.fault) << "step " << remark.step << ": " << remark.text; });
}

INSTANTIATE_TEST_SUITE_P(Lessons, Shipped,
                         testing::Values("everyone", "counting-sort", "boundary-matrix", "strips", "bin-width",
                                         "divergence", "small-populations", "faster-is-slower", "lanes", "dam-break"),
                         [](const auto& info) {
                             std::string name = info.param;
                             name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                             return name;
                         });

TEST(ShippedTexts, TenInTheirOrder) {
    const auto& files = carried_lessons();
    ASSERT_EQ(files.size(), 10u);
    EXPECT_EQ(files.front().key, "01-everyone");
    EXPECT_EQ(files.back().key, "10-dam-break");
}

/// Every link in a scene's texts is valid.
TEST(ShippedTexts, EverySceneSaysWhatItShows) {
    for (const auto& scene : scenes()) {
        if (scene.key.rfind("test", 0) == 0 || scene.summary.empty()) continue;
        const auto* seeing = seeing_of(scene);
        if (!seeing) continue;
        ASSERT_EQ(seeing->links.size(), 3u) << scene.key;
        nearfield::Run run(scene, scene.defaults(), Backend::cpu);
        for (const auto& link : seeing->links)
            for (const auto& command : link.commands) EXPECT_NO_THROW(run.apply(command)) << text(command);
    }
    std::size_t folders = 0;
    for (const auto& folder : std::filesystem::directory_iterator(places::scenes))
        folders += folder.path().filename().string()[0] != '_' && std::filesystem::exists(folder.path() / "scene.hpp");
    EXPECT_EQ(carried_views().size(), folders);
}

TEST(ShippedTexts, TheGlossaryHasWhatStandsOnTheScreen) {
    std::set<std::string> words;
    for (const auto& term : glossary()) words.insert(term.word);
    for (const char* word :
         {"bin", "strip", "surplus", "warp execution efficiency", "PBM", "storage array", "candidate"})
        EXPECT_TRUE(words.count(word)) << word;
    for (const auto& visit : visits) EXPECT_TRUE(words.count(visit.name)) << visit.name;
    EXPECT_THROW(read_glossary(R"({"bin": 3})", "g.json"), UsageError);
}

class LessonProgram : public ProgramTest {};

TEST_F(LessonProgram, ListsThemAndTheUsersOwn) {
    auto listed = run("lessons");
    EXPECT_EQ(listed.code, 0) << listed.err;
    EXPECT_NE(listed.out.find("Faster is slower"), std::string::npos);
    write("home/.config/nearfield/lessons/mine.json", with(sound, "\"T\"", "\"My own lesson\""));
    EXPECT_NE(run("lessons").out.find("My own lesson  (yours)"), std::string::npos);
    EXPECT_EQ(run("lessons mine").code, 0);
    write("home/.config/nearfield/lessons/broken.json", "{");
    listed = run("lessons");
    EXPECT_EQ(listed.code, 2);
    EXPECT_NE(listed.out.find("My own lesson"), std::string::npos) << "the others are listed all the same";
    EXPECT_NE(listed.err.find("broken.json:1"), std::string::npos) << listed.err;
}

TEST_F(LessonProgram, ChecksAFile) {
    write("good.json", sound);
    EXPECT_EQ(run("lessons good.json").code, 0);
    write("bad.json", with(sound, "visit=bins", "visit=bin"));
    expect_complaint("lessons bad.json", 2, {"bad.json:3", "step 1, solution", "'bin'"});
    write("wrong.json", with(sound, "visit=bins", "visit=strips"));
    expect_complaint("lessons wrong.json", 1, {"wrong.json", "step 1", "does not meet the check"});
    expect_complaint("lessons everone", 2, {"everone", "everyone"});
    expect_complaint("lessons none.json", 2, {"none.json: there is no such file"});
}

TEST_F(LessonProgram, RefusesWhatALessonSets) {
    expect_complaint("run --lesson everyone --scene circles", 2, {"--lesson", "--scene"});
    expect_complaint("run --lesson everone", 2, {"everone", "everyone"});
    expect_complaint("run --lesson everyone --headless", 2, {"nearfield lessons everyone"});
}

TEST_F(LessonProgram, ProgressIsKept) {
    const auto file = folder / "progress.json";
    std::string complaint;
    save_progress(file, {{"strips", {.step = 3, .done = false, .notes = {{"x", 1.5}, {"not measured", NAN}}}}});
    const auto all = load_progress(file, complaint);
    EXPECT_EQ(all.at("strips").step, 3u);
    EXPECT_EQ(all.at("strips").notes.at("x"), 1.5);
    EXPECT_EQ(complaint, "");
    write("progress.json", "{\"strips\": 3}");
    EXPECT_TRUE(load_progress(file, complaint).empty());
    EXPECT_NE(complaint.find("progress.json"), std::string::npos);
}

}  // namespace lesson_test
}  // namespace nearfield::lessons
