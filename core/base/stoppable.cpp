#include "base/stoppable.hpp"

#include <utility>

namespace nearfield {
namespace {

thread_local const Stoppable* innermost = nullptr;

}  // namespace

Stoppable::Stoppable(std::function<bool()> is_unwanted, std::function<void(double)> tell)
    : is_unwanted_(std::move(is_unwanted)),
      tell_(std::move(tell)),
      outer_(std::exchange(innermost, this)) {}

Stoppable::~Stoppable() { innermost = outer_; }

const Stoppable* Stoppable::current() { return innermost; }

void stop_if_unwanted() {
    if (innermost && innermost->is_unwanted()) throw WorkStopped{};
}

void go_on_from(double done) {
    stop_if_unwanted();
    if (innermost) innermost->tell(done);
}

}  // namespace nearfield
