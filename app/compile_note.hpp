#pragma once
// Without code for this device in the build, the driver compiles kernels at their first run, which takes seconds.
#include "exec/backend.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace nearfield {

/// While it lives, kernels may be compiling. Prints a message about that to stderr after a second.
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
