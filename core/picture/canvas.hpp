#pragma once
// What a Model draws on: every call adds a layer to a picture.
#include "exec/exec.hpp"
#include "picture/picture.hpp"

namespace nearfield {

/// Sums from which a ScalarRange is computed.
struct ValueSum {
    double n = 0, sum = 0, squares = 0;
    float lo = INFINITY, hi = -INFINITY;
    friend NF_HD ValueSum operator+(const ValueSum& a, const ValueSum& b) {
        return {a.n + b.n, a.sum + b.sum, a.squares + b.squares, fminf(a.lo, b.lo), fmaxf(a.hi, b.hi)};
    }
};

/// Where the columns of a picture are placed.
enum class ColumnsIn {
    backend,   ///< in copies on the backend
    main,      ///< in copies in main memory
    borrowed,  ///< not copied, so valid only until the next step: for picking. Colours are left out
};

/// Fills a picture layer by layer. Columns in the backend's memory are copied or packed there, and then copied to main
/// memory if requested; arrays with an owner are shared. A Model draws itself in
///     template <class Exec> void picture(Canvas<Exec>& canvas);
/// and adds a layer with one call:
///     canvas.lines({.name = "streets", .ends = streets_});
/// Throws Error if there is no memory for a column, or if a column does not have as many elements as its layer.
template <class Exec> class Canvas {
  public:
    Canvas(Exec& exec, Picture& picture, ColumnsIn place);

    Exec& exec() { return exec_; }
    /// The attribute that colours the picture: index into SceneInfo::attributes.
    int attribute() const { return picture_.attribute; }
    /// Whether any of its values are hidden: only then `shown_by` of a layer counts.
    bool hides() const { return !picture_.shown.all(); }
    /// Makes the picture one in 3D (y is up) that shows the box from `lo` to `hi`.
    void deepen(glm::vec3 lo, glm::vec3 hi);
    /// The layer of the scene's actors. It can be changed before it is added as the first of the point layers. In a
    /// scene without actors it stays empty and is not added.
    PointLayer& actors() { return actors_; }

    void points(PointLayer layer);
    void lines(LineLayer layer);
    void triangles(TriangleLayer layer);
    void cells(CellLayer layer);
    void labels(LabelLayer layer);
    /// What the colours of surfaces mean.
    void legend(ColourLegend legend) { picture_.legend = std::move(legend); }

    /// Adds the actors and waits until the picture is complete.
    void finish();

  private:
    LayerColumn packed(const LayerColumn& column, u32 count, Format wanted, const LayerColumn& position,
                       float there_not);
    void take(LayerColumn& column, u32 count, Format wanted, const LayerColumn& position = {}, float there_not = 0,
              ScalarRange* range = nullptr);
    ScalarRange measured(const LayerColumn& values, u32 count);

    Exec& exec_;
    Picture& picture_;
    ColumnsIn place_;
    PointLayer actors_;
    ValueSum all_;
};

}  // namespace nearfield
