#pragma once
#include "backends.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace nearfield {

/// Limits the address space to this much more than is in use; sanitizers need the whole address space.
class LittleMemory {
  public:
    explicit LittleMemory(std::size_t more) {
        mallopt(M_MMAP_THRESHOLD, 1 << 20);  // returns large blocks to the system at once
        getrlimit(RLIMIT_AS, &before_);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        rlimit now = before_;
        now.rlim_cur = rlim_t(pages) * rlim_t(sysconf(_SC_PAGESIZE)) + more;
        if (!sanitized) setrlimit(RLIMIT_AS, &now);
    }
    ~LittleMemory() { setrlimit(RLIMIT_AS, &before_); }

  private:
    rlimit before_{};
};

}  // namespace nearfield
