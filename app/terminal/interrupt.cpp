#include "app/terminal/interrupt.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>

namespace nearfield {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
constexpr long one_event = 200;  // ms; signals this close together count as one

std::atomic<int> raised = 0;        // atomic, because other threads read it
std::atomic<long> since = 0;        // clock at the first signal, ms
std::atomic<int> null_device = -1;  // descriptor of /dev/null
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "what a handler sets must be");

std::array<struct sigaction, signals.size()> before;

long milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// Redirects outputs without a terminal or reader to /dev/null. True if there was one.
bool leave_dead_outputs() {
    bool dead = false;
    for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
        pollfd state{output, POLLOUT, 0};
        if (poll(&state, 1, 0) > 0 && (state.revents & (POLLERR | POLLHUP)) && dup2(null_device, output) >= 0)
            dead = true;
    }
    return dead;
}

void end_at_once(int signal) {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    ::raise(signal);  // blocked until the handler returns
}

/// Handles a signal. Calls only async-signal-safe functions.
void on_signal(int signal) {
    const int error = errno;
    const bool dead = leave_dead_outputs();
    if (signal != SIGPIPE || dead) {  // the writer to any other pipe gets an error instead
        long first = 0;
        const long now = milliseconds();
        if (since.compare_exchange_strong(first, now)) raised = signal;
        else if (now - first > one_event) end_at_once(signal);
    }
    errno = error;
}

}  // namespace

Interrupt::Interrupt() {
    raised = 0;
    since = 0;
    null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    for (std::size_t s = 0; s < signals.size(); ++s) {
        sigaction(signals[s], nullptr, &before[s]);
        const bool ignored = before[s].sa_handler == SIG_IGN;
        if (!ignored || signals[s] == SIGINT || signals[s] == SIGTERM) sigaction(signals[s], &action, nullptr);
    }
}

Interrupt::~Interrupt() {
    for (std::size_t s = 0; s < signals.size(); ++s) sigaction(signals[s], &before[s], nullptr);
    close(null_device.exchange(-1));
}

int Interrupt::signal() { return raised; }

void stop_on_interrupt(double) {
    if (Interrupt::signal()) throw WorkStopped{};
}

}  // namespace nearfield
