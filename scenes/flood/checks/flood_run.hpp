#pragma once
// Runs of the Flood scene for checks.
#include "picture/picture.hpp"
#include "scenes/flood/site/sites.hpp"
#include "sim/check.hpp"
#include "sim/scene_run.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

/// A run of the flood scene with access to fields per cell.
class FloodRun : public SceneRun {
  public:
    FloodRun(const Conditions& g, const Values& values)
        : SceneRun("flood", g.backend, {{"seed", std::to_string(g.seed)}, {"shown_from", "0"}}, values),
          site_(flood::prepare(params_of(run_.settings()), g.seed).site) {}

    void run_to(double until) {
        while (time() < until) step();
    }
    const flood::Site& site() const { return site_; }
    /// Values of an attribute per cell; 0 where there is no water.
    std::vector<float> field(const std::string& key) {
        auto values = world().elements()->values(int(index_by_key(run_.scene().attributes, key).value()));
        for (float& value : values) value = std::isnan(value) ? 0 : value;
        return values;
    }
    /// Calls f(cell, middle) for every cell inside the site.
    template <class F> void each(const F& f) const {
        const auto& lattice = site_.lattice;
        for (u32 i = 0; i < lattice.cells(); ++i)
            if (flood::is_inside(i, lattice.columns, lattice.rows)) f(i, site_.middle(i));
    }
    /// Value of a field in the cell nearest to a point.
    double at(const std::vector<float>& field, glm::dvec2 place) const {
        double best = INFINITY, value = NAN;
        each([&](u32 i, glm::dvec2 p) {
            if (const double d = distance(p, place); d < best) {
                best = d;
                value = field[i];
            }
        });
        return value;
    }

    /// Positions of people, in no order, taken from a picture, which works on either backend.
    std::vector<glm::vec2> people() {
        Picture picture;
        world().draw(picture, 0, true);
        std::vector<glm::vec2> places;
        for (const auto& layer : picture.points)
            for (u32 i = 0; i < layer.count; ++i)
                if (const auto p = layer.position.at<glm::vec2>(i); p.x < 1e6f) places.push_back(p);
        return places;
    }

  private:
    static flood::Params params_of(const Settings& settings) {
        flood::Params params;
        settings.store(flood::describe_params(), &params);
        return params;
    }

    flood::Site site_;
};

}  // namespace nearfield
