#pragma once
#include "app/ui/actions.hpp"
#include "app/ui/entry.hpp"
#include "app/ui/rect.hpp"
#include "sim/simulation.hpp"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace nearfield::ui {

/// Where in the window a panel stands.
enum class Place {
    picture,
    second_picture,  ///< of two runs
    legend,
    left,          ///< a section of the left column
    right,         ///< a section of the right column
    beside,        ///< above the sections of a column, for as long as it is offered
    drawer,        ///< at the bottom; it is drawn while it is closed, too, in no room
    page,          ///< of the drawer; the first is shown in place of one that is not offered
    status,        ///< the line at the bottom
    over_picture,  ///< cards over both pictures
    front,         ///< a window in front of all others, one at a time
    nowhere,       ///< only actions
};

/// A part of the window. It owns what it shows and what its controls hold; the run and what panels share come as a
/// Session. app/shell/panels.cpp lists all panels.
class Panel {
  public:
    /// `id`: the name by which others open it and by which programs that drive the window see it. `title`: the headline
    /// of a section or the name of a page.
    Panel(const char* id, Place place, const char* title = "", const char* help = "")
        : id_(id),
          place_(place),
          title_(title),
          help_(help) {}
    virtual ~Panel() = default;
    Panel(const Panel&) = delete;

    const char* id() const { return id_; }
    Place place() const { return place_; }
    const char* help() const { return help_; }
    virtual const char* title(const Session&) const { return title_; }

    /// True if the present run has the facet that the panel is about.
    virtual bool offered(const Session&) const { return true; }
    virtual void draw(Session&, const Rect&) {}
    /// Ends what goes on in the background.
    virtual void stop() {}
    /// Once per frame, open or not, before anything is drawn. `rows`: the steps since the last frame.
    virtual void tend(Session&, const std::vector<StepRow>&) {}
    /// What menus, keys and the finder offer. Called once.
    virtual std::vector<Action> actions() { return {}; }
    /// More entries of the finder.
    virtual void add_entries(const Session&, std::vector<Entry>&) const {}
    /// Draws more items at the end of a menu that is open.
    virtual void more_in_menu(Session&, const char*) {}
    /// Adds the panel's state for programs that drive the window.
    virtual void describe(const Session&, nlohmann::json&) const {}

    /// True if a section has the control of this parameter.
    virtual bool has_control(const Session&, const std::string&) const { return false; }
    /// Height that a panel at Place::beside needs.
    virtual float height() const { return 0; }
    /// A panel at Place::front has just been opened; `text`: to be searched for in it.
    virtual void opened(Session&, const std::string&) {}
    /// Opens one of the things that the panel lists, by its name or path. Throws UsageError if there is none.
    virtual void open_item(Session&, const std::string&) {}

    /// What goes on in the background, for the status line: "12/40"; empty: nothing.
    virtual std::string under_way() const { return {}; }
    /// True if the panel changes while nothing else does, and needs frames.
    virtual bool is_moving() const { return false; }
    /// True while ways of searching are timed, which drawing would slow.
    virtual bool is_timing() const { return false; }
    /// True if Left and Right choose like Up and Down.
    virtual bool chooses_sideways() const { return false; }
    /// True if keys move between the controls of a panel at Place::front, as they do in a column.
    virtual bool has_focus() const { return false; }
    /// True if a page shows actors as they lie in memory.
    virtual bool reads_memory() const { return false; }
    /// Such a page is no longer shown.
    virtual void forget_memory() {}

  private:
    const char* id_;
    Place place_;
    const char *title_, *help_;
};

using Panels = std::vector<std::unique_ptr<Panel>>;

template <class... P> Panels panels_of() {
    Panels all;
    (all.push_back(std::make_unique<P>()), ...);
    return all;
}

}  // namespace nearfield::ui
