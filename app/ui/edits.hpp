#pragma once
#include "app/preset.hpp"
#include "sim/simulation.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace nearfield::ui {

/// A scene that the window has opened, with settings, look and backend.
struct Opened {
    std::string name;  ///< name of a preset or scene
    Preset preset;
    Backend backend = Backend::cpu;
    /// True if the simulation runs this scene with these settings.
    bool is_in(const Status& status) const;
};
/// Returns the state that the simulation shows.
Opened opened_in(const Status& status, const WindowLook& look);

/// Result of an undo or redo.
struct Undone {
    std::string message;  ///< "undone: LABEL = VALUE"; empty if there was nothing to do
    std::optional<WindowLook> look = {};
};

/// Changes sent by controls to the simulation: parameter values, scenes and presets. A control shows the edited value
/// until the simulation answers, so that the display does not jump back. Accepted changes can be undone. Tool strokes
/// can too; the simulation reverts them.
class Edits {
  public:
    explicit Edits(Simulation& simulation) : simulation_(simulation) {}

    Value shown(const Status& status, const std::string& key) const;

    // change(), hold() and release() throw UsageError for a value out of range; the control then shows the old value.

    /// Changes a value at once, for example from a menu.
    void change(const Status& status, const std::string& key, const Value& value);
    /// Changes a value while a control is held. Sends the value immediately if `live`, otherwise on release.
    void hold(const Status& status, const std::string& key, const Value& value, bool live);
    void release(const Status& status, const std::string& key);
    /// Replaces the open state `present` by another scene or preset.
    void open(const Status& status, const Opened& present, Opened wanted);

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    /// Reverts the last change that still has an effect.
    Undone undo(const Status& status);
    Undone redo(const Status& status);

    /// Clears the undo and redo history.
    void forget() { done_.clear(), undone_.clear(); }
    /// Drops edits that the simulation has answered. Called once per frame.
    void sync(const Status& status);
    /// Number of changes sent; plots mark each change.
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
        u64 world = 0, message_serial = 0;  ///< values at the time of sending
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
    std::optional<Opening> opening_;  ///< sent, not yet answered
    std::vector<Change> done_, undone_;
    u64 sent_ = 0, strokes_seen_ = 0, redone_seen_ = 0;
};

}  // namespace nearfield::ui
