#pragma once
#include "sim/run.hpp"

#include <vector>

namespace nearfield {

/// What is to be done at times of a run's clock, clock_of().
class Appointment {
  public:
    virtual ~Appointment() = default;
    /// Infinite if there is nothing left to do.
    virtual double next() const = 0;
    /// Called when the clock has reached next().
    virtual void keep() = 0;
};

/// The appointments of a run, which outlive this, and how far it may go before the next.
class Schedule {
  public:
    explicit Schedule(Run& run) : run_(run) {}
    /// Keeps it at once if it is due.
    void add(Appointment& appointment);
    /// Keeps what is due.
    void keep();
    /// Steps, at most `wanted`, that do not go beyond the next time, judged by the pace since the last call.
    u64 limit(u64 wanted);
    /// Whether nothing is left.
    bool done() const;

  private:
    double next() const;

    Run& run_;
    std::vector<Appointment*> appointments_;
    u64 step_ = 0;
    double time_ = 0;
};

}  // namespace nearfield
