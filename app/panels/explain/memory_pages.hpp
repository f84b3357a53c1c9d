#pragma once
#include "app/panels/explain/build_view.hpp"
#include "app/panels/explain/grid_page.hpp"
#include "app/panels/explain/warp_view.hpp"

namespace nearfield::ui {

/// Sorting the actors into bins, by micro-steps.
class BuildPage : public MemoryPage {
  public:
    BuildPage()
        : MemoryPage("build_page", Place::page, "BUILD THE GRID",
                     "The actors being sorted into bins, one micro-step after another.") {}
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override;
    void describe(const Session& s, nlohmann::json& json) const override;
    bool is_moving() const override { return view_.playing(); }
    void forget_memory() override { view_ = {}; }
    BuildView& view() { return view_; }

  private:
    BuildView view_;
};

/// Timeline of a warp's 32 lanes and their candidate tests.
class WarpPage : public MemoryPage {
  public:
    WarpPage()
        : MemoryPage("warp_page", Place::page, "A WARP AT WORK",
                     "Which of 32 lanes tests which candidate when, and which wait.") {}
    void draw(Session& s, const Rect&) override;
    std::vector<Action> actions() override;
    void forget_memory() override { view_ = {}; }
    void next_warp(int by);

  private:
    WarpView view_;
};

}  // namespace nearfield::ui
