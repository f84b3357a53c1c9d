#include "scenes/plans/fast_marching.hpp"

#include "base/stoppable.hpp"
#include "scenes/plans/eikonal.hpp"

#include <algorithm>

namespace nearfield::plans {
namespace {

class Marching {
  public:
    Marching(const Navigation& navigation, const std::vector<float>& slowness)
        : grid_(navigation.grid()),
          links_(navigation.link_view()),
          slowness_(slowness),
          done_(slowness.size(), false),
          field_{std::vector<float>(slowness.size(), INFINITY),
                 std::vector<Packed<2>>(slowness.size(), pack<2>({0, 0}))} {}

    ArrivalField run(const std::vector<WayStart>& starts) {
        for (const auto& start : starts) {
            const auto n = std::size_t(start.node);
            if (!(slowness_[n] < INFINITY)) continue;
            field_.time[n] = start.distance * slowness_[n];
            done_[n] = true;
            push(start.node);
        }
        StopBetween nodes;
        for (; !heap_.empty(); nodes()) {
            std::pop_heap(heap_.begin(), heap_.end(), later);
            const Entry entry = heap_.back();
            heap_.pop_back();
            if (entry.time > field_.time[std::size_t(entry.node)]) continue;
            front_ = entry.time;
            done_[std::size_t(entry.node)] = true;
            spread(entry.node);
        }
        for (int node = 0; node < grid_.nodes(); ++node, nodes())
            if (time(node) < INFINITY) field_.direction[std::size_t(node)] = eikonal().direction(node);
        for (const auto& start : starts)
            if (time(start.node) < INFINITY) field_.direction[std::size_t(start.node)] = pack<2>(start.direction);
        return std::move(field_);
    }

    /// Only times up to the front are known; others count as later.
    float time(int node) const {
        const float t = field_.time[std::size_t(node)];
        return t <= front_ ? t : INFINITY;
    }
    int ahead(int node, Way way) const { return links_.ahead(node, way); }

  private:
    struct Entry {
        float time;
        int node;
    };
    static bool later(const Entry& a, const Entry& b) { return a.time > b.time; }

    Eikonal<Marching> eikonal() const { return {*this, grid_.columns}; }
    void push(int node) {
        heap_.push_back({field_.time[std::size_t(node)], node});
        std::push_heap(heap_.begin(), heap_.end(), later);
    }

    void spread(int node) {
        for (const auto& way : ways(grid_))
            if (const int other = links_.next(node, way); other >= 0) improve(other);
    }
    void improve(int node) {
        if (done_[std::size_t(node)]) return;
        const float t = eikonal().arrival(node, slowness_[std::size_t(node)] * grid_.cell);
        if (auto& time = field_.time[std::size_t(node)]; t < time) {
            time = t;
            push(node);
        }
    }

    const NavigationGrid& grid_;
    const LinkView links_;
    const std::vector<float>& slowness_;
    std::vector<char> done_;
    std::vector<Entry> heap_;
    float front_ = 0;
    ArrivalField field_;
};

}  // namespace

ArrivalField march(const Navigation& navigation, int e, const std::vector<float>& slowness) {
    auto field = Marching(navigation, slowness).run(navigation.starts(e));
    for (const auto& outside : navigation.outside(e)) {
        field.time[std::size_t(outside.node)] = 0;
        field.direction[std::size_t(outside.node)] = pack<2>(outside.direction);
    }
    return field;
}

}  // namespace nearfield::plans
