#include "app/draw/layers.hpp"

#include <algorithm>

namespace nearfield {

void LayerBuffers::take(const Picture& picture, Interop* interop) {
    points.take(picture.points, interop);
    lines.take(picture.lines, interop);
    triangles.take(picture.triangles, interop);
    cells.take(picture.cells, interop);
    labels = picture.labels;
    shown = picture.shown;
    const PointLayer* most = picture.main_points();
    main = most ? std::size_t(most - picture.points.data()) : picture.points.size();
    const bool enclosed = std::any_of(picture.lines.begin(), picture.lines.end(),
                                      [](const LineLayer& layer) { return layer.encloses && layer.count; });
    const bool landscape = picture.dimensions == 3 && std::any_of(picture.cells.begin(), picture.cells.end(),
                                                                  [](const CellLayer& l) { return is_relief(l); });
    space = {picture.dimensions, picture.wrapped, picture.lo, picture.hi, !picture.wrapped && (enclosed || landscape)};
}

void LayerPasses::draw_among(const LayerBuffers& layers, const View& view) {
    if (view.space.dimensions == 3) draw_landscape(layers, view);
    for (const auto& each : layers.points)
        if (&each != layers.main_points()) points.draw_all(view, each);
}

/// Grounds are depth-tested against other layers; fluids are blended over the result.
void LayerPasses::draw_landscape(const LayerBuffers& layers, const View& view) {
    const auto reliefs = [&](bool fluid) {
        for (const auto& cells : layers.cells)
            if (cells.has_relief() && cells.is_fluid() == fluid) reliefs_.draw(cells, view.camera, paint(view));
    };
    if (std::any_of(layers.cells.begin(), layers.cells.end(), [](const auto& c) { return c.has_relief(); }))
        reliefs_.draw_sky(view.camera, view.look.light);
    for (const auto& cells : layers.cells)
        if (!cells.has_relief()) cells_.draw(cells, view.camera, paint(view), background_of(view.look.light));
    reliefs(false);
    draw_solid(layers, view);
    reliefs(true);
}

void LayerPasses::draw_under(const LayerBuffers& layers, const View& view, bool as_light) {
    if (!as_light)
        for (const auto& cells : layers.cells)
            cells_.draw(cells, view.camera, paint(view), background_of(view.look.light));
    for (const auto& lines : layers.lines) {
        if (!LinePass::is_under(lines, view.camera)) continue;
        if (as_light) lines_.draw_light(lines, view.camera, paint(view));
        else lines_.draw_under(lines, view.camera, paint(view));
    }
}

void LayerPasses::draw_solid(const LayerBuffers& layers, const View& view) {
    for (const auto& triangles : layers.triangles)
        if (!triangles.glass()) triangles_.draw(triangles, view.camera, paint(view));
}

void LayerPasses::draw_over(const LayerBuffers& layers, const View& view, float actor_radius) {
    const auto lines = [&](bool trails) {
        for (const auto& each : layers.lines)
            if (!LinePass::is_under(each, view.camera) && (each.look() == LineLook::trail) == trails)
                lines_.draw_over(each, view.camera, paint(view, actor_radius));
    };
    lines(true);
    for (const auto& triangles : layers.triangles)
        if (triangles.glass()) triangles_.draw(triangles, view.camera, paint(view));
    lines(false);
}

void LayerPasses::draw_labels(const LayerBuffers& layers, const View& view) {
    for (const auto& layer : layers.labels) labels_.draw(layer, view.camera, view.look.light, view.look.stroke);
}

}  // namespace nearfield
