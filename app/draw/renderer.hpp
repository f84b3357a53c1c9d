#pragma once
#include "app/draw/camera.hpp"
#include "picture/picture.hpp"
#include "usp/explain/report.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Sequential colour maps with monotone lightness. The default, the first, suits colour-blind viewers.
const std::vector<std::string>& colour_map_names();  // "viridis", "cividis", "magma", "inferno", "ice", "grey"
/// 256 RGB triples in [0, 1]. On light ground the map ends before its lightest colours, for contrast.
const std::array<glm::vec3, 256>& colour_map(int index, bool light = false);
/// Returns the colour of the k-th of `count` named values: evenly spaced from the map if neighbours then differ enough,
/// else from a palette of series.
glm::vec3 colour_of_name(std::size_t k, std::size_t count, int map, bool light);
/// Returns the colours of values from `lo` to `hi`: the map, or for `names` > 0 the colours of the names with these
/// numbers.
std::array<glm::vec3, 256> colours_of_values(int map, bool light, glm::vec2 range, std::size_t names);

/// Style of a scene's pictures.
struct ViewStyle {
    int map = 0;
    float lo = 0, hi = 1;   ///< values at the ends of the colour map
    float size = 1;         ///< drawn radius of actors relative to their own
    bool glow = true;       ///< 2D: overlapping discs add up as light
    bool coarse = false;    ///< halves the resolution of a fluid's surface, for slow graphics
    bool light = false;     ///< light ground, for projectors; disables the glow
    std::size_t names = 0;  ///< number of named values; 0: values are numbers
    float stroke = 1;       ///< relative width of lines, minimum size of dots, and size of letters
    bool grid = false;      ///< bin borders
    bool bounds = true;     ///< outline of the environment
    glm::ivec3 bins{1};     ///< number of bins, for the overlay's grid
    glm::vec3 bin_width{1};
    const Inspection* inspection = nullptr;  ///< strips, candidates, neighbours and radius of one query; its content
                                             ///< may change in place
    std::optional<glm::vec3> pointer;        ///< position of the mouse tool
    float radius = 1;  ///< search radius for the inspection's circle; 0: no search by distance, hides the grid
    bool operator==(const ViewStyle&) const = default;
};

/// Path by which pictures reach OpenGL.
enum class Transfer { interop, host_copy };

/// Draws pictures into a texture for the window and for screenshots. Needs a current OpenGL 3.3 core context with
/// loaded functions (load_gl). Throws Error if a shader does not compile.
class Renderer {
  public:
    /// Tries CUDA-OpenGL interop if `cuda`. why_host_copy() gives the reason if interop is off.
    explicit Renderer(bool cuda);
    ~Renderer();

    Transfer transfer() const;
    const std::string& why_host_copy() const;
    /// Disables interop, for example after a failed copy.
    void use_host_copy(const std::string& why);

    /// Takes a new picture. Columns on the device need Transfer::interop. If their copy fails, the renderer switches to
    /// Transfer::host_copy and returns false; the caller must then request pictures in main memory.
    bool upload(const Picture& picture);

    /// Draws within `budget_ms`, over several calls if there are too many actors for one. The finished picture then
    /// replaces the shown one as a whole; while the view changes, thinned pictures are shown. A no-op if nothing
    /// changed. Returns true when the shown picture is complete and current.
    bool draw(const Camera& camera, const ViewStyle& style, double budget_ms);

    /// OpenGL texture of the picture on screen, with the size camera.viewport().
    unsigned texture() const;
    /// Increases with every change of the picture on screen.
    u64 version() const;
    /// Returns the picture on screen as RGB rows from the top.
    std::vector<unsigned char> pixels() const;

    /// Returns the world point at a pixel of the picture on screen, counted from the top left corner. None on the
    /// background and in 2D.
    std::optional<glm::vec3> place_under(glm::vec2 pixel) const;

    /// Number of actors in the picture on screen; less than all only in a thinned picture.
    u32 drawn() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Loads OpenGL 3.3 functions through `get_address`; throws Error if the context is older.
void load_gl(void* (*get_address)(const char*));

}  // namespace nearfield
