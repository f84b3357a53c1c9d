#pragma once
// |grad T| = slowness on a square grid with thin walls: the time at a node from the times around it. Second order where
// two upwind nodes in a row are known (Sethian 1999, "Fast marching methods", SIAM Review 41(2)), else first order. A
// time depends on strictly earlier times only, so the solution is unique and independent of the order of nodes.
// Products are not fused with sums, so both backends give the same bits.
#include "scenes/plans/navigation_grid.hpp"

namespace nearfield::plans {

/// The upwind neighbours of a node along an axis: `near` is adjacent, `far` the next. `sign` is -1 to the left or
/// below.
struct Upwind {
    float near = INFINITY, far = INFINITY;
    float sign = 0;
    NF_HD bool second() const { return far <= near && far < INFINITY; }
    /// steepness * (T - value) is the slope over a cell.
    NF_HD float steepness() const { return second() ? 1.5f : 1; }
    NF_HD float weight() const { return second() ? 2.25f : 1; }
    NF_HD float value() const { return second() ? (4 * near - far) / 3 : near; }
};

/// `Times` provides time(node), infinite where unknown, and ahead(node, way), -1 where the way is blocked.
template <class Times> class Eikonal {
  public:
    NF_HD Eikonal(const Times& times, int columns) : times_(times), columns_(columns) {}

    /// Arrival time at a node whose crossing takes `cost`.
    NF_HD float arrival(int node, float cost) const {
        const Upwind x = along_x(node), y = along_y(node);
        const bool first = !(y.near < x.near);
        const Upwind &early = first ? x : y, &late = first ? y : x;
        const float alone = early.value() + cost / early.steepness();
        if (!(late.near < alone)) return alone;
        const float root = both(early, late, cost), joint = root > late.near ? root : early.near + cost;
        return joint > late.near ? fminf(alone, joint) : alone;
    }

    /// -grad T / |grad T|, or (0, 0).
    NF_HD Packed<2> direction(int node) const {
        const float x = slope(node, left(), right(), along_x(node)), y = slope(node, down(), up(), along_y(node));
        const float length = sqrtf(product(x, x) + product(y, y));
        return length > 0 ? Packed<2>{{-x / length, -y / length}} : Packed<2>{{0, 0}};
    }

  private:
    NF_HD Way right() const { return {link_right, 1}; }
    NF_HD Way up() const { return {link_up, columns_}; }
    NF_HD Way left() const { return {link_left, -1}; }
    NF_HD Way down() const { return {link_down, -columns_}; }

    NF_HD void look(int node, Way way, float sign, Upwind& best) const {
        const int beside = times_.ahead(node, way);
        if (beside < 0) return;
        const float near = times_.time(beside);
        if (!(near < best.near)) return;
        const int behind = times_.ahead(beside, way);
        best = Upwind{near, behind >= 0 ? times_.time(behind) : INFINITY, sign};
    }
    NF_HD Upwind along_x(int node) const {
        Upwind best;
        look(node, left(), -1, best);
        look(node, right(), 1, best);
        return best;
    }
    NF_HD Upwind along_y(int node) const {
        Upwind best;
        look(node, down(), -1, best);
        look(node, up(), 1, best);
        return best;
    }

    /// Larger root of wx (T - vx)^2 + wy (T - vy)^2 = cost^2; -1 if there is none.
    NF_HD static float both(const Upwind& x, const Upwind& y, float cost) {
        const float base = y.near, vx = x.value() - base, vy = y.value() - base, apart = vx - vy;
        const float w = x.weight() + y.weight(), mean = (product(x.weight(), vx) + product(y.weight(), vy)) / w;
        const float rest =
            product(cost, cost) / w - product(product(product(x.weight(), y.weight()) / product(w, w), apart), apart);
        return rest >= 0 ? base + mean + sqrtf(rest) : -1;
    }

    /// Slope of time along an axis: central where possible, upwind at a wall and where two fronts have met.
    NF_HD float slope(int node, Way back, Way forth, const Upwind& upwind) const {
        const int before = times_.ahead(node, back), after = times_.ahead(node, forth);
        const float t = times_.time(node), a = before >= 0 ? times_.time(before) : INFINITY,
                    b = after >= 0 ? times_.time(after) : INFINITY;
        if (a < INFINITY && b < INFINITY && (t <= a || t <= b)) return 0.5f * (b - a);
        if (upwind.near >= t) return 0;
        return -upwind.sign * fmaxf(0.f, upwind.steepness() * (t - upwind.value()));
    }

    const Times& times_;
    int columns_;
};

}  // namespace nearfield::plans
