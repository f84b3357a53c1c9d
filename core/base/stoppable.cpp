#include "base/stoppable.hpp"

namespace nearfield {

void stop_if_unwanted() {
    const auto* work = Stoppable::current();
    if (work && work->is_unwanted()) throw WorkStopped{};
}

void go_on_from(double done) {
    stop_if_unwanted();
    if (const auto* work = Stoppable::current()) work->tell(done);
}

}  // namespace nearfield
