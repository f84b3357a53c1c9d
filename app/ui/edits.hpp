#pragma once
#include "sim/simulation.hpp"

#include <map>
#include <string>
#include <vector>

namespace nearfield::ui {

/// Parameter values on their way from a control to the simulation. A control shows the edited value until the simulation
/// has taken it over or refused it, so that nothing jumps back meanwhile; what was changed can be undone.
class Edits {
  public:
    explicit Edits(Simulation& simulation) : simulation_(simulation) {}

    double shown(const Status& status, const std::string& key) const;

    /// Each throws UsageError for a value out of range; the control then shows the old one again.
    /// At once, as from a menu.
    void change(const Status& status, const std::string& key, double value);
    /// While a control is held. Sent right away if `live`, otherwise at release.
    void hold(const Status& status, const std::string& key, double value, bool live);
    void release(const Status& status, const std::string& key);

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    /// What was changed, for telling: "search.visit back to strips". Empty if there is nothing.
    std::string undo(const Status& status);
    std::string redo(const Status& status);

    /// Forgets what the simulation has answered. Call once per frame.
    void sync(const Status& status);
    /// Counts changes sent; the plots mark each.
    u64 sent() const { return sent_; }

  private:
    struct Pending {
        double value, before;
        bool held = false, delivered = false;
        u64 message_serial = 0;
        int frames = 0;
    };
    struct Change {
        std::string key;
        double before, after;
    };
    void send(const Status& status, const std::string& key, double value);
    void remember(Change change);
    std::string apply(const Status& status, const std::string& key, double value, const char* verb);

    Simulation& simulation_;
    const SceneInfo* scene_ = nullptr;
    std::map<std::string, Pending> pending_;
    std::vector<Change> done_, undone_;
    u64 sent_ = 0;
};

}  // namespace nearfield::ui
