#include "app/terminal/long_work.hpp"

#include "app/say.hpp"
#include "app/terminal/interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace nearfield {
namespace {

constexpr auto often = std::chrono::milliseconds(50);      // interval between checks
constexpr auto patience = std::chrono::milliseconds(500);  // delay after Ctrl+C, as most work ends by itself
constexpr double long_s = 1;

std::string name_of(const WorkPiece& work) {
    return work.step ? fmt::format("{} {}", work.what, work.step) : std::string(work.what);
}

}  // namespace

LongWork::LongWork(Tells tells) : terminal_(isatty(STDERR_FILENO)), tells_(tells), thread_([this] { look(); }) {}

LongWork::~LongWork() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void LongWork::at_the_end(std::function<std::string()> complete) {
    const std::lock_guard lock(mutex_);
    complete_ = std::move(complete);
}

void LongWork::begins(const WorkPiece& work) {
    const std::lock_guard lock(mutex_);
    work_ = work;
    begun_ = Clock::now();
}

void LongWork::ends() {
    const std::lock_guard lock(mutex_);  // waits forever while the program is being ended
    work_.reset();
    if (std::exchange(drawn_, false)) write_error("\r\033[K");
}

void LongWork::look() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, often, [this] { return quit_; })) {
        const auto now = Clock::now();
        const bool wanted = !Interrupt::signal();
        if (wanted) wanted_ = now;
        if (!work_) continue;
        if (wanted && tells_ == Tells::what_takes_long) tell(std::chrono::duration<double>(now - begun_).count());
        if (!wanted && now - std::max(begun_, wanted_) > patience) end_program();
    }
}

/// Updates a line on a terminal. Elsewhere prints each kind of work once.
void LongWork::tell(double seconds) {
    if (seconds < long_s) return;
    const std::string name = name_of(*work_);
    if (terminal_) {
        write_error(fmt::format("\r\033[K{} has taken {:.0f} s so far; Ctrl+C ends it", name, seconds));
        drawn_ = true;
    } else if (told_.insert(work_->what).second) {
        say("nearfield: {} takes more than a second; Ctrl+C ends it", name);
    }
}

void LongWork::end_program() {
    int code = Interrupt::exit_code();
    if (drawn_) write_error("\r\033[K");
    try {
        if (work_->complete) work_->complete();
        const std::string files = complete_ ? "; " + complete_() : "";
        std::fflush(stdout);
        say("nearfield: interrupted{}{}", files.empty() ? "" : " during " + name_of(*work_), files);
    } catch (const std::exception& problem) {
        say("nearfield: {}", problem.what());
        code = 1;
    }
    _exit(code);
}

}  // namespace nearfield
