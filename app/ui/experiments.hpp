#pragma once
#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace nearfield::ui {

struct State;

/// Experiments from the window: chosen or composed, run beside the simulation, and their table drawn while it grows.
/// The panels know them only by this, for experiments are part of what the command line is made of.
class Experiments {
  public:
    virtual ~Experiments() = default;
    /// Shows form, progress and chart in the present ImGui window.
    virtual void show(State& state) = 0;
    /// Once per frame, whether the panel is open or not: notices what came and what ended.
    virtual void tend(State& state) = 0;
    /// "12/40" while one runs; else empty.
    virtual std::string mark() const = 0;
    /// For programs that drive the window.
    virtual nlohmann::json describe() const = 0;
};

/// Defined in app/lab. An experiment that still runs when this goes is stopped and can be continued.
std::unique_ptr<Experiments> make_experiments();

/// The panel, in front of the others.
void experiments_overlay(State& state);

}  // namespace nearfield::ui
