#pragma once
#include "app/ui/panel.hpp"

#include <string_view>

namespace nearfield::ui {

/// All panels of the window, and which of them are open. Presenter mode opens its own, at first none.
class Desk {
  public:
    void add(Panels panels);
    const Panels& panels() const { return panels_; }
    const std::vector<Action>& actions() const { return actions_; }
    /// Throws Error if there is none.
    Panel& find(std::string_view id) const;
    /// Those that the run offers, in order.
    std::vector<Panel*> at(Place place, const Session& session) const;

    /// The one in front; null: none.
    Panel* front() const { return front_; }
    bool is_front(const Panel& panel) const { return front_ == &panel; }
    bool just_opened() const { return opened_; }
    /// `text`: to be searched for in the panel.
    void open(Session& session, Panel& panel, const std::string& text = {});
    void open(Session& session, std::string_view id, const std::string& text = {}) { open(session, find(id), text); }
    void close() { front_ = nullptr; }
    /// Closes the panel if it is in front, else opens it.
    void toggle(Session& session, Panel& panel) { is_front(panel) ? close() : open(session, panel); }
    /// The text field of the panel in front takes the keyboard.
    void focus_front() { opened_ = true; }
    void front_drawn() { opened_ = false; }

    bool drawer_open(const Session& session) const;
    /// The page that the drawer shows if it is open.
    Panel& page(const Session& session) const;
    bool shows(const Session& session, const Panel& shown) const;
    void choose_page(Panel& wanted) { (presenting ? presented.page : page_) = &wanted; }
    /// Opens the drawer at a page; from there, back to the first page or, there or in presenter mode, closes it.
    void toggle_page(Session& session, Panel& wanted);
    std::string page_id() const { return page_->id(); }

    /// True while the columns are open.
    bool& columns(Session& session);

    bool presenting = false;
    /// What is open in presenter mode.
    struct Presented {
        bool listing = true;    ///< the demos, not only the one shown
        bool panels = false;    ///< in a column beside the picture, for what was asked for
        Panel* page = nullptr;  ///< of the drawer, if it is open
    } presented;
    bool seeing = false;  ///< what the scene shows, beside the picture

    /// Closes the panels and the drawer that were opened in presenter mode; returns whether there were any.
    bool close_presented();

  private:
    Panels panels_;
    std::vector<Action> actions_;
    Panel *front_ = nullptr, *page_ = nullptr, *first_page_ = nullptr;
    bool opened_ = false;  ///< in this frame
};

}  // namespace nearfield::ui
