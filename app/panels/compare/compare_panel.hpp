#pragma once
#include "app/ui/session.hpp"

#include <map>

namespace nearfield::ui {

/// How one side of a comparison searches: values of parameters of the search, by key.
using Way = std::map<std::string, Value>;

/// Two ways of searching the present state, timed in turn.
class ComparePanel : public Panel {
  public:
    ComparePanel() : Panel("compare_panel", Place::right, "COMPARE A / B") {}
    bool offered(const Session& s) const override { return s.status->scene->searches(); }
    void draw(Session& s, const Rect&) override;
    void tend(Session& s, const std::vector<StepRow>&) override;
    std::vector<Action> actions() override;
    bool is_timing() const override { return asked_.has_value(); }

    /// The settings that side B changes.
    std::map<std::string, std::string> changes_of_b(const Session& s);

  private:
    void ask(Session& s);
    /// Gives both sides a way to begin with, if they have none.
    void begin_ways(const Session& s);

    Way a_, b_;
    struct Asked {
        double result;  ///< result_mark() at that time
        u64 message;    ///< serial of the last message
    };
    std::optional<Asked> asked_;
    double result_seen_ = -1;  ///< result_mark() of the comparison scrolled to
};

}  // namespace nearfield::ui
