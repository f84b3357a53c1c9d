#pragma once
#include "backends.hpp"

#include "sim/simulation.hpp"

#include <chrono>
#include <memory>
#include <thread>

namespace nearfield {

/// A test in the role of the window of a threaded simulation; the test makes `simulation`.
template <class Base> class OnSimulation : public Base {
  protected:
    /// Draws frames until `done`; fails after a minute.
    template <class F> void until(F&& done, const char* what) {
        without_frames([&] { return done() || (simulation->frame_drawn(), false); }, what);
    }
    /// Like until(), without drawing frames.
    template <class F> void without_frames(F&& done, const char* what) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!done()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end) << "never happened: " << what;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    /// Steps up to that step, which must be later.
    void step_to(u64 step) {
        simulation->send(command::Step{step - status()->step});
        until([&] { return status()->step == step; }, "the step");
    }
    /// Sends a command and waits for its message.
    void hear(const Command& command) {
        const u64 before = status()->message_serial;
        simulation->send(command);
        until([&] { return status()->message_serial > before; }, "a message");
    }
    std::shared_ptr<const Status> status() { return simulation->status(); }
    std::unique_ptr<Simulation> simulation;
};

}  // namespace nearfield
