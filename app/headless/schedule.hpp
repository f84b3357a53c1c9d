#pragma once
#include "sim/clock.hpp"
#include "sim/run.hpp"

#include <vector>

namespace nearfield {

/// An action due at times of a run's clock, clock_of().
class Appointment {
  public:
    virtual ~Appointment() = default;
    /// Time of the next action. Infinite if none is left.
    virtual double next() const = 0;
    /// Acts. Called once the clock has reached next().
    virtual void keep() = 0;
};

/// The appointments of a run. They outlive this object.
class Schedule {
  public:
    explicit Schedule(Run& run) : run_(run) {}
    /// Adds an appointment. It acts at once if it is due.
    void add(Appointment& appointment);
    /// Executes the appointments that are due.
    void keep();
    /// Number of steps, at most `wanted`, that do not pass the next time. Estimates the time per step since the last
    /// call.
    u64 limit(u64 wanted);
    /// True if no appointment is left.
    bool done() const;

  private:
    double next() const;

    Run& run_;
    std::vector<Appointment*> appointments_;
    ClockPace pace_;
};

}  // namespace nearfield
