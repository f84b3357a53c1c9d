#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace nearfield {

/// A progress bar on stderr, drawn at most ten times a second and only on a terminal. The destructor erases it.
class Progress {
  public:
    /// `begun` items were done before and do not count in the estimate of the remaining time. The bar appears after
    /// `delay`.
    explicit Progress(std::uint64_t total, std::uint64_t begun = 0, std::chrono::milliseconds delay = {});
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;

    void show(std::uint64_t done, const std::string& note);
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t total_, begun_;
    bool terminal_, drawn_ = false;
    Clock::time_point began_ = Clock::now(), next_;
};

}  // namespace nearfield
