#pragma once
// What is drawn: layers of points, lines, triangles, cells and labels. Layers of one kind are drawn in the order in
// which they were added; in 2D cells lie below lines, lines below points, points below triangles, labels on top.
#include "cells/lattice.hpp"
#include "picture/column.hpp"
#include "picture/filter.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Spread of the values that colour elements; non-finite values are ignored.
struct ScalarRange {
    float lo = 0, hi = 1;  ///< least and greatest
    float mean = 0, deviation = 0;
};

/// Name and colour of a class of elements.
struct ColourClass {
    std::string label;
    glm::vec3 colour;  ///< sRGB, 0 to 1
};
/// What the colours of classes mean, where no colour map does.
struct ColourLegend {
    std::string title;
    std::vector<ColourClass> classes;  ///< empty: there is none
};
/// Class of an element that is not drawn.
constexpr std::uint8_t no_class = 255;

/// How points are drawn: each by itself, or together as the surface of a fluid, coloured by their values or clear.
enum class Drawing { particles, surface, water };

// Every layer has `value`, one number per element (f32 or u32), which the colour map and the legend turn into colours.
// Without it the layer has one colour: `colour`, or the default of its kind. `ids` name the thing that each element
// belongs to, for picking; without them it is the element's index. Elements whose `shown_by`, or else `value`, lies
// outside Picture::shown are neither drawn nor picked.

/// Discs, balls (3D) or, with directions, darts. Points at `nowhere` are not drawn.
struct PointLayer {
    std::string name;
    u32 count = 0;
    LayerColumn position;    ///< f32x2, f32x3 or f32x4
    LayerColumn size = 1.f;  ///< f32, or the same for all; radius in world units
    LayerColumn direction;   ///< f32x2, f32x3 or f32x4 of any length
    LayerColumn value;
    LayerColumn ids;
    std::optional<glm::vec3> colour;
    Drawing drawing = Drawing::particles;  ///< surface and water: a fluid, with half of the points' spacing at rest as
                                           ///< radius
    ScalarRange range;
};

/// How lines are drawn.
enum class LineLook {
    ground,  ///< faint, and fainter the more of the screen they cover: streets. Below all points
    wall,    ///< bright and firm, below all points
    edge,    ///< thin and bright, over points and triangles that do not hide them
    trail    ///< as wide as the points; their values are those of the points and count for no range
};

/// Straight lines.
struct LineLayer {
    std::string name;
    LayerColumn ends;      ///< f32x3: both ends of the first, both of the second ...
    LayerColumn strength;  ///< f32: opacity; absent: 1
    LayerColumn value;
    LayerColumn shown_by;
    LayerColumn ids;
    std::optional<glm::vec3> colour;
    LineLook look = LineLook::ground;
    bool encloses = false;  ///< they enclose the environment, whose outline is then not drawn
    u32 count = 0;          ///< of lines
    ScalarRange range;
};

/// Surfaces, lit in 3D. In 2D they are filled, and normals are not read.
struct TriangleLayer {
    std::string name;
    LayerColumn corners;  ///< f32x3: three per triangle
    LayerColumn normals;  ///< f32x3: one per corner, of length 1, for surfaces that look round; absent: flat
    LayerColumn value;
    LayerColumn shown_by;
    LayerColumn ids;
    std::optional<glm::vec3> colour;
    bool glass = false;  ///< transparent: for vessels
    u32 count = 0;       ///< of triangles
    ScalarRange range;
};

/// Heights that make a surface of a layer of cells, through the middles of these. In world units along the normal of
/// the lattice's plane; no height is NaN.
struct Relief {
    LayerColumn height;      ///< f32; absent: the layer is flat
    LayerColumn floor;       ///< f32: of what lies under a fluid; absent: the layer is ground
    LayerColumn foam;        ///< f32: 0 clear, 1 white; of a fluid
    float exaggeration = 1;  ///< heights over true heights
};

