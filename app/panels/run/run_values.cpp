#include "app/panels/run/run_values.hpp"

#include "app/ui/format.hpp"
#include "app/ui/match.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/typed_number.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield::ui {
namespace {

constexpr const char* fastest = "as fast as possible";

bool is(const std::string& text, const char* name) { return match(text, name).fit == Fit::exact; }

void set_rate(Session& s, const std::string& text) {
    const bool fast = is(text, "max") || is(text, fastest);
    const double rate = fast ? 0 : typed_number(text).value_or(0);
    if (!fast && (!(rate > 0) || rate > 1e6))
        throw UsageError(
            fmt::format("Pace: '{}' is not a pace; type a number above 0 and up to 1,000,000, or max", text));
    auto pace = pace_of(s);
    pace.rate = rate;
    set_pace(s, pace);
}

void set_draw_every(Session& s, const std::string& text) {
    const double every = typed_number(text, true).value_or(0);
    if (every != std::floor(every) || every < 1 || every > 1e6)
        throw UsageError(
            fmt::format("Draw every N steps: '{}' is not a whole number from 1 to 1,000,000; type one", text));
    auto pace = pace_of(s);
    pace.draw_every = int(every);
    set_pace(s, pace);
}

void set_backend(Session& s, const std::string& text) {
    const bool cpu = is(text, "cpu");
    if (!cpu && !is(text, "cuda")) throw UsageError(fmt::format("Runs on: '{}' is neither cpu nor cuda", text));
    const Backend wanted = cpu ? Backend::cpu : Backend::cuda;
    if (wanted == s.status->backend) return;
    if (!cpu && cuda_status().devices.empty()) throw UsageError("Runs on: no CUDA here: " + cuda_status().why_not);
    if (!cpu && !s.status->scene->make_cuda) throw UsageError("Runs on: this scene has no CUDA version in this build");
    change_backend(s, wanted);
}

void set_slow_motion_text(Session& s, const std::string& text) {
    const double seconds = is(text, "off") ? 0 : typed_number(text).value_or(-1);
    if (!(seconds >= 0) || seconds > 60)
        throw UsageError(fmt::format(
            "Slow motion: '{}' is no time; type the seconds that each stage is shown, up to 60, or off", text));
    set_slow_motion(s, seconds);
}

std::string pace_text(const Status& status) {
    if (status.pace == 0) return fastest;
    return number(status.pace) + (status.has_clock() ? " × real time" : " steps/s");
}

}  // namespace

const std::vector<RunValue>& run_values() {
    static const std::vector<RunValue> all{
        {"pace", "Pace", pace_text, set_rate},
        {"draw_every", "Draw every N steps", [](const Status& status) { return std::to_string(status.draw_every); },
         set_draw_every},
        {"slow_motion", "Slow motion",
         [](const Status& status) {
             return status.slow_motion > 0 ? number(status.slow_motion) + " s per stage" : std::string("off");
         },
         set_slow_motion_text},
        {"backend", "Runs on",
         [](const Status& status) { return std::string(status.backend == Backend::cpu ? "cpu" : "cuda"); },
         set_backend}};
    return all;
}

}  // namespace nearfield::ui
