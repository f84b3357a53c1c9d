#pragma once
#include "app/draw/camera.hpp"
#include "app/draw/point_buffer.hpp"

namespace nearfield {

/// Background colour: nearly black blue or, for projectors, nearly white.
constexpr glm::vec3 background_of(bool light) {
    return light ? glm::vec3(0.945f, 0.953f, 0.965f) : glm::vec3(0.022f, 0.027f, 0.048f);
}
/// Contrast ratio of two sRGB colours, 1 to 21, as defined by the Web Content Accessibility Guidelines 2.1.
float contrast(glm::vec3 a, glm::vec3 b);
constexpr float least_contrast = 2.2f;  ///< on light ground
/// Darkens a colour until it has sufficient contrast on light ground.
glm::vec3 on_ground(glm::vec3 colour, bool light);

/// Style of the actors, except for the range of the colour map.
struct ActorLook {
    int map = 0;
    float size = 1;
    bool glow = true;
    Drawing drawing = Drawing::particles;
    bool coarse = false;    ///< halves the resolution of a fluid's surface
    bool light = false;     ///< on light ground
    float stroke = 1;       ///< relative width of lines
    std::size_t names = 0;  ///< number of named values; 0: values are numbers
    bool operator==(const ActorLook&) const = default;
};

/// Quantity that a pass accumulates: the actors' light or, for a fluid, its front (3D), its thickness (3D) or the
/// actors' shares (2D).
enum class Gathered { light, front, thickness, share };

/// Drawn radius of a fluid's actors relative to their own, which is half of their spacing.
constexpr float reach_in_fluid(int dimensions) { return dimensions == 3 ? 1.8f : 3.f; }

/// The environment of a picture.
struct DrawnSpace {
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{0};
    bool walled = false;  ///< the scene's own lines replace the outline of the environment
    bool operator==(const DrawnSpace&) const = default;
};

/// Parameters of a picture of the actors.
struct View {
    Camera camera;
    DrawnSpace space;
    ActorLook look;
    glm::vec2 range{0, 1};
    ShownValues shown;
    u64 upload = 0;  ///< serial number of the uploaded picture

    /// True if the views differ at most in actors, hidden values and colour range. The older picture may then stay
    /// until the new one is complete.
    bool same_view(const View& other) const {
        return camera == other.camera && space == other.space && look == other.look;
    }
    bool operator==(const View&) const = default;
};

/// Draws layers of points into the bound target: small ones as point sprites, large ones as quads, and as darts if they
/// have directions and are large enough.
class PointPass {
  public:
    PointPass();

    /// Prepares OpenGL for `draw` into a bound target of this size. Thickness reads the depth texture on unit 1.
    void begin(const View& view, const PointBuffer& points, Gathered what, glm::ivec2 size);
    /// Draws `count` points: every `stride`th from `first` on.
    void draw(const PointBuffer& points, u32 first, u32 stride, u32 count) const;
    void end() const;
    /// Draws all points of a layer as light.
    void draw_all(const View& view, const PointBuffer& points);
    /// Returns the texture of a colour map, shared with other passes.
    GLuint ramp(const ActorLook& look, glm::vec2 range);

    /// Colour format of a target that holds the sum of all light.
    static GLenum format(const DrawnSpace& space, const ActorLook& look) {
        return space.dimensions == 2 && look.glow ? GL_RGBA16F : GL_RGBA8;
    }

  private:
    enum class Form { points, quads, darts };
    /// Programs of one kind of point, for point sprites and for quads.
    struct Pair {
        explicit Pair(const char* fragment);
        gl::Program points, quads;
    };
    /// `part`: height of the target relative to the viewport's.
    Form form_of(const Camera& camera, const DrawnSpace& space, float radius, float part, bool directions) const;
    const gl::Program& program_for(Gathered what, bool deep) const;

    Pair disc_, sphere_, front_, thickness_, share_;
    gl::Program flat_darts_, deep_darts_;
    gl::VertexArray input_;
    gl::Texture ramp_;
    std::array<glm::vec3, 256> ramp_colours_{};
    float largest_point_ = 1;
    Form form_ = Form::points;
};

}  // namespace nearfield
