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

/// Position of a panel in the window.
enum class Place {
    picture,
    second_picture,  ///< second of two runs
    legend,
    left,          ///< a section of the left column
    right,         ///< a section of the right column
    beside,        ///< above the sections of a column, while offered
    drawer,        ///< at the bottom; also drawn while closed, with an empty rectangle
    page,          ///< page of the drawer; the first page replaces one that is not offered
    status,        ///< the line at the bottom
    over_picture,  ///< cards over both pictures
    front,         ///< a window in front of all others, one at a time
    nowhere,       ///< invisible; only actions
};

/// A part of the window. Owns its state and that of its controls. The run and shared state are passed as a Session.
/// app/shell/panels.cpp lists all panels.
class Panel {
  public:
    /// `id`: name for opening the panel and for programs that drive the window. `title`: headline of a section or name
    /// of a page.
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

    /// True if the current run supports the panel.
    virtual bool offered(const Session&) const { return true; }
    virtual void draw(Session&, const Rect&) {}
    /// Stops background work.
    virtual void stop() {}
    /// Updates the panel once per frame before drawing, even if closed. `rows`: steps since the last frame.
    virtual void tend(Session&, const std::vector<StepRow>&) {}
    /// Returns the actions for menus, keys and the finder. Called once.
    virtual std::vector<Action> actions() { return {}; }
    /// Adds further entries to the finder.
    virtual void add_entries(const Session&, std::vector<Entry>&) const {}
    /// Adds items at the end of an open menu.
    virtual void more_in_menu(Session&, const char*) {}
    /// Writes the panel's state for programs that drive the window.
    virtual void describe(const Session&, nlohmann::json&) const {}

    /// True if one of the panel's sections has a control for this parameter.
    virtual bool has_control(const Session&, const std::string&) const { return false; }
    /// Height needed by a panel at Place::beside.
    virtual float height() const { return 0; }
    /// Called when a panel at Place::front has opened. `text`: initial search text.
    virtual void opened(Session&, const std::string&) {}
    /// Opens a listed item by name or path. Throws UsageError if it does not exist.
    virtual void open_item(Session&, const std::string&) {}

    /// Progress of background work for the status line, such as "12/40"; empty: none.
    virtual std::string under_way() const { return {}; }
    /// True if the panel animates and needs frames without other changes.
    virtual bool is_moving() const { return false; }
    /// True during timing measurements, which drawing would disturb.
    virtual bool is_timing() const { return false; }
    /// True if Left and Right move the selection like Up and Down.
    virtual bool chooses_sideways() const { return false; }
    /// True if keys move between the controls of a panel at Place::front, as in a column.
    virtual bool has_focus() const { return false; }
    /// True if a page shows the actors' memory layout.
    virtual bool reads_memory() const { return false; }
    /// Releases the memory layout when its page is hidden.
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
