#pragma once
#include "app/preset.hpp"
#include "sim/simulation.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace nearfield::ui {

/// What the window has open, or had: a scene with its settings and look on a backend.
struct Opened {
    std::string name;  ///< of a preset or scene
    Preset preset;
    Backend backend = Backend::cpu;
    /// Whether the simulation shows this scene with these settings.
    bool is_in(const Status& status) const;
};
/// What the simulation shows.
Opened opened_in(const Status& status, const WindowLook& look);

/// What an undo or redo did.
struct Undone {
    std::string message;  ///< "undone: LABEL = VALUE"; empty if there was nothing to do
    std::optional<WindowLook> look = {};
};

/// Changes on their way from a control to the simulation: parameter values, and other scenes and presets. A control
/// shows the edited value until the simulation has accepted or refused it, so that nothing jumps back meanwhile.
/// What was accepted can be undone, and so can strokes of tools, which the simulation itself takes back.
class Edits {
  public:
    explicit Edits(Simulation& simulation) : simulation_(simulation) {}

    Value shown(const Status& status, const std::string& key) const;

    /// The next three throw UsageError for a value out of range; the control then shows the old one again.
    /// Changes a value at once, as from a menu.
    void change(const Status& status, const std::string& key, const Value& value);
    /// Changes a value while a control is held. Sends it right away if `live`, otherwise at release.
    void hold(const Status& status, const std::string& key, const Value& value, bool live);
    void release(const Status& status, const std::string& key);
    /// Opens a scene or preset in place of what is open now, `present`.
    void open(const Status& status, const Opened& present, Opened wanted);

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    /// Takes back the last change that still makes a difference.
    Undone undo(const Status& status);
    Undone redo(const Status& status);

    /// Nothing done so far can be undone any more.
    void forget() { done_.clear(), undone_.clear(); }
    /// Drops the edits that the simulation has answered. Call this once per frame.
    void sync(const Status& status);
    /// Number of changes sent; the plots mark each.
    u64 sent() const { return sent_; }

  private:
    struct Pending {
        Value value, before;
        bool held = false, delivered = false;
        u64 message_serial = 0;
        int frames = 0;
    };
    struct Opening {
        Opened opened;
        u64 world = 0, message_serial = 0;  ///< as of when it was sent
    };
    struct OfParameter {
        std::string key;
        Value before, after;
    };
    struct OfStroke {};
    struct OfOpening {
        Opened before, after;
    };
    using Change = std::variant<OfParameter, OfStroke, OfOpening>;

    void send(const Status& status, const std::string& key, const Value& value);
    void send(const Status& status, const Opened& wanted);
    void remember(Change change);
    void notice_strokes(const Status& status);
    void forget_value(const std::string& key, const Value& value);
    void sync_values(const Status& status);
    void sync_opening(const Status& status);
    std::optional<Undone> repeat(const Status& status, const Change& change, bool back);

    Simulation& simulation_;
    const SceneInfo* scene_ = nullptr;
    std::map<std::string, Pending> pending_;
    std::optional<Opening> opening_;  ///< sent and not answered
    std::vector<Change> done_, undone_;
    u64 sent_ = 0, strokes_seen_ = 0, redone_seen_ = 0;
};

}  // namespace nearfield::ui
