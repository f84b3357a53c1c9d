#include "app/terminal/progress.hpp"
#include "app/say.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace nearfield {

Progress::Progress(std::uint64_t total, std::uint64_t begun, std::chrono::milliseconds delay)
    : total_(std::max<std::uint64_t>(1, total)),
      begun_(begun),
      terminal_(isatty(STDERR_FILENO)),
      next_(began_ + delay) {}

void Progress::show(std::uint64_t done, const std::string& note) {
    const auto now = Clock::now();
    if (!terminal_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    const double share = double(done) / double(total_), past = std::chrono::duration<double>(now - began_).count();
    const double made = share - double(begun_) / double(total_);
    const int width = 24, full = std::min(width, int(share * width));
    const std::string left = made > 0.01 && past > 2 ? fmt::format(", {:.0f} s left", past * (1 - share) / made) : "";
    write_error(fmt::format("\r\033[K{}{} {}/{} {}{}", std::string(std::size_t(full), '#'),
                            std::string(std::size_t(width - full), '.'), done, total_, terminal_text(note), left));
    drawn_ = true;
}

void Progress::clear() {
    if (drawn_) write_error("\r\033[K");
    drawn_ = false;
}

}  // namespace nearfield
