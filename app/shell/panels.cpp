#include "app/shell/panels.hpp"

#include <iterator>

// All panels, in the order of sections, pages and menu entries. Each line stands for a function NAME_panels(), which
// makes one panel or several related ones. The function's file defines their positions and actions.
// clang-format off
#define NEARFIELD_PANELS(P) \
    P(preset)     \
    P(picture)    \
    P(legend)     \
    P(record)     \
    P(run)        \
    P(inspector)  \
    P(matrix)     \
    P(diagram)    \
    P(metrics)    \
    P(parameter)  \
    P(search)     \
    P(measuring)  \
    P(compare)    \
    P(timing)     \
    P(window)     \
    P(grid)       \
    P(gains)      \
    P(presenter)  \
    P(lesson)     \
    P(help)       \
    P(glossary)   \
    P(finder)     \
    P(drawer)     \
    P(status)
// clang-format on

namespace nearfield::ui {

#define DECLARE(NAME) Panels NAME##_panels();
NEARFIELD_PANELS(DECLARE)
#undef DECLARE

Panels all_panels() {
    Panels all;
    const auto add = [&](Panels more) { std::move(more.begin(), more.end(), std::back_inserter(all)); };
#define ADD(NAME) add(NAME##_panels());
    NEARFIELD_PANELS(ADD)
#undef ADD
    return all;
}

}  // namespace nearfield::ui
