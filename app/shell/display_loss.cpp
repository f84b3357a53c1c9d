#include "app/shell/display_loss.hpp"

#include "app/say.hpp"
#include "app/shell/x11.hpp"

#include <unistd.h>

#include <utility>

namespace nearfield {
namespace {

std::function<std::string()> to_finish;

int end_program(x11::Display*) {
    std::string words = "the display was lost";
    try {
        if (const auto finish = std::exchange(to_finish, {})) words = finish();
    } catch (const std::exception& problem) { words += std::string("; ") + problem.what(); }
    say("nearfield: {}", words);
    std::fflush(stdout);
    _exit(1);
}

int tell_refused(x11::Display*, x11::Error* error) {
    static bool told = false;
    if (!std::exchange(told, true))
        say("nearfield: the X server refused a request (error {}, request {}.{}); going on", error->code,
            error->request, error->minor);
    return 0;
}

}  // namespace

DisplayLoss::DisplayLoss(std::function<std::string()> finish) {
    to_finish = std::move(finish);
    if (const auto* x = x11::functions(); x && x11::display_of_glfw())
        x->set_io_error_handler(end_program), x->set_error_handler(tell_refused);
}

DisplayLoss::~DisplayLoss() { to_finish = {}; }

}  // namespace nearfield
