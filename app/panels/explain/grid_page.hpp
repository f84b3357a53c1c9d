#pragma once
#include "app/ui/session.hpp"

namespace nearfield::ui {

/// True if the scene's actors meet by distance: only then there is a grid to explain.
inline bool has_grid(const SceneInfo& scene) { return scene.meeting == Meeting::by_distance; }

/// A page about the search's grid.
class GridPage : public Panel {
  public:
    using Panel::Panel;
    bool offered(const Session& s) const override { return has_grid(*s.status->scene); }

  protected:
    /// Opens the page by a key.
    Action opens(const char* name, Chord chord, const char* help) {
        return {.name = name,
                .chords = {chord},
                .help = help,
                .act = [this](Session& s) { s.desk.toggle_page(s, *this); },
                .checked = [this](const Session& s) { return s.desk.shows(s, *this); },
                .meant_for = has_grid};
    }
};

/// A page that lays out the actors as they lie in memory.
class MemoryPage : public GridPage {
  public:
    using GridPage::GridPage;
    bool reads_memory() const override { return true; }

  protected:
    /// Says why nothing is laid out.
    static void no_layout(const Session& s, const std::string& refused);
};

}  // namespace nearfield::ui
