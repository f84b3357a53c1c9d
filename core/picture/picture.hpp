#pragma once
// A picture: layers of points, lines, triangles, cells and labels. Layers of a kind are drawn in the order of their
// addition. In 2D cells lie below lines, lines below points, points below triangles, and labels on top.
#include "cells/lattice.hpp"
#include "picture/column.hpp"
#include "picture/filter.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Statistics of the values that colour elements, without non-finite ones.
struct ScalarRange {
    float lo = 0, hi = 1;  ///< minimum and maximum
    float mean = 0, deviation = 0;
};

/// Name and colour of a class of elements.
struct ColourClass {
    std::string label;
    glm::vec3 colour;  ///< sRGB, 0 to 1
};
/// Legend for the colours of classes, where no colour map applies.
struct ColourLegend {
    std::string title;
    std::vector<ColourClass> classes;  ///< empty without a legend
};
/// Class of elements that are not drawn.
constexpr std::uint8_t no_class = 255;

/// How points are drawn: individually, or together as the surface of a fluid, coloured by their values or clear.
enum class Drawing { particles, surface, water };

// Every layer has `value`, a number per element (f32 or u32) for the colour map and the legend. Without it the layer
// has one colour: `colour`, or the default of its kind. `ids` is the id per element for picking, by default the index.
// Elements whose `shown_by`, by default `value`, is not in Picture::shown are neither drawn nor picked.

/// Discs, balls (3D) or, with directions, darts. Points at `nowhere` are not drawn.
struct PointLayer {
    std::string name;
    u32 count = 0;
    LayerColumn position;    ///< f32x2, f32x3 or f32x4
    LayerColumn size = 1.f;  ///< radius in world units: f32, or one for all
    LayerColumn direction;   ///< f32x2, f32x3 or f32x4 of any length
    LayerColumn value;
    LayerColumn ids;
    std::optional<glm::vec3> colour;
    Drawing drawing = Drawing::particles;  ///< surface and water draw a fluid; its radius is half of the points' rest
                                           ///< spacing
    ScalarRange range;
};

/// How lines are drawn.
enum class LineLook {
    ground,  ///< streets: faint, fainter at high density on the screen, below all points
    wall,    ///< bright and opaque, below all points
    edge,    ///< thin and bright, over points and triangles unless these hide it
    trail    ///< as wide as the points; its values are the points' and do not enlarge the range
};

/// Straight lines.
struct LineLayer {
    std::string name;
    LayerColumn ends;      ///< f32x3: two ends per line
    LayerColumn strength;  ///< f32: opacity; 1 if absent
    LayerColumn value;
    LayerColumn shown_by;
    LayerColumn ids;
    std::optional<glm::vec3> colour;
    LineLook look = LineLook::ground;
    bool encloses = false;  ///< the lines replace the outline of the environment
    u32 count = 0;          ///< of lines
    ScalarRange range;
};

/// Surfaces, lit in 3D. In 2D they are filled, and normals are ignored.
struct TriangleLayer {
    std::string name;
    LayerColumn corners;  ///< f32x3: three per triangle
    LayerColumn normals;  ///< f32x3: unit vector per corner, for smooth shading; flat if absent
    LayerColumn value;
    LayerColumn shown_by;
    LayerColumn ids;
    std::optional<glm::vec3> colour;
    bool glass = false;  ///< transparent, for vessels
    u32 count = 0;       ///< of triangles
    ScalarRange range;
};

/// Heights that turn a layer of cells into a surface through the cells' centres, in world units along the normal of the
/// lattice's plane. Heights must not be NaN.
struct Relief {
    LayerColumn height;      ///< f32; absent in a flat layer
    LayerColumn floor;       ///< f32: ground below a fluid; absent if the layer is the ground itself
    LayerColumn foam;        ///< f32: foam of a fluid from 0 (clear) to 1 (white)
    float exaggeration = 1;  ///< drawn height relative to true height
};

/// A rectangle of cells that is drawn at an offset.
struct CellPart {
    u32 column = 0, row = 0, columns = 0, rows = 0;
    glm::vec3 shift{0};
    float base = 0;  ///< lower end of the ground's cut sides, before the shift

