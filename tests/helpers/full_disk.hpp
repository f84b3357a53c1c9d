#pragma once
#include <sys/resource.h>

#include <csignal>

namespace nearfield {

/// Limits the size of this process's files during its lifetime, as a full disk would.
class FullDisk {
  public:
    explicit FullDisk(rlim_t bytes) : before_(signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &unlimited_);
        const rlimit little{bytes, unlimited_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &little);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &unlimited_);
        signal(SIGXFSZ, before_);
    }
    FullDisk(const FullDisk&) = delete;

  private:
    sighandler_t before_;
    rlimit unlimited_{};
};

}  // namespace nearfield
