#pragma once
#include <array>
#include <mutex>
#include <utility>

namespace nearfield {

/// A buffer between one writer and one reader that hold its lock only to swap. The writer fills `back` and
/// publishes it. The reader takes the newest published value and keeps it until its next call.
template <class T> class TripleBuffer {
  public:
    T& back() { return slots_[back_]; }
    void publish() {
        const std::lock_guard lock(mutex_);
        std::swap(back_, ready_);
        fresh_ = true;
    }
    /// The newest published value; unchanged if there is no newer one.
    T& front() {
        const std::lock_guard lock(mutex_);
        if (std::exchange(fresh_, false)) std::swap(front_, ready_);
        return slots_[front_];
    }

  private:
    std::array<T, 3> slots_;
    std::mutex mutex_;
    int back_ = 0, ready_ = 1, front_ = 2;
    bool fresh_ = false;
};

}  // namespace nearfield
