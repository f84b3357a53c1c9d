#pragma once
#include "app/lessons/catalogue.hpp"
#include "app/lessons/texts.hpp"
#include "app/ui/session.hpp"

#include <deque>

namespace nearfield::ui {

/// An open lesson and its current step.
struct OpenLesson {
    std::string name;
    lessons::Lesson lesson;
    std::size_t at = 0;        ///< index of the current step
    std::size_t furthest = 0;  ///< index of the first step never passed
    lessons::Notes notes;

    bool passed = false;                          ///< True if the current step was passed in this attempt
    std::optional<lessons::Judgement> judgement;  ///< judgement of the last answer
    int chosen = -1;
    std::string typed;
    bool wants_keyboard = false;  ///< True if the number's text field needs the focus
    std::size_t hints = 0;        ///< number of hints shown
    int news = 0;                 ///< frames in which the panel still scrolls to the last message
    bool judging = false;         ///< True while measurements may still be pending
    double judge_until = 0;

    const lessons::LessonStep& step() const { return lesson.steps[at]; }
    bool is_last() const { return at + 1 == lesson.steps.size(); }
    bool may_go_on() const { return passed || at < furthest || step().asks_nothing(); }
};

/// The panel beside the picture: a lesson or the scene's description.
class LessonPanel : public Panel {
  public:
    LessonPanel() : Panel("lesson", Place::beside) {}
    bool offered(const Session& s) const override { return open_ || s.desk.seeing; }
    float height() const override { return height_; }
    void draw(Session& s, const Rect& place) override;
    void tend(Session& s, const std::vector<StepRow>& rows) override;
    std::vector<Action> actions() override;
    void add_entries(const Session& s, std::vector<Entry>& entries) const override;
    void more_in_menu(Session& s, const char* menu) override;
    void describe(const Session& s, nlohmann::json& json) const override;

    /// Opens a lesson at the user's last position.
    void open_item(Session& s, const std::string& name) override;

  private:
    // logic
    /// Reads the list of lessons and the user's progress.
    void read(Session& s);
    void close() { open_.reset(), due_.clear(); }
    /// Prepares a step, starting at the last load command before it.
    void go_to(std::size_t step);
    /// Submits the answer, or continues if the step is passed.
    void answer_or_go_on(Session& s);
    void answer(Session& s);
    void answer_number(Session& s);
    void go_on(Session& s);
    void take(Session& s, lessons::Judgement judgement);
    void pass(Session& s, lessons::Judgement judgement);
    void judge(Session& s);
    void choose(int by);
    void show_hint();
    /// Solves the task for the user.
    void show_solution();
    /// Follows a link in the scene's description.
    void follow(const Session& s, const lessons::Link& link);
    void carry_out(Session& s, const Command& command);
    void send_due(Session& s);
    bool at_rest(const Session& s) const;
    void keep_progress(Session& s);
    lessons::Measured measured(const Session& s) const { return lessons::measured(*s.status, clock_); }
    std::string progress_text(const lessons::Listed& listed) const;
    std::vector<Action> step_actions();

    // drawing
    void step_text(Session& s);
    void step_buttons(Session& s);
    void number_field(Session& s);
    void lesson_body(Session& s);
    void link_row(Session& s, const lessons::Link& link, int number);
    void seeing_body(Session& s);

    std::optional<OpenLesson> open_;
    std::vector<lessons::Listed> all_;
    bool was_read_ = false;
    lessons::ProgressByName progress_;
    std::deque<Command> due_;  ///< commands to send one after another
    u64 sent_ = 0;             ///< Simulation::sent() after the last sent command
    std::shared_ptr<lessons::StepClock> clock_ = std::make_shared<lessons::StepClock>();
    std::shared_ptr<const Settings> clocked_;  ///< settings of the steps that the clock has timed
    float height_ = 0;                         ///< height of the content in the last frame
};

}  // namespace nearfield::ui