    NF_HD bool holds(u32 at_column, u32 at_row) const {
        return at_column >= column && at_row >= row && at_column < column + columns && at_row < row + rows;
    }
};

/// A rectangle of a plane of cells that is written to its own file.
struct MapSheet {
    std::string name;
    glm::vec2 lo{0}, hi{0};  ///< in the plane
    glm::dvec2 corner{0};    ///< coordinates of `lo` on the map
};

/// A plane of cells, each with a value, a class or a shade; in 3D possibly a surface.
struct CellLayer {
    std::string name;
    CellLattice lattice;
    LayerColumn value;  ///< f32 or u32; NaN is not drawn
    LayerColumn kind;   ///< u8: index into classes, or no_class; instead of value
    LayerColumn shade;  ///< f32: factor on the brightness of `colour`; instead of value. NaN is not drawn
    LayerColumn shown_by;
    LayerColumn ids;
    Relief relief;                ///< in 3D, instead of shade
    std::vector<CellPart> parts;  ///< for reliefs; empty for all cells
    std::string title;            ///< of the classes' legend
    std::vector<ColourClass> classes;
    std::optional<glm::vec3> colour;
    float opacity = 1;
    glm::dvec2 on_map{0};          ///< for files: map coordinates of the origin of the lattice's x-y plane
    std::vector<MapSheet> sheets;  ///< for files: one per part where parts lie side by side; empty for a single file
    u32 count = 0;
    ScalarRange range;
};

/// The column that decides which elements of a layer are shown.
template <class Layer> const LayerColumn& shown_by(const Layer& layer) {
    if constexpr (requires { layer.shown_by; })
        if (layer.shown_by.there()) return layer.shown_by;
    return layer.value;
}

inline bool is_relief(const CellLayer& layer) { return layer.relief.height.there(); }

/// The parts of a layer of cells, by default its whole lattice.
inline std::vector<CellPart> parts_of(const CellLayer& layer) {
    if (!layer.parts.empty()) return layer.parts;
    return {{.columns = layer.lattice.columns, .rows = layer.lattice.rows}};
}

struct Label {
    glm::vec3 at;
    std::string text;
};

/// Text at positions, with a constant size on the screen.
struct LabelLayer {
    std::string name;
    std::shared_ptr<const std::vector<Label>> labels;
    std::optional<glm::vec3> colour;
};

/// One state of a world as it is drawn. Memory of columns without an owner belongs to the picture and is reused by the
/// next picture.
struct Picture {
    Picture();
    Picture(const Picture&);
    Picture(Picture&&) noexcept;
    Picture& operator=(const Picture&);
    Picture& operator=(Picture&&) noexcept;
    ~Picture();

    u64 step = 0;
    double clock = 0;  ///< scene's clock, s; steps in a scene without a clock
    u64 serial = 0;    ///< increases with every published picture; 0 before the first
    u64 world = 0;     ///< increases with every new world
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{1};  ///< environment
    int attribute = 0;       ///< the attribute of the values, an index into SceneInfo::attributes
    ShownValues shown;       ///< of that attribute
    ScalarRange range;       ///< of all layers' values, hidden ones included
    ColourLegend legend;     ///< for surfaces; layers of cells have their own

    std::vector<PointLayer> points;
    std::vector<LineLayer> lines;
    std::vector<TriangleLayer> triangles;
    std::vector<CellLayer> cells;
    std::vector<LabelLayer> labels;

    /// Memory blocks for columns, in order of allocation.
    struct Memory {
        struct Block {
            std::shared_ptr<void> bytes;
            std::size_t capacity = 0;
        };
        std::vector<Block> blocks;
        std::size_t used = 0;
    } backend_memory, main_memory;

    /// The point layer with values that has the most points, which may be too many to draw at once; null if there is
    /// none.
    const PointLayer* main_points() const {
        const PointLayer* most = nullptr;
        for (const auto& layer : points)
            if (layer.value.there() && (!most || layer.count > most->count)) most = &layer;
        return most;
    }
};

}  // namespace nearfield
