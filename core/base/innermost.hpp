#pragma once
#include <utility>

namespace nearfield {

/// Base of a class T that knows, for every thread, the last object of T made there that still lives.
template <class T> class Innermost {
  public:
    Innermost(const Innermost&) = delete;

    /// Of this thread; null if there is none.
    static T* current() { return static_cast<T*>(innermost_); }

  protected:
    Innermost() : outer_(std::exchange(innermost_, this)) {}
    ~Innermost() { innermost_ = outer_; }

  private:
    static inline thread_local Innermost* innermost_ = nullptr;
    Innermost* outer_;
};

}  // namespace nearfield
