#pragma once
#include "backends.hpp"

#include "sim/simulation.hpp"

#include <chrono>
#include <memory>
#include <thread>

namespace nearfield {

/// A test that acts as the window of a simulation with its own thread; the test makes `simulation`.
template <class Base> class OnSimulation : public Base {
  protected:
    /// Acts as the window until `done`; fails after a minute.
    template <class F> void until(F&& done, const char* what) {
        without_frames([&] { return done() || (simulation->frame_drawn(), false); }, what);
    }
    /// The same, but draws no frame.
    template <class F> void without_frames(F&& done, const char* what) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!done()) {
            ASSERT_LT(std::chrono::steady_clock::now(), end) << "never happened: " << what;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    /// Steps on to that step, which has to be a later one.
    void step_to(u64 step) {
        simulation->send(command::Step{step - status()->step});
        until([&] { return status()->step == step; }, "the step");
    }
    /// Sends a command and waits for the message that it brings.
    void hear(const Command& command) {
        const u64 before = status()->message_serial;
        simulation->send(command);
        until([&] { return status()->message_serial > before; }, "a message");
    }
    std::shared_ptr<const Status> status() { return simulation->status(); }
    std::unique_ptr<Simulation> simulation;
};

}  // namespace nearfield
