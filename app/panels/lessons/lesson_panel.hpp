#pragma once
#include "app/lessons/catalogue.hpp"
#include "app/lessons/texts.hpp"
#include "app/ui/session.hpp"

#include <deque>

namespace nearfield::ui {

/// A lesson that is being done, and its present step.
struct OpenLesson {
    std::string name;
    lessons::Lesson lesson;
    std::size_t at = 0;        ///< the present step
    std::size_t furthest = 0;  ///< the first step that was never passed
    lessons::Notes notes;

    bool passed = false;                          ///< the present step, this time
    std::optional<lessons::Judgement> judgement;  ///< of the last answer
    int chosen = -1;
    std::string typed;
    bool wants_keyboard = false;  ///< for the number to be typed
    std::size_t hints = 0;        ///< shown
    int news = 0;                 ///< frames in which the panel scrolls to what was said last
    bool judging = false;         ///< what is measured may still be on its way
    double judge_until = 0;

    const lessons::LessonStep& step() const { return lesson.steps[at]; }
    bool is_last() const { return at + 1 == lesson.steps.size(); }
    bool may_go_on() const { return passed || at < furthest || step().asks_nothing(); }
};

/// Beside the picture: a lesson, or what the present scene shows.
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

    /// Opens a lesson where the user left it.
    void open_item(Session& s, const std::string& name) override;

  private:
    // what is done
    /// Reads the list of lessons and how far the user is in each.
    void read(Session& s);
    void close() { open_.reset(), due_.clear(); }
    /// Sets a step up, from the last load on.
    void go_to(std::size_t step);
    /// Answers the present step, or goes on if it is passed.
    void answer_or_go_on(Session& s);
    void answer(Session& s);
    void answer_number(Session& s);
    void go_on(Session& s);
    void take(Session& s, lessons::Judgement judgement);
    void pass(Session& s, lessons::Judgement judgement);
    void judge(Session& s);
    void choose(int by);
    void show_hint();
    /// Does the task for the user.
    void show_solution();
    /// Follows a link in the text on what a scene shows.
    void follow(const Session& s, const lessons::Link& link);
    void carry_out(Session& s, const Command& command);
    void send_due(Session& s);
    bool at_rest(const Session& s) const;
    void keep_progress(Session& s);
    lessons::Measured measured(const Session& s) const { return lessons::measured(*s.status, clock_); }
    std::string progress_text(const lessons::Listed& listed) const;
    std::vector<Action> step_actions();

    // what is drawn
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
    std::deque<Command> due_;  ///< commands still to be sent, one after the other
    u64 sent_ = 0;             ///< Simulation::sent() after the last of them
    std::shared_ptr<lessons::StepClock> clock_ = std::make_shared<lessons::StepClock>();
    std::shared_ptr<const Settings> clocked_;  ///< the settings that the clock's steps had
    float height_ = 0;                         ///< of the content, as drawn last
};

}  // namespace nearfield::ui
