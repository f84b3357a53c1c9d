#pragma once
// Pictures of a flood: a map or a landscape, water in natural colours or coloured by value, and arrows.
#include "scenes/flood/picture/arrows.hpp"
#include "scenes/flood/picture/landscape.hpp"
#include "scenes/flood/water/doors.hpp"
#include "scenes/flood/water/shown.hpp"

#include <optional>

namespace nearfield::flood {

/// Kind of hazard in the attribute that colours a map.
enum class HazardAttribute { none, present, greatest, greatest_class };

template <class Exec> class FloodPicture {
  public:
    /// Call again after a change of the site's walls. `plan`: the site's plan, or null.
    void configure(Exec& exec, const Site& site, const plans::Plan* plan, const Params& p) {
        landscape_.configure(exec, site, plan, p);
        params_ = p;
    }

    /// True if doors are drawn as parts of a landscape.
    bool shows_doors() const { return params_.view == View::deep; }
    void set_doors(const Site& site, const plans::Plan* plan, const std::vector<bool>& open) {
        landscape_.set_doors(site, plan, open);
    }

    /// `value`: the attribute that colours maps.
    void draw(Canvas<Exec>& canvas, const Drawn& from, const float* value, HazardAttribute hazard) {
        CellLayer water{.name = "water", .opacity = 0.93f, .on_map = from.site.corner, .sheets = from.site.sheets};
        const Rating rating = hazard == HazardAttribute::none             ? Rating::number
                              : hazard == HazardAttribute::greatest_class ? Rating::aidr
                                                                          : params_.rating;
        if (params_.draw == DrawAs::map && rating != Rating::number)
            show_classes(canvas.exec(), from, rating, hazard != HazardAttribute::present, water);
        else if (params_.draw == DrawAs::map) water.value = value;
        if (canvas.hides() && !water.value.there()) water.shown_by = value;
        const bool deep = params_.view == View::deep;
        if (deep) landscape_.draw(canvas, from, std::move(water));
        else draw_map(canvas, from, std::move(water));
        const auto footing = this->footing();
        if (params_.arrows) arrows_.draw(canvas, from, footing ? &*footing : nullptr, params_.arrow_speed);
    }

    /// Places outlines at a height `above` the ground of a landscape.
    Standing standing(float above) const { return {landscape_.levels(), params_.exaggeration, above}; }

    /// The surface on which people stand in a landscape; none on a map.
    std::optional<Footing> footing() const {
        if (params_.view != View::deep) return std::nullopt;
        return landscape_.footing();
    }

    std::size_t bytes() const {
        return landscape_.bytes() + arrows_.bytes() + ground_shade_.bytes() + water_shade_.bytes() + kind_.bytes();
    }

  private:
    void show_classes(Exec& exec, const Drawn& from, Rating rating, bool greatest, CellLayer& water) {
        const u32 cells = from.site.lattice.cells();
        kind_.resize(cells, "classes");
        if (greatest) for_each(exec, cells, ClassifyWorst{from.maxima, from.bed, from.wet_depth, rating, kind_.data()});
        else
            for_each(exec, cells,
                     ClassifyHazard{from.now, from.bed, from.wet_depth, rating, params_.debris, kind_.data()});
        water.kind = kind_.data();
        water.classes = hazard_classes(rating);
        water.title = greatest ? "Greatest hazard" : "Hazard";
        water.title += rating == Rating::aidr ? " (AIDR)" : " (Defra)";
    }

    void draw_map(Canvas<Exec>& canvas, const Drawn& from, CellLayer water) {
        const CellLattice& lattice = from.site.lattice;
        if (lattice.shape == CellShape::hexagon) shade<CellShape::hexagon>(canvas.exec(), from);
        else shade<CellShape::square>(canvas.exec(), from);
        canvas.cells({.name = "ground",
                      .lattice = lattice,
                      .shade = ground_shade_.data(),
                      .colour = glm::vec3(0.42f, 0.42f, 0.36f)});
        water.lattice = lattice;
        if (params_.draw == DrawAs::water) {
            water.shade = water_shade_.data();
            water.colour = {0.33f, 0.45f, 0.52f};
        }
        canvas.cells(std::move(water));
    }

    template <CellShape shape> void shade(Exec& exec, const Drawn& from) {
        const CellLattice& lattice = from.site.lattice;
        const int columns = int(lattice.columns), rows = int(lattice.rows);
        ground_shade_.resize(lattice.cells(), "shades");
        water_shade_.resize(lattice.cells(), "shades");
        for_each(exec, lattice.cells(),
                 ShadeGround<shape>{from.bed, columns, rows, lattice.spacing, 3, ground_shade_.data()});
        for_each(exec, lattice.cells(),
                 ShadeWater<shape>{from.now, from.bed, from.swept_bed, columns, rows, lattice.spacing, from.wet_depth,
                                   water_shade_.data()});
    }

    Params params_;
    Landscape<Exec> landscape_;
    Arrows<Exec> arrows_;
    Array<Exec, float> ground_shade_, water_shade_;
    Array<Exec, std::uint8_t> kind_;
};

}  // namespace nearfield::flood
