#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace nearfield {

/// A progress bar on stderr, drawn at most ten times a second and only on a terminal; erased on destruction.
class Progress {
  public:
    explicit Progress(std::uint64_t total);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;

    void show(std::uint64_t done, const std::string& note);
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t total_;
    bool terminal_, drawn_ = false;
    Clock::time_point began_ = Clock::now(), next_ = began_;
};

}  // namespace nearfield
