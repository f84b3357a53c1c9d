#pragma once
#include "app/draw/cell_pass.hpp"
#include "app/draw/label_pass.hpp"
#include "app/draw/relief_pass.hpp"
#include "app/draw/sliced_picture.hpp"
#include "app/draw/triangle_pass.hpp"

namespace nearfield {

/// Buffers of one kind of layer. Buffers of removed layers are kept, since CUDA may have registered them.
template <class Buffer> class Buffers {
  public:
    template <class Layer> void take(const std::vector<Layer>& layers, Interop* interop) {
        used_ = 0;
        if (kept_.size() < layers.size()) kept_.resize(layers.size());
        for (const Layer& layer : layers) {
            kept_[used_].take(layer, interop);
            ++used_;
        }
    }
    const Buffer* begin() const { return kept_.data(); }
    const Buffer* end() const { return kept_.data() + used_; }
    bool empty() const { return used_ == 0; }

  private:
    std::vector<Buffer> kept_;
    std::size_t used_ = 0;
};

/// The layers of one picture in OpenGL buffers.
struct LayerBuffers {
    Buffers<PointBuffer> points;
    Buffers<LineBuffer> lines;
    Buffers<TriangleBuffer> triangles;
    Buffers<CellBuffer> cells;
    std::vector<LabelLayer> labels;
    std::size_t main = 0;  ///< index of the point layer that is drawn in slices; past the end if there is none
    DrawnSpace space;
    ShownValues shown;

    /// Throws Error if a column on the device cannot be copied.
    void take(const Picture& picture, Interop* interop);
    /// The point layer that is drawn in slices; null if no points have values.
    const PointBuffer* main_points() const {
        return main < std::size_t(points.end() - points.begin()) ? points.begin() + main : nullptr;
    }
    Drawing drawing() const { return main_points() ? main_points()->drawing() : Drawing::particles; }
};

/// Draws all layers of a picture except the points that are drawn in slices, with one pass per kind.
class LayerPasses {
  public:
    PointPass points;

    /// Draws layers that are depth-tested against the points, into the points' target.
    void draw_among(const LayerBuffers& layers, const View& view);
    /// In 2D, draws layers below the points; only lines if `as_light`.
    void draw_under(const LayerBuffers& layers, const View& view, bool as_light);
    /// Draws opaque triangles; in 2D over the points.
    void draw_solid(const LayerBuffers& layers, const View& view);
    /// Draws trails, glass and edges.
    void draw_over(const LayerBuffers& layers, const View& view, float actor_radius);
    void draw_labels(const LayerBuffers& layers, const View& view);

  private:
    void draw_landscape(const LayerBuffers& layers, const View& view);
    Paint paint(const View& view, float actor_radius = 0) {
        return {.ramp = points.ramp(view.look, view.range),
                .range = view.range,
                .shown = view.shown,
                .actor_radius = actor_radius,
                .light = view.look.light,
                .stroke = view.look.stroke};
    }

    LinePass lines_;
    TrianglePass triangles_;
    CellPass cells_;
    ReliefPass reliefs_;
    LabelPass labels_;
};

}  // namespace nearfield
