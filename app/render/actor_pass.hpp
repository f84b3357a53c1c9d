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
    Drawing drawing = Drawing::particles;
    bool coarse = false;  ///< a fluid's surface at half of its resolution
    bool operator==(const ActorLook&) const = default;
};

/// What of the actors is gathered: their light, or of a fluid its nearest points (3D), its thickness (3D) or the actors' shares in
/// it (2D).
enum class Layer { light, front, thickness, share };

/// Drawn radius of a fluid's actors over their own, which is half of their spacing.
constexpr float reach_in_fluid(int dimensions) { return dimensions == 3 ? 1.8f : 3.f; }

/// The space that a frame's actors live in.
struct Stage {
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{0};
    bool walled = false;  ///< what holds the actors is drawn as lines or solids of the scene's own
    bool operator==(const Stage&) const = default;
};

/// Draws actors into the bound target: points while they are small, quads when they are large; darts if they have headings
/// and are large enough to show them.
class ActorPass {
  public:
    ActorPass();

    /// Sets OpenGL up for `draw` into a bound target of this size. Thickness reads the depth texture bound to unit 1.
    void begin(const Camera& camera, const Stage& stage, const ActorLook& look, glm::vec2 range, const ActorBuffer& actors, Layer layer, glm::ivec2 size);
    /// `count` actors: the `first` and every `stride`th from there on.
    void draw(const ActorBuffer& actors, u32 first, u32 stride, u32 count) const;
    void end() const;
    /// The scene's own balls or discs, all of them, in one quiet colour.
    void draw_shapes(const Camera& camera, const Stage& stage, const ActorLook& look, const ActorBuffer& shapes);

    /// Colour format of a target that can take the sum of all light.
    static GLenum format(const Stage& stage, const ActorLook& look) { return stage.dimensions == 2 && look.glow ? GL_RGBA16F : GL_RGBA8; }

  private:
    enum class Form { points, quads, darts };
    /// One kind of actor, as points and as quads.
    struct Pair {
        explicit Pair(const char* fragment);
        gl::Program points, quads;
    };
    static Form form_of(const Camera& camera, const Stage& stage, float radius, float pixels_per_pixel, bool headings, float largest_point);
    const gl::Program& program_for(Layer layer, bool deep) const;
    void prepare(const gl::Program& program, const Camera& camera, const Stage& stage, float enlarge, glm::vec2 range, Layer layer, glm::ivec2 size) const;
    void load_ramp(int map);

    Pair disc_, sphere_, front_, thickness_, share_;
    gl::Program flat_darts_, deep_darts_;
    gl::VertexArray input_;
    gl::Texture ramp_, shape_ramp_;
    int ramp_map_ = -1;
    float largest_point_ = 1;
    Form form_ = Form::points;
};

}  // namespace nearfield
