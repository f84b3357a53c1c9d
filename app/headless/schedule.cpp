#include "app/headless/schedule.hpp"

#include "sim/simulation.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

void Schedule::add(Appointment& appointment) {
    appointments_.push_back(&appointment);
    keep();
}

void Schedule::keep() {
    for (Appointment* appointment : appointments_)
        if (clock_of(run_.world()) >= appointment->next()) appointment->keep();
}

u64 Schedule::limit(u64 wanted) {
    if (done()) return wanted;
    const double now = clock_of(run_.world()), left = next() - now;
    const u64 step = run_.world().steps();
    const double pace = step > step_ ? (now - time_) / double(step - step_) : INFINITY;
    step_ = step;
    time_ = now;
    return std::clamp<u64>(u64(std::min(0.5 * left / pace, 1e6)), 1, wanted);
}

bool Schedule::done() const { return std::isinf(next()); }

double Schedule::next() const {
    double first = INFINITY;
    for (const Appointment* appointment : appointments_) first = std::min(first, appointment->next());
    return first;
}

}  // namespace nearfield
