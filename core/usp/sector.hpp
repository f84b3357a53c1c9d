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

/// What a query sees of rows of bins: bounded by planes through the query. A field of view of up to 180 degrees lies
/// within the pyramid of planes that touch its cone, and before the query. One of more sees all but a narrower cone
/// behind the query, which contains the pyramid of planes through its edges. In 2D both are exact. All planes lie so
/// far from the cone that neither rounding nor an actor that rounding placed in the next bin counts.
template <int D> class Outlook {
  public:
    Outlook() = default;
    /// `width`: of bins; `slack`: how far rounding may have placed an actor beyond its bin. Without a heading
    /// everything is seen.
    NF_INLINE Outlook(const vec<D>& heading, const Sight& sight, float radius, const vec<D>& width, float slack) {
        const float length2 = dot<D>(heading, heading);
        if (sight.all_round() || !(length2 > 0.999f && length2 < 1.001f)) return;
        whole_ = false, backward_ = sight.cosine < 0.f;
        const vec<D> axis = backward_ ? heading * -1.f : heading;
        vec<D> normal[planes];  // inward
        normal[sides] = axis;
        const float cosine = fabsf(sight.cosine);
        if constexpr (D == 2) {
            const vec<D> aside(-axis[1] * cosine, axis[0] * cosine);
            normal[0] = axis * sight.sine + aside, normal[1] = axis * sight.sine - aside;
        } else {
            constexpr float turned[3][2] = {{1.f, 0.f}, {0.5f, 0.8660254f}, {-0.5f, 0.8660254f}};
            const vec<D> least = fabsf(axis[0]) < 0.7f ? vec<D>(1.f, 0.f, 0.f) : vec<D>(0.f, 1.f, 0.f),
                         one = direction<D>(glm::cross(axis, least)), other = glm::cross(axis, one);
            const vec<D> ahead = axis * (backward_ ? sight.sine * 0.8660254f : sight.sine);
            for (int k = 0; k < 3; ++k) {
                const vec<D> aside = (one * turned[k][0] + other * turned[k][1]) * cosine;
                normal[2 * k] = ahead + aside, normal[2 * k + 1] = ahead - aside;
            }
        }
        for (int k = 0; k < planes; ++k) put(k, normal[k], width, 2.f * slack + 1e-5f * radius);
    }

    NF_INLINE bool whole() const { return whole_; }        ///< everything is seen
    NF_INLINE bool backward() const { return backward_; }  ///< the planes bound what is not seen

    /// What may be seen of the row whose first bin's lower corner lies at `corner` from the query; backward: what is
    /// not seen of it, for certain. Empty if from > to.
    NF_INLINE Reach of(const vec<D>& corner) const {
        Reach reach{-INFINITY, INFINITY};
        for (int k = 0; k < planes; ++k) {
            float at = at_[k];
            for (int a = 1; a < D; ++a) at += slope_[a - 1][k] * corner[a];
            const float from = at + no_from_[k], to = at + no_to_[k];
            reach.from = reach.from > from ? reach.from : from, reach.to = reach.to < to ? reach.to : to;
        }
        return reach;
    }

  private:
    static constexpr int sides = D == 2 ? 2 : 6, planes = sides + 1;

    /// Where a plane cuts a row: at the edge of the row that lies farthest inside; backward, nearest.
    NF_INLINE void put(int k, const vec<D>& normal, const vec<D>& width, float margin) {
        const float x = fabsf(normal[0]) < 1e-12f ? 1e-12f : normal[0], per_x = 1.f / x;
        const bool begins = x > 0.f, far = begins == backward_;
        at_[k] = fabsf(per_x) * (far ? margin : -margin);
        for (int a = 1; a < D; ++a) {
            const float slope = -normal[a] * per_x;
            slope_[a - 1][k] = slope;
            if ((slope > 0.f) == far) at_[k] += slope * width[a];
        }
        no_from_[k] = begins ? 0.f : -INFINITY, no_to_[k] = begins ? INFINITY : 0.f;
    }

    float at_[planes], slope_[D - 1][planes];  ///< x at which a plane cuts a row, and its change with the row's place
    float no_from_[planes], no_to_[planes];    ///< infinite unless the plane bounds a row at this end
    bool whole_ = true, backward_ = false;
};

}  // namespace nearfield
