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
    /// `shapes` are there at once, and all.
    void begin(const Subject& subject, const ActorBuffer& actors, ActorPass& pass, const ActorBuffer& shapes);
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
    const gl::Target& target() const { return target_; }

  private:
    u32 draw_slice(const ActorPass& pass, const ActorBuffer& actors, u32 wanted);

    Subject subject_;
    gl::Target target_;
    bool begun_ = false;
    float actor_radius_ = 0;
    u32 total_ = 0, drawn_ = 0;
    u32 stride_ = 1, lane_ = 0, done_in_lane_ = 0;  ///< lane k holds the actors k, k + stride, k + 2 stride ...
};

}  // namespace nearfield
