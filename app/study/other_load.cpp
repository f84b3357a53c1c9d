#include "app/study/other_load.hpp"

#include "base/read_file.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

double seconds_of(const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); }

/// Processor time of all other programs since the machine started, s. NaN without /proc.
double others_so_far() {
    std::istringstream line(read_system_file("/proc/stat"));
    std::string cpu;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
    if (!(line >> cpu >> user >> nice >> system >> idle >> waiting >> interrupts >> soft >> stolen)) return NAN;
    rusage own{};
    getrusage(RUSAGE_SELF, &own);
    const double busy = (user + nice + system + interrupts + soft + stolen) / double(sysconf(_SC_CLK_TCK));
    return busy - seconds_of(own.ru_utime) - seconds_of(own.ru_stime);
}

}  // namespace

OtherLoad::OtherLoad() { restart(); }

void OtherLoad::restart() { others_at_start_ = others_so_far(), start_ = Clock::now(); }

void OtherLoad::add() {
    others_ += others_so_far() - others_at_start_;
    seconds_ += std::chrono::duration<double>(Clock::now() - start_).count();
    restart();
}

double OtherLoad::cores() const {
    constexpr double shortest = 0.1;  // s; /proc/stat counts in hundredths
    return seconds_ < shortest ? NAN : std::max(0., others_ / seconds_);
}

}  // namespace nearfield
