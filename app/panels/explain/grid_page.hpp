#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// True if the scene's actors meet by distance; only such scenes have a grid.
inline bool has_grid(const SceneInfo& scene) { return scene.meeting == Meeting::by_distance; }

/// A page about the search grid.
class GridPage : public Panel {
  public:
    using Panel::Panel;
    bool offered(const Session& s) const override { return has_grid(*s.status->scene); }

  protected:
    /// Returns an action that opens the page by a key.
    Action opens(const char* name, Chord chord, const char* help) {
        return {.name = name,
                .chords = {chord},
                .help = help,
                .act = [this](Session& s) { s.desk.toggle_page(s, *this); },
                .checked = [this](const Session& s) { return s.desk.shows(s, *this); },
                .meant_for = has_grid};
    }
};

/// A page that shows the actors' memory layout.
class MemoryPage : public GridPage {
  public:
    using GridPage::GridPage;
    bool reads_memory() const override { return true; }

  protected:
    /// Shows why there is no layout.
    static void no_layout(const Session& s, const std::string& refused);
};

}  // namespace nearfield::ui
