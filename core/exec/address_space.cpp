#include "exec/address_space.hpp"

#include "base/read_file.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <sstream>

namespace nearfield {

std::size_t addressable_bytes() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return ~std::size_t{0};
    std::size_t pages = 0;
    std::istringstream(read_system_file("/proc/self/statm")) >> pages;
    const std::size_t used = pages * std::size_t(sysconf(_SC_PAGESIZE));
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace nearfield
