#include "scenes/plans/fast_marching.hpp"

#include "base/stoppable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nearfield::plans {
namespace {

constexpr float unknown = std::numeric_limits<float>::infinity();

/// The upwind neighbours of a node along one axis: `near` next to it, `far` beyond that; `sign` is -1 to the left or
/// below.
struct Upwind {
    float near = unknown, far = unknown;
    float sign = 0;
    bool second() const { return far <= near; }
    /// weight * (T - value)^2 is h^2 times the square of the slope.
    float weight() const { return second() ? 2.25f : 1; }
    float value() const { return second() ? (4 * near - far) / 3 : near; }
};

class Marching {
  public:
    Marching(const NavigationGrid& grid, const std::vector<std::uint8_t>& links, const std::vector<float>& slowness,
             const PortalLinks& portals)
        : grid_(grid),
          links_(links),
          slowness_(slowness),
          portals_(portals),
          done_(links.size(), 0),
          field_{std::vector<float>(links.size(), unknown), std::vector<Packed<2>>(links.size(), pack<2>({0, 0}))} {}

    ArrivalField run(const std::vector<Seed>& seeds) {
        for (const auto& seed : seeds) {
            const auto n = std::size_t(seed.node);
            field_.time[n] = seed.time, done_[n] = given;
            push(seed.node);
        }
        StopBetween nodes;
        for (; !heap_.empty(); nodes()) {
            std::pop_heap(heap_.begin(), heap_.end(), later);
            const Entry entry = heap_.back();
            heap_.pop_back();
            auto& state = done_[std::size_t(entry.node)];
            if (state == taken || entry.time > field_.time[std::size_t(entry.node)]) continue;
            state = taken;
            spread(entry.node);
        }
        for (int node = 0; node < grid_.nodes(); ++node, nodes())
            if (known(node)) field_.direction[std::size_t(node)] = direction(node);
        for (const auto& seed : seeds) field_.direction[std::size_t(seed.node)] = pack<2>(seed.direction);
        return std::move(field_);
    }

  private:
    enum State : std::uint8_t { open = 0, given = 1, taken = 2 };
    struct Entry {
        float time;
        int node;
    };
    static bool later(const Entry& a, const Entry& b) { return a.time > b.time; }

    void push(int node) {
        heap_.push_back({field_.time[std::size_t(node)], node});
        std::push_heap(heap_.begin(), heap_.end(), later);
    }
    bool known(int node) const { return done_[std::size_t(node)] == taken; }
    int next(int node, const Way& way) const { return neighbour(node, way, links_, portals_); }
    /// The same, where people may go there.
    int ahead(int node, const Way& way) const {
        const bool through = links_[std::size_t(node)] & PortalLinks::bit(way.link);
        return through && !portals_.walkable(node, way.link) ? -1 : next(node, way);
    }
    float time(int node) const { return field_.time[std::size_t(node)]; }

    void spread(int node) {
        for (const auto& way : ways(grid_))
            if (const int other = next(node, way); other >= 0) improve(other);
    }
    void improve(int node) {
        if (done_[std::size_t(node)] != open) return;
        const float t = arrival(node);
        if (t < time(node)) field_.time[std::size_t(node)] = t, push(node);
    }

    void look(int node, Way way, float sign, Upwind& best) const {
        const int beside = ahead(node, way);
        if (beside < 0 || !known(beside) || time(beside) >= best.near) return;
        best = {time(beside), unknown, sign};
        const int behind = ahead(beside, way);
        if (behind >= 0 && known(behind) && time(behind) <= best.near) best.far = time(behind);
    }
    Upwind along_x(int node) const {
        Upwind best;
        look(node, {link_left, -1}, -1, best), look(node, {link_right, 1}, 1, best);
        return best;
    }
    Upwind along_y(int node) const {
        Upwind best;
        look(node, {link_down, -grid_.columns}, -1, best), look(node, {link_up, grid_.columns}, 1, best);
        return best;
    }

    float arrival(int node) const {
        const float cost = slowness_[std::size_t(node)] * grid_.cell;
        Upwind x = along_x(node), y = along_y(node);
        if (y.near < x.near) std::swap(x, y);
        const float alone = x.value() + cost / std::sqrt(x.weight());
        if (y.near == unknown || alone <= y.near) return alone;
        return both(x, y, cost);
    }

    /// The larger root of wx (T - vx)^2 + wy (T - vy)^2 = cost^2, or the arrival along one axis if that root is earlier
    /// than the upwind values.
    static float both(const Upwind& x, const Upwind& y, float cost) {
        const float base = y.near, vx = x.value() - base, vy = y.value() - base;
        const float w = x.weight() + y.weight(), mean = (x.weight() * vx + y.weight() * vy) / w;
        const float rest = cost * cost / w - x.weight() * y.weight() / (w * w) * (vx - vy) * (vx - vy);
        const float t = rest >= 0 ? base + mean + std::sqrt(rest) : -1;
        if (t >= y.near) return t;
        return std::min(x.near, y.near) + cost;
    }

    /// Slope of time along an axis: from both neighbours, or from the upwind ones at a wall and where two fronts have
    /// met.
    float slope(int node, Way back, Way forth, const Upwind& upwind) const {
        const int before = ahead(node, back), after = ahead(node, forth);
        const float t = time(node), a = before >= 0 ? time(before) : unknown, b = after >= 0 ? time(after) : unknown;
        if (a < unknown && b < unknown && (t <= a || t <= b)) return 0.5f * (b - a);
        if (upwind.near >= t) return 0;
        return -upwind.sign * std::max(0.f, std::sqrt(upwind.weight()) * (t - upwind.value()));
    }
    Packed<2> direction(int node) const {
        const glm::vec2 g(slope(node, {link_left, -1}, {link_right, 1}, along_x(node)),
                          slope(node, {link_down, -grid_.columns}, {link_up, grid_.columns}, along_y(node)));
        const float length = glm::length(g);
        return pack<2>(length > 0 ? -g / length : glm::vec2(0));
    }

    const NavigationGrid& grid_;
    const std::vector<std::uint8_t>& links_;
    const std::vector<float>& slowness_;
    const PortalLinks& portals_;
    std::vector<std::uint8_t> done_;
    std::vector<Entry> heap_;
    ArrivalField field_;
};

}  // namespace

ArrivalField march(const NavigationGrid& grid, const std::vector<std::uint8_t>& links,
                   const std::vector<float>& slowness, const std::vector<Seed>& seeds, const PortalLinks& portals) {
    return Marching(grid, links, slowness, portals).run(seeds);
}

}  // namespace nearfield::plans
