#pragma once
// What actors with a field of view see, and which part of a row of bins can hold it.
#include "base/vec.hpp"

namespace nearfield {

/// The unit vector along v, or zero.
template <int D> NF_INLINE vec<D> direction(const vec<D>& v) {
    const float length2 = dot<D>(v, v);
    return length2 > 1e-30f ? v * (1.f / quick_sqrt(length2)) : vec<D>(0.f);
}

/// A field of view: a cone round the heading. A neighbour is in sight if the cosine of its angle to the heading is at
/// least the cosine of half the field of view.
struct Sight {
    float behind = -2.f;  ///< that cosine times its absolute value; below -1: all directions
    /// Cosine and sine of half an angle that is larger by what rounding may do to sees(); the cosine is -1 if that is
    /// all round.
    float cosine = -1.f, sine = 0.f;

    /// `degrees`: the whole angle, 0 to 360.
    static Sight of(double degrees) {
        if (!(degrees < 360)) return {};
        const double c = std::cos(degrees / 360 * 3.14159265358979323846), behind = c * std::fabs(c),
                     wider = std::fmax(behind - 1e-5, -1.0);
        return {float(behind), float(std::copysign(std::sqrt(std::fabs(wider)), wider)),
                float(std::sqrt(1 - std::fabs(wider)))};
    }
    NF_INLINE bool all_round() const { return cosine <= -1.f; }
    /// `ahead` is the distance along the heading, d2 the distance squared: no root, no division.
    NF_INLINE bool sees(float ahead, float d2) const { return ahead * fabsf(ahead) >= behind * d2; }
    /// The share of the disc or ball that is in sight.
    double share(int dimensions) const {
        if (all_round()) return 1;
        const double c = std::copysign(std::sqrt(std::fabs(double(behind))), behind);
        return dimensions == 2 ? std::acos(c) / 3.14159265358979323846 : (1 - c) / 2;
    }
};

/// The sight of every actor of a storage.
template <int D> struct Sectors {
    const Packed<D>* along = nullptr;  ///< vectors along the headings, in storage order; null: no actor has a heading
    Sight sight;

    NF_INLINE bool narrow() const { return along && !sight.all_round(); }
    /// Whether actor i sees what lies at `towards` from it.
    NF_INLINE bool see(u32 i, const vec<D>& towards) const {
        return !along || sight.sees(dot<D>(towards, direction<D>(load<D>(along + i))), dot<D>(towards, towards));
    }
};

/// Part of a row along x, relative to the query.
struct Reach {
    float from, to;
};

/// What a query sees of rows of bins, so much wider that neither rounding nor an actor that rounding placed in the next
/// bin counts. A field of view of more than 180 degrees is all but a narrower cone behind the query.
template <int D> class Outlook;

/// Bounded by planes through the query: the edges of the sector, and before the query (or behind it).
template <> class Outlook<2> {
  public:
    Outlook() = default;
    /// `width`: of bins; `slack`: how far rounding may have placed an actor beyond its bin. Without a heading
    /// everything is seen.
    NF_INLINE Outlook(const vec<2>& heading, const Sight& sight, float radius, const vec<2>& width, float slack) {
        const float length2 = dot<2>(heading, heading);
        if (sight.all_round() || !(length2 > 0.999f && length2 < 1.001f)) return;
        whole_ = false, backward_ = sight.cosine < 0.f;
        const vec<2> axis = backward_ ? heading * -1.f : heading;
        const vec<2> aside = vec<2>(-axis[1], axis[0]) * fabsf(sight.cosine);
        const vec<2> normal[planes] = {axis * sight.sine + aside, axis * sight.sine - aside, axis};  // inward
        for (int k = 0; k < planes; ++k) put(k, normal[k], width[1], 2.f * slack + 1e-5f * radius);
    }

    NF_INLINE bool whole() const { return whole_; }        ///< everything is seen
    NF_INLINE bool backward() const { return backward_; }  ///< the planes bound what is not seen

    /// What may be seen of the row whose first bin's lower corner lies at `corner` from the query; backward: what is
    /// not seen of it, for certain. Empty if from > to.
    NF_INLINE Reach of(const vec<2>& corner) const {
        Reach reach{-INFINITY, INFINITY};
        for (int k = 0; k < planes; ++k) {
            const float at = at_[k] + slope_[k] * corner[1], from = at + no_from_[k], to = at + no_to_[k];
            reach.from = reach.from > from ? reach.from : from, reach.to = reach.to < to ? reach.to : to;
        }
        return reach;
    }

  private:
    static constexpr int planes = 3;

    /// Where a plane cuts a row: at the edge of the row that lies farthest inside; backward, nearest.
    NF_INLINE void put(int k, const vec<2>& normal, float width, float margin) {
        const float x = fabsf(normal[0]) < 1e-12f ? 1e-12f : normal[0], per_x = 1.f / x;
        const bool begins = x > 0.f, far = begins == backward_;
        slope_[k] = -normal[1] * per_x;
        at_[k] = fabsf(per_x) * (far ? margin : -margin) + ((slope_[k] > 0.f) == far ? slope_[k] * width : 0.f);
        no_from_[k] = begins ? 0.f : -INFINITY, no_to_[k] = begins ? INFINITY : 0.f;
    }

    float at_[planes], slope_[planes];       ///< x at which a plane cuts a row, and its change with the row's place
    float no_from_[planes], no_to_[planes];  ///< infinite unless the plane bounds a row at this end
    bool whole_ = true, backward_ = false;
};

/// Bounded by a cone. A point of a row's cross-section can be in sight only if the row's middle is in the cone whose
/// apex lies so far behind the query that it holds the corners of a cross-section round the query. Backward, all of the
/// cross-section is out of sight if the middle is in the cone whose apex lies so far on.
template <> class Outlook<3> {
  public:
    Outlook() = default;
    NF_INLINE Outlook(const vec<3>& heading, const Sight& sight, float radius, const vec<3>& width, float slack) {
        const float length2 = dot<3>(heading, heading);
        if (sight.all_round() || !(length2 > 0.999f && length2 < 1.001f)) return;
        whole_ = false, backward_ = sight.cosine < 0.f;
        axis_ = backward_ ? heading * -1.f : heading, cosine_ = fabsf(sight.cosine);
        const float y = 0.5f * width[1], z = 0.5f * width[2], margin = 2.f * slack + 1e-3f * radius,
                    beyond = larger(corners_beyond(y, z, sight), corners_beyond(y, -z, sight)) + margin / sight.sine;
        apex_ = axis_ * (backward_ ? beyond : -beyond);
        middle_[0] = y, middle_[1] = z, sine2_ = sight.sine * sight.sine;
        const float opens = sine2_ - axis_[1] * axis_[1] - axis_[2] * axis_[2];
        per_opens_ = 1.f / (fabsf(opens) < 1e-9f ? 1e-9f : opens);
    }

    NF_INLINE bool whole() const { return whole_; }
    NF_INLINE bool backward() const { return backward_; }

    /// As in 2D. In the cone are the points (x, p) of the row's middle, from its apex, with a_x x + a.p >= 0 and
    /// (a_x x + a.p)^2 >= c^2 (x^2 + p^2), for its axis a and the cosine c. The axis goes through the query and the
    /// apex alike, so that a x p is taken from the query, where it is exact also if the apex is far.
    NF_INLINE Reach of(const vec<3>& corner) const {
        const float y = corner[1] + middle_[0], z = corner[2] + middle_[1], across = axis_[1] * z - axis_[2] * y,
                    p_y = y - apex_[1], p_z = z - apex_[2], p2 = p_y * p_y + p_z * p_z,
                    along = axis_[1] * p_y + axis_[2] * p_z, root2 = sine2_ * p2 - across * across;
        const bool within = per_opens_ > 0.f;  // the row's direction lies within the cone: one end is open
        if (!within && !(along >= 0.f && root2 >= 0.f)) return {INFINITY, -INFINITY};
        const float half = axis_[0] * along, root = cosine_ * quick_sqrt(larger(root2, 0.f));
        float q = half > 0.f ? -half - root : -half + root;  // of one sign: nothing cancels
        q = fabsf(q) < 1e-20f ? 1e-20f : q;
        const float one = q * per_opens_, other = quick_quotient(root2 - axis_[0] * axis_[0] * p2, q);
        const float low = apex_[0] + (one < other ? one : other), high = apex_[0] + (one < other ? other : one);
        if (!within) return {low, high};
        return axis_[0] > 0.f ? Reach{high, INFINITY} : Reach{-INFINITY, low};
    }

  private:
    /// How far the apex has to move back for the cone to hold the points (0, y, z) and (0, -y, -z).
    NF_INLINE float corners_beyond(float y, float z, const Sight& sight) const {
        const float along = axis_[1] * y + axis_[2] * z;
        return fabsf(along) + quick_sqrt(larger(y * y + z * z - along * along, 0.f)) * cosine_ / sight.sine;
    }

    vec<3> axis_{0.f}, apex_{0.f};  ///< of the cone, from the query
    float middle_[2] = {};          ///< of a row, from its lower corner
    float cosine_ = 0.f, sine2_ = 0.f, per_opens_ = 0.f;
    bool whole_ = true, backward_ = false;
};

}  // namespace nearfield
