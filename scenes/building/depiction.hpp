#pragma once
// The picture of a building: parts coloured by kind or by relation.
#include "libs/building/queries/closeness.hpp"
#include "libs/building/queries/parts.hpp"
#include "picture/canvas.hpp"
#include "scenes/building/look.hpp"

namespace nearfield::building {

/// Colouring of parts, in the order of the scene's attributes.
enum class Colouring { type, relation, partners, cluster, storey, work, near };

/// What the picture shows about the parts at present.
struct Said {
    const Relations& relations;
    std::optional<u32> picked;
    std::optional<u32> beside;  ///< the partner with which it is compared
    std::vector<bool> near;     ///< parts within reach of the mouse; empty: the tool is not in use
};

/// Colour of a predicate, sRGB.
glm::vec3 colour_of(Predicate);

class BuildingPicture {
  public:
    BuildingPicture(std::shared_ptr<const Building> building, std::shared_ptr<const Shapes> shapes)
        : building_(std::move(building)),
          shapes_(std::move(shapes)),
          moved_(building_->parts.size(), glm::vec3(0)) {
        for (const Part& part : building_->parts) materials_.push_back(material_of(part));
    }

    void show(const PartSelection& shown, bool edges) {
        stale_ = stale_ || !(shown == shown_);
        shown_ = shown;
        edges_ = edges;
    }
    /// Draws a part translated by a vector in m.
    void move(u32 part, glm::vec3 by) {
        moved_[part] = by;
        stale_ = true;
    }

    /// Boxes on the lattice of `surfaces` that cover everything within `reach` m of a point of the picture. One box per
    /// storey, as storeys may be drawn apart.
    std::vector<Box> boxes_round(const Surfaces& surfaces, glm::vec3 place, float reach) const;
    /// Marks the parts drawn within `reach` m of a point of the picture. `among`: the pairs of a box above and a part.
    std::vector<bool> within(glm::vec3 place, float reach, const std::vector<BoxPair>& among);
    /// The nearest part drawn within `reach` m of a point. Prefers `preferred` if it is in reach, and anything to
    /// rooms.
    std::optional<u32> at(glm::vec3 place, float reach, const std::vector<BoxPair>& among,
                          std::optional<u32> preferred);
    /// Extent of a part as drawn.
    Extent extent_of(u32 part);
    /// Marks where the surfaces of the picked part and its partners decide their relation; with a part beside it, only
    /// that partner.
    void mark(const Surfaces& surfaces, const Said& said);
    /// `values`: one per part, for colourings by number.
    template <class Exec>
    void draw(Canvas<Exec>& canvas, Colouring colouring, const Said& said, const std::vector<float>& values) {
        place();
        canvas.deepen(lo_, hi_);
        const bool by_value =
            colouring != Colouring::type && colouring != Colouring::relation && colouring != Colouring::near;
        for (const Solids& s : shapes_->solids(places_, [&](u32 part) { return material(colouring, said, part); })) {
            TriangleLayer layer{.name = "parts", .corners = s.corners, .ids = s.parts};
            layer.colour = s.material.colour;
            layer.glass = s.material.glass;
            if (by_value && !s.material.glass) layer.value = values_of(*s.parts, values);
            else if (canvas.hides()) layer.shown_by = values_of(*s.parts, values);
            canvas.triangles(std::move(layer));
        }
        if (edges_ && outlines_.lines)
            canvas.lines({.name = "edges",
                          .ends = outlines_.lines,
                          .shown_by = canvas.hides() ? values_of(*outlines_.parts, values) : nullptr,
                          .ids = outlines_.parts,
                          .colour = glm::vec3(0.10f, 0.11f, 0.13f),
                          .look = LineLook::edge,
                          .encloses = true});
        if (said.picked) {
            draw_outline_of(canvas, *said.picked);
            draw_marks(canvas);
        }
        canvas.legend(legend_of(colouring, said));
    }

    /// Outlines of boxes on the lattice of `surfaces`, where the parts were read.
    template <class Exec>
    void draw_boxes(Canvas<Exec>& canvas, const Surfaces& surfaces, const std::vector<Box>& boxes) const {
        const auto lines = box_lines(surfaces, boxes);
        if (lines->empty()) return;
        canvas.lines(
            {.name = "boxes", .ends = lines, .colour = glm::vec3(0.36f, 0.78f, 0.95f), .look = LineLook::edge});
    }

  private:
    std::shared_ptr<const std::vector<Segment>> box_lines(const Surfaces&, const std::vector<Box>&) const;
    Material material(Colouring colouring, const Said& said, u32 part) const;
    void mark_triangles(const Surfaces& surfaces, u32 part, const std::vector<u32>& triangles);
    static ColourLegend legend_of(Colouring colouring, const Said& said);
    template <class Exec> void draw_marks(Canvas<Exec>& canvas) const {
        if (marks_->empty()) return;
        canvas.triangles({.name = "deciding triangles",
                          .corners = std::shared_ptr<const std::vector<glm::vec3>>(marks_),
                          .colour = mark_colour()});
        canvas.lines({.name = "deciding edges",
                      .ends = std::shared_ptr<const std::vector<Segment>>(mark_edges_),
                      .colour = mark_colour(),
                      .look = LineLook::edge});
    }
    static glm::vec3 mark_colour();
    static std::shared_ptr<const std::vector<float>> values_of(const std::vector<u32>& parts,
                                                               const std::vector<float>& values);
    void place();
    template <class Exec> void draw_outline_of(Canvas<Exec>& canvas, u32 part) const {
        auto only = std::vector<std::optional<glm::vec3>>(places_.size());
        only[part] = places_[part];
        const Outlines outline = shapes_->outlines(only);
        if (outline.lines->empty()) return;
        canvas.lines({.name = "picked",
                      .ends = outline.lines,
                      .ids = outline.parts,
                      .colour = glm::vec3(1.f, 0.85f, 0.25f),
                      .look = LineLook::edge});
    }

    std::shared_ptr<const Building> building_;
    std::shared_ptr<const Shapes> shapes_;
    std::vector<Material> materials_;  ///< natural materials
    std::vector<glm::vec3> moved_;
    PartSelection shown_;
    bool edges_ = true, stale_ = true;
    std::vector<std::optional<glm::vec3>> places_;
    Outlines outlines_;
    glm::vec3 lo_{0}, hi_{1};
    std::shared_ptr<std::vector<glm::vec3>> marks_ = std::make_shared<std::vector<glm::vec3>>();
    std::shared_ptr<std::vector<Segment>> mark_edges_ = std::make_shared<std::vector<Segment>>();
};

}  // namespace nearfield::building
