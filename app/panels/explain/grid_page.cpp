#include "app/panels/explain/grid_page.hpp"

#include "app/ui/format.hpp"
#include "app/ui/widgets.hpp"

namespace nearfield::ui {

void MemoryPage::no_layout(const Session& s, const std::string& refused) {
    const auto& status = *s.status;
    if (!refused.empty()) return wrapped(colour::dim, with_labels(refused, status.settings->specs()));
    if (status.present == 0) return wrapped(colour::dim, "There are no actors at present.");
    if (status.actors > most_laid_out)
        return wrapped(colour::dim, "Up to " + grouped(most_laid_out) +
                                        " actors are read back and laid out here, not " + grouped(status.actors) + ".");
    wrapped(colour::dim, "Reading the actors' order in memory …");
}

}  // namespace nearfield::ui
