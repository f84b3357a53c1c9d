#pragma once
#include "app/ui/panel.hpp"

#include <string_view>

namespace nearfield::ui {

/// All panels of the window, and which are open. Presenter mode has its own set of open panels, initially empty.
class Desk {
  public:
    void add(Panels panels);
    const Panels& panels() const { return panels_; }
    const std::vector<Action>& actions() const { return actions_; }
    /// Throws Error if no panel has this id.
    Panel& find(std::string_view id) const;
    /// Returns the panels at `place` that the run offers, in order.
    std::vector<Panel*> at(Place place, const Session& session) const;

    /// The panel in front of the others; null: none.
    Panel* front() const { return front_; }
    bool is_front(const Panel& panel) const { return front_ == &panel; }
    bool just_opened() const { return opened_; }
    /// `text`: initial search text of the panel.
    void open(Session& session, Panel& panel, const std::string& text = {});
    void open(Session& session, std::string_view id, const std::string& text = {}) { open(session, find(id), text); }
    void close() { front_ = nullptr; }
    /// Closes the panel if it is in front, else opens it.
    void toggle(Session& session, Panel& panel) { is_front(panel) ? close() : open(session, panel); }
    /// Gives the keyboard to the text field of the panel in front.
    void focus_front() { opened_ = true; }
    void front_drawn() { opened_ = false; }

    bool drawer_open(const Session& session) const;
    /// Returns the page that the drawer shows when it is open.
    Panel& page(const Session& session) const;
    bool shows(const Session& session, const Panel& shown) const;
    void choose_page(Panel& wanted) { (presenting ? presented.page : page_) = &wanted; }
    /// Opens the drawer at a page. If that page is shown, returns to the first page; closes the drawer if it is the
    /// first page or in presenter mode.
    void toggle_page(Session& session, Panel& wanted);
    std::string page_id() const { return page_->id(); }

    /// True while the columns are open.
    bool& columns(Session& session);

    bool presenting = false;
    /// Panels open in presenter mode.
    struct Presented {
        bool listing = true;    ///< True if the list of demos is shown, false for the current demo only
        bool panels = false;    ///< True if the requested panels are shown in a column beside the picture
        Panel* page = nullptr;  ///< page shown in the drawer; null: closed
    } presented;
    bool seeing = false;  ///< True if the scene's description is shown beside the picture

    /// Closes the panels and the drawer opened in presenter mode. Returns true if any was open.
    bool close_presented();

  private:
    Panels panels_;
    std::vector<Action> actions_;
    Panel *front_ = nullptr, *page_ = nullptr, *first_page_ = nullptr;
    bool opened_ = false;  ///< True if the front panel was opened in this frame
};

}  // namespace nearfield::ui
