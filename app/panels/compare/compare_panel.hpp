#pragma once
#include "app/ui/session.hpp"

#include <map>

namespace nearfield::ui {

/// Search parameters of one side of a comparison, by key.
using Way = std::map<std::string, Value>;

/// Comparison of two ways of searching the current state, timed alternately.
class ComparePanel : public Panel {
  public:
    ComparePanel() : Panel("compare_panel", Place::right, "COMPARE A / B") {}
    bool offered(const Session& s) const override { return s.status->scene->searches(); }
    void draw(Session& s, const Rect&) override;
    void tend(Session& s, const std::vector<StepRow>&) override;
    std::vector<Action> actions() override;
    bool is_timing() const override { return asked_.has_value(); }

    /// Returns the settings that side B changes.
    Assignments changes_of_b(const Session& s);

  private:
    void ask(Session& s);
    /// Fills missing search parameters of both sides.
    void begin_ways(const Session& s);

    Way a_, b_;
    struct Asked {
        double result;  ///< result_mark() at the time of the request
        u64 message;    ///< serial number of the last message
    };
    std::optional<Asked> asked_;
    double result_seen_ = -1;  ///< result_mark() of the comparison last scrolled to
};

}  // namespace nearfield::ui
