#pragma once
#include <utility>

namespace nearfield {

/// Base class of T that records, per thread, the most recently constructed T that still exists.
template <class T> class Innermost {
  public:
    Innermost(const Innermost&) = delete;

    /// This thread's innermost T. Null if there is none.
    static T* current() { return static_cast<T*>(innermost_); }

  protected:
    Innermost() : outer_(std::exchange(innermost_, this)) {}
    ~Innermost() { innermost_ = outer_; }

  private:
    static inline thread_local Innermost* innermost_ = nullptr;
    Innermost* outer_;
};

}  // namespace nearfield
