#include "app/panels/explain/warp_view.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace nearfield::ui {

namespace {
constexpr u32 audited = 4096;  ///< queries, as in Status::audit
}

void WarpView::follow(const std::shared_ptr<const ActorsInMemory>& latest) {
    if (!latest || latest == actors_ || !rest_.over()) return;
    if (actors_ && actors_->world != latest->world) chosen_.reset(), visit_.reset();
    actors_ = latest, ways_.clear(), traced_.reset();
}

void WarpView::select(std::optional<u32> id) {
    if (id == id_) return;
    id_ = id, chosen_.reset();
}

Visit WarpView::visit() const {
    const Visit present = actors_ ? actors_->settings.visit : visit_of<StripsVisit>;
    return visit_.value_or(reads_bins(present) ? present : visit_of<StripsVisit>);
}

const LaidOut* WarpView::laid(Visit visit) {
    if (!actors_ || actors_->id.empty()) return nullptr;
    auto& way = ways_[visit];
    if (!way.laid && way.refused.empty()) {
        try {
            rest_.after([&] { way.laid.emplace(*actors_, visit); });
        } catch (const Error& problem) { way.refused = problem.what(); }
    }
    return way.laid ? &*way.laid : nullptr;
}

double WarpView::efficiency(Visit visit) {
    auto& known = ways_[visit].efficiency;
    if (!known)
        if (const auto* arrays = laid(visit)) known = arrays->efficiency(audited);
    return known.value_or(0);
}

u32 WarpView::number() {
    const auto* arrays = laid(visit());
    if (!arrays) return 0;
    const u32 last = arrays->warps() - 1;
    if (chosen_) return std::min(*chosen_, last);
    const auto place = id_ ? arrays->place_of(*id_) : std::nullopt;
    return place ? *place / warp_lanes : 0;
}

const WarpTrace& WarpView::trace() {
    const std::pair shown{visit(), number()};
    if (const auto* arrays = laid(shown.first); arrays && traced_ != shown)
        trace_ = arrays->warp(shown.second), traced_ = shown;
    return trace_;
}

}  // namespace nearfield::ui
