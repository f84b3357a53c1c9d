#pragma once
#include "app/draw/point_pass.hpp"

namespace nearfield {

/// Buffers of a fluid, at a fraction of the picture's resolution.
struct FluidLayers {
    gl::Target front;      ///< 3D: colour and depth of the nearest particles. 2D: shares, with colour
    gl::Target thickness;  ///< 3D
};

/// Estimates the number of actors that can be drawn in a given time, from the last slices.
class Pace {
  public:
    u32 affordable(double ms) const;
    void note(u32 actors, double ms);

  private:
    double ms_per_actor_ = 2e-4;
};

/// A picture of the actors, drawn in slices. Every slice samples the whole storage, so that an incomplete picture is a
/// thinned one.
class SlicedPicture {
  public:
    /// Clears the picture and leaves its target bound, for layers among the actors or behind their fluid. `actors` may
    /// be null.
    void begin(const View& view, const PointBuffer* actors);
    /// Draws until the picture is complete or `budget_ms` have passed, at least one slice.
    void advance(PointPass& pass, const PointBuffer* actors, Pace& pace, double budget_ms);

    bool complete() const { return begun_ && drawn_ == total_; }
    bool begun() const { return begun_; }
    u32 drawn() const { return drawn_; }
    /// Number of all actors relative to those drawn.
    float gain() const { return drawn_ ? float(total_) / float(drawn_) : 1.f; }
    /// Radius of a typical actor, in world units.
    float actor_radius() const { return actor_radius_; }
    const View& view() const { return view_; }
    /// The light of all actors; for a fluid, the solids in and behind it.
    const gl::Target& target() const { return target_; }
    const FluidLayers& fluid() const { return fluid_; }
    bool is_fluid() const { return view_.look.drawing != Drawing::particles; }

  private:
    /// Every `stride_`th actor from `first` on.
    struct Run {
        u32 first, count;
    };
    std::vector<Run> next_slice(u32 wanted);
    void gather(Gathered what, const gl::Target& target, PointPass& pass, const PointBuffer& actors,
                const std::vector<Run>& slice) const;
    void draw_slice(PointPass& pass, const PointBuffer& actors, const std::vector<Run>& slice) const;
    void begin_fluid();

    View view_;
    gl::Target target_;
    FluidLayers fluid_;
    bool begun_ = false;
    float actor_radius_ = 0;
    u32 total_ = 0, drawn_ = 0;
    u32 stride_ = 1, lane_ = 0, done_in_lane_ = 0;  ///< lane k holds the actors k, k + stride, k + 2 stride ...
};

}  // namespace nearfield
