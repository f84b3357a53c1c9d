#pragma once
// Fields of view of actors, and the part of a row of bins within them.
#include "base/vec.hpp"

namespace nearfield {

/// Unit vector along v, or zero.
template <int D> NF_INLINE vec<D> direction(const vec<D>& v) {
    const float length2 = dot<D>(v, v);
    return length2 > 1e-30f ? v * (1.f / quick_sqrt(length2)) : vec<D>(0.f);
}

/// A field of view: a cone around the heading. A neighbour is in sight if the cosine of its angle to the heading is at
/// least the cosine of half the field of view.
struct Sight {
    float behind = -2.f;  ///< that cosine times its absolute value; below -1 for all directions
    /// Cosine and sine of half an angle that is wider by the rounding tolerance of sees(); the cosine is -1 if that
    /// covers all directions.
    float cosine = -1.f, sine = 0.f;

    /// `degrees`: the full angle, 0 to 360.
    static Sight of(double degrees) {
        if (!(degrees < 360)) return {};
        const double c = std::cos(degrees / 360 * 3.14159265358979323846), behind = c * std::fabs(c),
                     wider = std::fmax(behind - 1e-5, -1.0);
        return {float(behind), float(std::copysign(std::sqrt(std::fabs(wider)), wider)),
                float(std::sqrt(1 - std::fabs(wider)))};
    }
    NF_INLINE bool all_round() const { return cosine <= -1.f; }
    /// `ahead` is the distance along the heading, d2 the squared distance. Needs no root and no division.
    NF_INLINE bool sees(float ahead, float d2) const { return ahead * fabsf(ahead) >= behind * d2; }
    /// Fraction of the disc or ball in sight.
    double share(int dimensions) const {
        if (all_round()) return 1;
        const double c = std::copysign(std::sqrt(std::fabs(double(behind))), behind);
        return dimensions == 2 ? std::acos(c) / 3.14159265358979323846 : (1 - c) / 2;
    }
};

/// Fields of view of all actors of a storage.
template <int D> struct Sectors {
    const Packed<D>* along = nullptr;  ///< heading vectors in storage order; null without headings
    Sight sight;

    NF_INLINE bool narrow() const { return along && !sight.all_round(); }
    /// True if actor i sees a point at the vector `towards`.
    NF_INLINE bool see(u32 i, const vec<D>& towards) const {
        return !along || sight.sees(dot<D>(towards, direction<D>(load<D>(along + i))), dot<D>(towards, towards));
    }
};

/// An interval of a row along x, relative to the query.
struct Reach {
    float from, to;
};

/// The field of view in terms of rows of bins, with a margin for rounding and for actors that rounding placed in the
/// next bin. A field of view above 180 degrees is handled as the complement of the cone behind the query.
template <int D> class Outlook;

/// Bounded by planes through the query: the two edges of the sector, and one across the heading.
template <> class Outlook<2> {
  public:
    Outlook() = default;
    /// `width` is that of bins; `slack` bounds how far rounding may have placed an actor beyond its bin. Without a
    /// heading everything is in sight.
    NF_INLINE Outlook(const vec<2>& heading, const Sight& sight, float radius, const vec<2>& width, float slack) {
        const float length2 = dot<2>(heading, heading);
        if (sight.all_round() || !(length2 > 0.999f && length2 < 1.001f)) return;
        whole_ = false;
        backward_ = sight.cosine < 0.f;
        const vec<2> axis = backward_ ? heading * -1.f : heading;
        const vec<2> aside = vec<2>(-axis[1], axis[0]) * fabsf(sight.cosine);
        const vec<2> normal[planes] = {axis * sight.sine + aside, axis * sight.sine - aside, axis};  // inwards
        for (int k = 0; k < planes; ++k) put(k, normal[k], width[1], 2.f * slack + 1e-5f * radius);
    }

    NF_INLINE bool whole() const { return whole_; }        ///< everything is in sight
    NF_INLINE bool backward() const { return backward_; }  ///< the planes bound the part out of sight

    /// The interval of a row that may be in sight, given its first bin's lower corner relative to the query; backward:
    /// the interval that is certainly out of sight. Empty if from > to.
    NF_INLINE Reach of(const vec<2>& corner) const {
        Reach reach{-INFINITY, INFINITY};
        for (int k = 0; k < planes; ++k) {
            const float at = at_[k] + slope_[k] * corner[1], from = at + no_from_[k], to = at + no_to_[k];
            reach.from = reach.from > from ? reach.from : from;
            reach.to = reach.to < to ? reach.to : to;
        }
        return reach;
    }

  private:
    static constexpr int planes = 3;

    /// Prepares the intersection of a plane with rows, at the edge of the row farthest inside; backward, at the
    /// nearest.
    NF_INLINE void put(int k, const vec<2>& normal, float width, float margin) {
        const float x = fabsf(normal[0]) < 1e-12f ? 1e-12f : normal[0], per_x = 1.f / x;
        const bool begins = x > 0.f, far = begins == backward_;
        slope_[k] = -normal[1] * per_x;
        at_[k] = fabsf(per_x) * (far ? margin : -margin) + ((slope_[k] > 0.f) == far ? slope_[k] * width : 0.f);
        no_from_[k] = begins ? 0.f : -INFINITY;
        no_to_[k] = begins ? INFINITY : 0.f;
    }

    float at_[planes], slope_[planes];       ///< x of a plane's intersection with a row, and its change per distance of
                                             ///< the row
    float no_from_[planes], no_to_[planes];  ///< infinite unless the plane bounds rows at this end
    bool whole_ = true, backward_ = false;
};

/// Bounded by a cone. A point of a row's cross-section can be in sight only if the row's centre line is in the cone
/// moved back so far that it holds the corners of a cross-section around the query. Backward, the whole cross-section
/// is out of sight if the centre line is in the cone moved forward by as much.
template <> class Outlook<3> {
  public:
    Outlook() = default;
    NF_INLINE Outlook(const vec<3>& heading, const Sight& sight, float radius, const vec<3>& width, float slack) {
        const float length2 = dot<3>(heading, heading);
        if (sight.all_round() || !(length2 > 0.999f && length2 < 1.001f)) return;
        whole_ = false;
        backward_ = sight.cosine < 0.f;
        axis_ = backward_ ? heading * -1.f : heading;
        cosine_ = fabsf(sight.cosine);
        const float y = 0.5f * width[1], z = 0.5f * width[2], margin = 2.f * slack + 1e-3f * radius,
                    beyond = larger(corners_beyond(y, z, sight), corners_beyond(y, -z, sight)) + margin / sight.sine;
        apex_ = axis_ * (backward_ ? beyond : -beyond);
        middle_[0] = y;
        middle_[1] = z;
        sine2_ = sight.sine * sight.sine;
        const float opens = sine2_ - axis_[1] * axis_[1] - axis_[2] * axis_[2];
        per_opens_ = 1.f / (fabsf(opens) < 1e-9f ? 1e-9f : opens);
    }

    NF_INLINE bool whole() const { return whole_; }
    NF_INLINE bool backward() const { return backward_; }

    /// See Outlook<2>::of. For the cone's axis a and the cosine c of its half angle, the cone holds the points (x, p)
    /// of the row's centre line, relative to the apex, with a_x x + a.p >= 0 and (a_x x + a.p)^2 >= c^2 (x^2 + p^2).
    /// The axis passes through query and apex, so that a x p is computed relative to the query, which is accurate even
    /// for a distant apex.
    NF_INLINE Reach of(const vec<3>& corner) const {
        const float y = corner[1] + middle_[0], z = corner[2] + middle_[1], across = axis_[1] * z - axis_[2] * y,
                    p_y = y - apex_[1], p_z = z - apex_[2], p2 = p_y * p_y + p_z * p_z,
                    along = axis_[1] * p_y + axis_[2] * p_z, root2 = sine2_ * p2 - across * across;
        const bool within = per_opens_ > 0.f;  // the row's direction lies within the cone: one end is open
        if (!within && !(along >= 0.f && root2 >= 0.f)) return {INFINITY, -INFINITY};
        const float half = axis_[0] * along, root = cosine_ * quick_sqrt(larger(root2, 0.f));
        float q = half > 0.f ? -half - root : -half + root;  // equal signs: no cancellation
        q = fabsf(q) < 1e-20f ? 1e-20f : q;
        const float one = q * per_opens_, other = quick_quotient(root2 - axis_[0] * axis_[0] * p2, q);
        const float low = apex_[0] + (one < other ? one : other), high = apex_[0] + (one < other ? other : one);
        if (!within) return {low, high};
        return axis_[0] > 0.f ? Reach{high, INFINITY} : Reach{-INFINITY, low};
    }

  private:
    /// Distance by which the apex must move back for the cone to hold the points (0, y, z) and (0, -y, -z).
    NF_INLINE float corners_beyond(float y, float z, const Sight& sight) const {
        const float along = axis_[1] * y + axis_[2] * z;
        return fabsf(along) + quick_sqrt(larger(y * y + z * z - along * along, 0.f)) * cosine_ / sight.sine;
    }

    vec<3> axis_{0.f}, apex_{0.f};  ///< of the cone, relative to the query
    float middle_[2] = {};          ///< of a row, relative to its lower corner
    float cosine_ = 0.f, sine2_ = 0.f, per_opens_ = 0.f;
    bool whole_ = true, backward_ = false;
};

}  // namespace nearfield
