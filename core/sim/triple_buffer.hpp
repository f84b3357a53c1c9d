#pragma once
#include <array>
#include <mutex>
#include <utility>

namespace nearfield {

/// One writer and one reader; neither waits for the other. The writer fills `back` and publishes it; the reader takes
/// the newest published value and keeps it until it asks again.
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
        if (fresh_) std::swap(front_, ready_), fresh_ = false;
        return slots_[front_];
    }

  private:
    std::array<T, 3> slots_;
    std::mutex mutex_;
    int back_ = 0, ready_ = 1, front_ = 2;
    bool fresh_ = false;
};

}  // namespace nearfield
