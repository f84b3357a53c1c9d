#pragma once
// If the build holds no code for this device, the driver compiles the kernels when they first run, which takes seconds.
#include "exec/backend.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace nearfield {

/// While this object lives, kernels may be compiling: after a second, it says so on standard error.
class CompileNote {
  public:
    explicit CompileNote(Backend backend);
    ~CompileNote() { done(); }
    CompileNote(const CompileNote&) = delete;
    void done();

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool done_ = false;
    std::thread thread_;
};

}  // namespace nearfield
