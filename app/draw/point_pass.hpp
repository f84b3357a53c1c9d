#pragma once
#include "app/draw/camera.hpp"
#include "app/draw/point_buffer.hpp"

namespace nearfield {

/// Behind everything: a blue that is nearly black or, for projectors, nearly white.
constexpr glm::vec3 background_of(bool light) {
    return light ? glm::vec3(0.945f, 0.953f, 0.965f) : glm::vec3(0.022f, 0.027f, 0.048f);
}
/// Of two sRGB colours, from 1 to 21, as the Web Content Accessibility Guidelines 2.1 define it.
float contrast(glm::vec3 a, glm::vec3 b);
constexpr float least_contrast = 2.2f;  ///< of what is drawn on light ground
/// On light ground a colour too bright for it, darkened until it stands out.
glm::vec3 on_ground(glm::vec3 colour, bool light);

/// How actors look, apart from the values at the ends of the colour map.
struct ActorLook {
    int map = 0;
    float size = 1;
    bool glow = true;
    Drawing drawing = Drawing::particles;
    bool coarse = false;  ///< a fluid's surface at half of its resolution
    bool light = false;   ///< on light ground
    float stroke = 1;     ///< width of lines over the usual
    bool operator==(const ActorLook&) const = default;
};

/// What is gathered from the actors: their light or, for a fluid, its nearest points (3D), its thickness (3D) or the
/// actors' shares in it (2D).
enum class Gathered { light, front, thickness, share };

/// Drawn radius of a fluid's actors over their own, which is half of their spacing.
constexpr float reach_in_fluid(int dimensions) { return dimensions == 3 ? 1.8f : 3.f; }

/// The space that a picture's actors live in.
struct DrawnSpace {
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{0};
    bool walled = false;  ///< the scene's own lines replace the outline of the environment
    bool operator==(const DrawnSpace&) const = default;
};

/// What a picture of the actors shows.
struct View {
    Camera camera;
    DrawnSpace space;
    ActorLook look;
    glm::vec2 range{0, 1};
    ShownValues shown;
    u64 upload = 0;  ///< serial number of the uploaded picture

    /// Equal but for actors that have moved or are shown and a colour scale that follows them: an older picture can
    /// stay until the next one is complete.
    bool same_view(const View& other) const {
        return camera == other.camera && space == other.space && look == other.look;
    }
    bool operator==(const View&) const = default;
};

/// Draws layers of points into the bound target: as points while they are small, as quads when they are large; as darts
/// if they have directions and are large enough to show them.
class PointPass {
  public:
    PointPass();

    /// Sets OpenGL up for `draw` into a bound target of this size. Thickness reads the depth texture bound to unit 1.
    void begin(const View& view, const PointBuffer& points, Gathered what, glm::ivec2 size);
    /// `count` points: the `first` and every `stride`th from there on.
    void draw(const PointBuffer& points, u32 first, u32 stride, u32 count) const;
    void end() const;
    /// All of a layer's points, as light.
    void draw_all(const View& view, const PointBuffer& points);
    /// Texture of a colour map; other passes use it too.
    GLuint ramp(const ActorLook& look);

    /// Colour format of a target that can hold the sum of all light.
    static GLenum format(const DrawnSpace& space, const ActorLook& look) {
        return space.dimensions == 2 && look.glow ? GL_RGBA16F : GL_RGBA8;
    }

  private:
    enum class Form { points, quads, darts };
    /// One kind of point, as point sprites and as quads.
    struct Pair {
        explicit Pair(const char* fragment);
        gl::Program points, quads;
    };
    /// `part`: height of the target over that of the viewport.
    Form form_of(const Camera& camera, const DrawnSpace& space, float radius, float part, bool directions) const;
    const gl::Program& program_for(Gathered what, bool deep) const;

    Pair disc_, sphere_, front_, thickness_, share_;
    gl::Program flat_darts_, deep_darts_;
    gl::VertexArray input_;
    gl::Texture ramp_;
    int ramp_map_ = -1;
    bool ramp_light_ = false;
    float largest_point_ = 1;
    Form form_ = Form::points;
};

}  // namespace nearfield
