#pragma once
#include "app/render/actor_pass.hpp"

namespace nearfield {

/// What a picture of the actors shows.
struct Subject {
    Camera camera;
    Stage stage;
    ActorLook look;
    glm::vec2 range{0, 1};
    u64 upload = 0;  ///< of which frame

    /// Looks the same but for actors that moved on and a colour scale that follows them: an older picture can stay until
    /// the next is complete.
    bool same_view(const Subject& other) const { return camera == other.camera && stage == other.stage && look == other.look; }
    bool operator==(const Subject&) const = default;
};

/// What is gathered of a fluid, at a fraction of the picture's size.
struct FluidLayers {
    gl::Target front;      ///< 3D: colours of the nearest particles, and their depth. 2D: their shares with their colours
    gl::Target thickness;  ///< 3D
};

/// How many actors can be drawn in a given time, learnt from the last slices.
class Pace {
  public:
    u32 affordable(double ms) const;
    void note(u32 actors, double ms);

  private:
    double ms_per_actor_ = 2e-4;
};

/// A picture of the actors, drawn in slices. Every slice takes actors from all over the storage, so that a picture that is
/// not complete is a thinned one.
class Picture {
  public:
    /// Clears, and leaves the target bound, for what stands among the actors or behind the fluid that they make up.
    void begin(const Subject& subject, const ActorBuffer& actors);
    /// Draws until complete or `budget_ms` are over, but at least one slice.
    void advance(ActorPass& pass, const ActorBuffer& actors, Pace& pace, double budget_ms);

    bool complete() const { return begun_ && drawn_ == total_; }
    bool begun() const { return begun_; }
    u32 drawn() const { return drawn_; }
    /// All actors over those drawn.
    float gain() const { return drawn_ ? float(total_) / float(drawn_) : 1.f; }
    /// Of a typical actor, in world units.
    float actor_radius() const { return actor_radius_; }
    const Subject& subject() const { return subject_; }
    /// All actors' light; of a fluid only what it does not hide.
    const gl::Target& target() const { return target_; }
    const FluidLayers& fluid() const { return fluid_; }
    bool is_fluid() const { return subject_.look.drawing != Drawing::particles; }

  private:
    /// Every `stride_`th actor from `first` on.
    struct Run {
        u32 first, count;
    };
    std::vector<Run> next_slice(u32 wanted);
    void draw_layer(Layer layer, const gl::Target& target, ActorPass& pass, const ActorBuffer& actors, const std::vector<Run>& slice) const;
    void draw_slice(ActorPass& pass, const ActorBuffer& actors, const std::vector<Run>& slice) const;
    void begin_fluid();

    Subject subject_;
    gl::Target target_;
    FluidLayers fluid_;
    bool begun_ = false;
    float actor_radius_ = 0;
    u32 total_ = 0, drawn_ = 0;
    u32 stride_ = 1, lane_ = 0, done_in_lane_ = 0;  ///< lane k holds the actors k, k + stride, k + 2 stride ...
};

}  // namespace nearfield