/// A rectangle of a lattice's cells, and how far it is drawn from its own place.
struct CellPart {
    u32 column = 0, row = 0, columns = 0, rows = 0;
    glm::vec3 shift{0};
    float base = 0;  ///< the ground's cut sides end at this height, before the shift

    NF_HD bool holds(u32 at_column, u32 at_row) const {
        return at_column >= column && at_row >= row && at_column < column + columns && at_row < row + rows;
    }
};

/// A rectangle of a plane of cells that becomes a file of its own.
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
    LayerColumn shade;  ///< f32: brightness of `colour`, 1 as it is; instead of value. NaN is not drawn
    LayerColumn shown_by;
    LayerColumn ids;
    Relief relief;                ///< of a layer in 3D, in the place of its shade
    std::vector<CellPart> parts;  ///< of a relief; none: all cells
    std::string title;            ///< of the classes
    std::vector<ColourClass> classes;
    std::optional<glm::vec3> colour;
    float opacity = 1;
    glm::dvec2 on_map{0};          ///< coordinates on a map of the point 0, 0 of a lattice in the x-y plane, for files
    std::vector<MapSheet> sheets;  ///< of a plane in which parts lie side by side, for files; none: one for all
    u32 count = 0;
    ScalarRange range;
};

/// What decides which elements of a layer are shown.
template <class Layer> const LayerColumn& shown_by(const Layer& layer) {
    if constexpr (requires { layer.shown_by; })
        if (layer.shown_by.there()) return layer.shown_by;
    return layer.value;
}

inline bool is_relief(const CellLayer& layer) { return layer.relief.height.there(); }

/// The parts of a layer of cells; its whole lattice if it names none.
inline std::vector<CellPart> parts_of(const CellLayer& layer) {
    if (!layer.parts.empty()) return layer.parts;
    return {{.columns = layer.lattice.columns, .rows = layer.lattice.rows}};
}

struct Label {
    glm::vec3 at;
    std::string text;
};

/// Text at places, of one size on the screen.
struct LabelLayer {
    std::string name;
    std::shared_ptr<const std::vector<Label>> labels;
    std::optional<glm::vec3> colour;
};

/// One state of a world as it is drawn. The memory of columns without an owner belongs to the picture and is reused
/// from picture to picture.
struct Picture {
    Picture();
    Picture(const Picture&);
    Picture(Picture&&) noexcept;
    Picture& operator=(const Picture&);
    Picture& operator=(Picture&&) noexcept;
    ~Picture();

    u64 step = 0;
    double clock = 0;  ///< the scene's clock in s, or steps in a scene without one
    u64 serial = 0;    ///< grows with every picture published; 0 means none yet
    u64 world = 0;     ///< tells one world from the next
    int dimensions = 2;
    bool wrapped = false;
    glm::vec3 lo{0}, hi{1};  ///< environment
    int attribute = 0;       ///< the attribute in the values: index into SceneInfo::attributes
    ShownValues shown;       ///< of that attribute
    ScalarRange range;       ///< of the values of all layers, hidden ones among them
    ColourLegend legend;     ///< of surfaces; layers of cells bring their own

    std::vector<PointLayer> points;
    std::vector<LineLayer> lines;
    std::vector<TriangleLayer> triangles;
    std::vector<CellLayer> cells;
    std::vector<LabelLayer> labels;

    /// Memory for columns, in the order in which they request it.
    struct Memory {
        struct Block {
            std::shared_ptr<void> bytes;
            std::size_t capacity = 0;
        };
        std::vector<Block> blocks;
        std::size_t used = 0;
    } backend_memory, main_memory;

    /// The largest of the point layers with values, which may have too many points to draw at once; null if there is
    /// none.
    const PointLayer* main_points() const {
        const PointLayer* most = nullptr;
        for (const auto& layer : points)
            if (layer.value.there() && (!most || layer.count > most->count)) most = &layer;
        return most;
    }
};

}  // namespace nearfield
