#pragma once
#include "app/render/actor_buffer.hpp"
#include "app/render/camera.hpp"

namespace nearfield {

/// Behind everything: a blue that is nearly black.
inline constexpr glm::vec3 background_colour{0.022f, 0.027f, 0.048f};

/// How actors look, apart from the values at the ends of the colour map.
struct ActorLook {
    int map = 0;
    float size = 1;
    bool glow = true;
    bool operator==(const ActorLook&) const = default;
};

/// The space that a frame's actors live in.
struct Stage {
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{0};
    bool operator==(const Stage&) const = default;
};

/// Draws actors into the bound target: points while they are small, quads when they are large; darts if they have headings
/// and are large enough to show them.
class ActorPass {
  public:
    ActorPass();

    /// Sets OpenGL up for `draw`.
    void begin(const Camera& camera, const Stage& stage, const ActorLook& look, glm::vec2 range, const ActorBuffer& actors);
    /// `count` actors: the `first` and every `stride`th from there on.
    void draw(const ActorBuffer& actors, u32 first, u32 stride, u32 count) const;
    void end() const;
    /// The scene's own balls or discs, all of them, in one quiet colour.
    void draw_shapes(const Camera& camera, const Stage& stage, const ActorLook& look, const ActorBuffer& shapes);

    /// Colour format of a target that can take the sum of all light.
    static GLenum format(const Stage& stage, const ActorLook& look) { return stage.dimensions == 2 && look.glow ? GL_RGBA16F : GL_RGBA8; }

  private:
    enum class Form { points, quads, darts };
    static Form form_of(const Camera& camera, const Stage& stage, const ActorLook& look, const ActorBuffer& actors, float largest_point);
    const gl::Program& program_for(bool deep) const;
    void prepare(const gl::Program& program, const Camera& camera, const Stage& stage, const ActorLook& look, glm::vec2 range) const;
    void load_ramp(int map);

    gl::Program disc_points_, disc_quads_, sphere_points_, sphere_quads_, flat_darts_, deep_darts_;
    gl::VertexArray input_;
    gl::Texture ramp_, shape_ramp_;
    int ramp_map_ = -1;
    float largest_point_ = 1;
    Form form_ = Form::points;
};

}  // namespace nearfield
