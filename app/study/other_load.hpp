#pragma once
#include <chrono>

namespace nearfield {

/// Processor time that other programs take, from /proc/stat.
class OtherLoad {
  public:
    OtherLoad();
    /// Adds the time since the construction or the last restart().
    void add();
    void restart();
    /// Mean number of cores that others kept busy. NaN if it is unknown.
    double cores() const;

  private:
    using Clock = std::chrono::steady_clock;

    double others_at_start_ = 0, others_ = 0, seconds_ = 0;  ///< s
    Clock::time_point start_;
};

}  // namespace nearfield
