#include "app/panels/search/watch_badge.hpp"

#include "app/ui/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

/// Formats a share with two significant digits, such as "0.22 %".
std::string share_checked(double share) {
    if (share >= 0.995) return "100 %";
    return share >= 0.095 ? fmt::format("{:.0f} %", share * 100) : fmt::format("{:.2g} %", share * 100);
}

/// Returns the share of frames checked, such as "1 frame in 2.5", if the checker cannot keep up; otherwise empty.
std::string one_frame_in(const Watched& watched) {
    constexpr double hardly = 0.1;
    if (double(watched.frames_missed) <= hardly * double(watched.frames)) return {};
    const double checked = double(std::max<u64>(1, watched.frames - watched.frames_missed));
    return fmt::format("1 frame in {}", number(std::round(double(watched.frames) / checked * 10) / 10));
}

}  // namespace

std::optional<WatchWords> watch_words(const Status& status) {
    if (!status.scene->searches()) return {};
    const auto& watched = status.watched;
    const std::string& elements = status.scene->elements;
    const std::string how = fmt::format(
        "In every frame, what the search of the step just done finds for some {} is compared with brute force, on a "
        "core that has nothing else to do. A wrong set stops the run.",
        elements);
    if (watched.wrong)
        return WatchWords{false, "✗ neighbours wrong", "✗ " + text(*watched.wrong, elements) + ".",
                          how + " A reset begins anew."};
    if (watched.actors == 0) return WatchWords{true, "– not checked yet", "– Neighbours: none checked yet.", how};
    const std::string counted = grouped(double(watched.actors)), share = share_checked(watched.share),
                      seldom = one_frame_in(watched);
    WatchWords words{true, fmt::format("✓ {} checked, {}", counted, share),
                     fmt::format("✓ {} {} checked while it ran, {} of them per frame", counted, elements, share), how};
    if (!seldom.empty()) {
        words.mark += ", " + seldom, words.line += ": " + seldom;
        words.help += " The core cannot keep up, so only " + seldom + " is checked.";
    }
    return words;
}

}  // namespace nearfield::ui
