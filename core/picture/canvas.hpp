#pragma once
// The drawing interface of a Model: every call adds a layer to a picture.
#include "exec/exec.hpp"
#include "picture/picture.hpp"

namespace nearfield {

/// Accumulator for a ScalarRange.
struct ValueSum {
    double n = 0, sum = 0, squares = 0;
    float lo = INFINITY, hi = -INFINITY;
    friend NF_HD ValueSum operator+(const ValueSum& a, const ValueSum& b) {
        return {a.n + b.n, a.sum + b.sum, a.squares + b.squares, fminf(a.lo, b.lo), fmaxf(a.hi, b.hi)};
    }
};

/// Memory for the columns of a picture.
enum class ColumnsIn {
    backend,   ///< copied within the backend's memory
    main,      ///< copied to main memory
    borrowed,  ///< not copied, and valid only until the next step: for picking. Colours are left out
};

/// Fills a picture layer by layer. Columns in the backend's memory are copied or packed there, and then copied to main
/// memory if requested; arrays with an owner are shared. A Model draws itself in
///     template <class Exec> void picture(Canvas<Exec>& canvas);
/// and adds a layer with one call:
///     canvas.lines({.name = "streets", .ends = streets_});
/// Throws Error if memory is full, or if a column's length differs from its layer's.
template <class Exec> class Canvas {
  public:
    Canvas(Exec& exec, Picture& picture, ColumnsIn place);

    Exec& exec() { return exec_; }
    /// The attribute that colours the picture, an index into SceneInfo::attributes.
    int attribute() const { return picture_.attribute; }
    /// True if values of that attribute are hidden; otherwise `shown_by` of layers is ignored.
    bool hides() const { return !picture_.shown.all(); }
    /// Makes the picture three-dimensional, with y up and the box from `lo` to `hi` as environment.
    void deepen(glm::vec3 lo, glm::vec3 hi);
    /// The layer of the scene's actors, which may be changed. It becomes the first point layer; if it stays empty, it
    /// is not added.
    PointLayer& actors() { return actors_; }

    void points(PointLayer layer);
    void lines(LineLayer layer);
    void triangles(TriangleLayer layer);
    void cells(CellLayer layer);
    void labels(LabelLayer layer);
    /// Sets the legend for the colours of surfaces.
    void legend(ColourLegend legend) { picture_.legend = std::move(legend); }

    /// Adds the actors' layer and waits until the picture is complete.
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
