#include "app/cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace nearfield {
namespace {

std::atomic<int> raised = 0;  // other threads ask too
static_assert(std::atomic<int>::is_always_lock_free, "what a handler sets must be");

struct sigaction before_int, before_term;

void remember(int signal) { raised = signal; }

}  // namespace

Interrupt::Interrupt() {
    raised = 0;
    struct sigaction action {};
    action.sa_handler = remember;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    sigaction(SIGINT, &action, &before_int);
    sigaction(SIGTERM, &action, &before_term);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &before_int, nullptr);
    sigaction(SIGTERM, &before_term, nullptr);
}

int Interrupt::signal() { return raised; }

void stop_on_interrupt(double) {
    if (Interrupt::signal()) throw WorkStopped{};
}

}  // namespace nearfield
