#include "app/ui/desk.hpp"

#include "app/ui/session.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <cstring>

namespace nearfield::ui {
namespace {

constexpr const char* menus[] = {"File", "Simulation", "View", "Scenes", "Lessons", "Help"};

/// Sort key of an action: menu, then rank.
auto order_of(const Action& action) {
    const auto menu = std::find_if(std::begin(menus), std::end(menus),
                                   [&](const char* name) { return !std::strcmp(name, action.menu); });
    return std::pair(menu - std::begin(menus), action.rank);
}

}  // namespace

void Desk::add(Panels panels) {
    for (auto& panel : panels) {
        for (auto& action : panel->actions()) actions_.push_back(std::move(action));
        if (panel->place() == Place::page && !first_page_) first_page_ = page_ = panel.get();
        panels_.push_back(std::move(panel));
    }
    std::stable_sort(actions_.begin(), actions_.end(),
                     [](const Action& a, const Action& b) { return order_of(a) < order_of(b); });
}

Panel& Desk::find(std::string_view id) const {
    for (const auto& panel : panels_)
        if (panel->id() == id) return *panel;
    throw Error("there is no panel " + std::string(id));
}

std::vector<Panel*> Desk::at(Place place, const Session& session) const {
    std::vector<Panel*> found;
    for (const auto& panel : panels_)
        if (panel->place() == place && panel->offered(session)) found.push_back(panel.get());
    return found;
}

void Desk::open(Session& session, Panel& panel, const std::string& text) {
    front_ = &panel, opened_ = true;
    panel.opened(session, text);
}

bool Desk::drawer_open(const Session& session) const {
    return presenting ? presented.page != nullptr : session.preferences.panels && session.preferences.drawer;
}

Panel& Desk::page(const Session& session) const {
    Panel* chosen = presenting ? presented.page : page_;
    return chosen && chosen->offered(session) ? *chosen : *first_page_;
}

bool Desk::shows(const Session& session, const Panel& shown) const {
    return drawer_open(session) && &page(session) == &shown;
}

void Desk::toggle_page(Session& session, Panel& wanted) {
    const bool open = shows(session, wanted);
    if (presenting) {
        presented.page = open ? nullptr : &wanted, presented.listing = false;
        return;
    }
    auto& preferences = session.preferences;
    preferences.drawer = &wanted != first_page_ || !open;
    if (preferences.drawer) preferences.panels = true;
    page_ = open ? first_page_ : &wanted;
}

bool& Desk::columns(Session& session) { return presenting ? presented.panels : session.preferences.panels; }

bool Desk::close_presented() {
    const bool any = presented.panels || presented.page;
    presented.panels = false, presented.page = nullptr;
    return any;
}

}  // namespace nearfield::ui
