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
        if (has_come(clock_of(run_.world()), appointment->next())) appointment->keep();
}

u64 Schedule::limit(u64 wanted) { return pace_.limit(run_.world(), next(), wanted); }

bool Schedule::done() const { return std::isinf(next()); }

double Schedule::next() const {
    double first = INFINITY;
    for (const Appointment* appointment : appointments_) first = std::min(first, appointment->next());
    return first;
}

}  // namespace nearfield
