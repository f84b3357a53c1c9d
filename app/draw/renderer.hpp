#pragma once
#include "app/draw/camera.hpp"
#include "picture/picture.hpp"
#include "usp/report.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Sequential colour maps, all monotone in lightness. The first is the default and safe for colour-blind viewers.
const std::vector<std::string>& colour_map_names();  // "viridis", "cividis", "magma", "inferno", "ice", "grey"
/// 256 RGB triples in [0, 1]. On light ground the map ends before its lightest colours, which would vanish there.
const std::array<glm::vec3, 256>& colour_map(int index, bool light = false);

/// How the scene is drawn.
struct ViewStyle {
    int map = 0;
    float lo = 0, hi = 1;  ///< values at the ends of the colour map
    float size = 1;        ///< actors' drawn radius over their own
    bool glow = true;      ///< 2D: discs add up light where they overlap
    bool coarse = false;   ///< a fluid's surface at half of its resolution, for slow graphics
    bool light = false;    ///< on light ground, for projectors; no glow then
    float stroke = 1;      ///< width of lines, least size of dots, and letters over the usual
    bool grid = false;     ///< bin borders
    bool bounds = true;    ///< outline of the environment
    glm::ivec3 bins{1};    ///< of the grid, for the overlay
    glm::vec3 bin_width{1};
    const Inspection* inspection =
        nullptr;                       ///< strips, candidates, neighbours and radius of one query; may change in place
    std::optional<glm::vec3> pointer;  ///< where the mouse acts on the actors
    float radius = 1;  ///< search radius, for the inspection's circle; 0: no search by distance, so no grid either
    bool operator==(const ViewStyle&) const = default;
};

/// How pictures reach OpenGL.
enum class Transfer { interop, host_copy };

/// Draws pictures into a texture that the window shows and screenshots read. Needs a current OpenGL 3.3 core context
/// with functions loaded (load_gl). Throws Error if a shader does not build.
class Renderer {
  public:
    /// Tries CUDA-OpenGL interop if `cuda`; `why_host_copy` tells why it is off.
    explicit Renderer(bool cuda);
    ~Renderer();

    Transfer transfer() const;
    const std::string& why_host_copy() const;
    /// Gives up interop, e.g. after a failed copy or on request.
    void use_host_copy(const std::string& why);

    /// Takes over a new picture. Columns on the device need Transfer::interop; if the copy fails, the renderer falls
    /// back by itself (transfer() then says host_copy) and returns false: ask the simulation for pictures in main
    /// memory.
    bool upload(const Picture& picture);

    /// Draws as much as fits `budget_ms`, continuing over calls when there are too many actors for one; the finished
    /// picture replaces the shown one as a whole. While the view changes, a thinned picture keeps up with it. Calling
    /// again with nothing changed costs nothing. Returns true when the shown picture is complete and current.
    bool draw(const Camera& camera, const ViewStyle& style, double budget_ms);

    /// OpenGL texture of the shown picture; size as camera.viewport().
    unsigned texture() const;
    /// Grows whenever the shown picture changes.
    u64 version() const;
    /// The shown picture as RGB rows from the top.
    std::vector<unsigned char> pixels() const;

    /// The place in the world that the shown picture has at a pixel, counted from its top left corner; none if nothing
    /// is there, and in 2D.
    std::optional<glm::vec3> place_under(glm::vec2 pixel) const;

    /// Actors drawn into the shown picture (fewer than all only in a thinned one).
    u32 drawn() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Loads OpenGL 3.3 functions through `get_address`; throws Error if the context is older.
void load_gl(void* (*get_address)(const char*));

}  // namespace nearfield
