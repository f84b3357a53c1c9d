#pragma once
// The water of a site on one backend: its columns, its clock and the kernels that take it a step on.
#include "scenes/flood/advance.hpp"
#include "scenes/flood/beside_walls.hpp"
#include "scenes/flood/clock.hpp"
#include "scenes/flood/cross_sections.hpp"
#include "scenes/flood/doors.hpp"
#include "scenes/flood/params.hpp"
#include "scenes/flood/rainfall.hpp"
#include "scenes/flood/shown.hpp"
#include "scenes/flood/soil.hpp"
#include "scenes/flood/table.hpp"
#include "sim/step.hpp"
#include "usp/actors.hpp"

#include <algorithm>
#include <optional>

#ifdef __CUDACC__
#include "scenes/flood/march.cuh"
#endif

namespace nearfield::flood {

/// What a hand does to the water and the ground around a place.
enum class Touch { none, pour, take, raise, lower };
struct Hand {
    Touch touch = Touch::none;
    glm::vec2 at{0};
};

/// Adds a depth to the water or a height to the ground of the cells of a rectangle that are within a disc.
struct TouchCells {
    CellLattice lattice;
    u32 first_column, first_row, columns;
    glm::vec2 at;
    float radius, water, ground;
    float *depth, *momentum_x, *momentum_y, *bed;
    float* swept_bed;  ///< null: the same as `bed`

    NF_HD void operator()(u32 i) const {
        const u32 column = first_column + i % columns, row = first_row + i / columns;
        const u32 cell = row * lattice.columns + column;
        const glm::vec3 middle = lattice.middle(cell);
        const float dx = middle.x - at.x, dy = middle.y - at.y;
        if (dx * dx + dy * dy > radius * radius || is_wall(bed[cell])) return;
        const float before = depth[cell], after = larger(0.f, before + water);
        depth[cell] = after, bed[cell] += ground;
        if (swept_bed) swept_bed[cell] += ground;  // a wall stays infinite
        if (after < before) momentum_x[cell] *= after / before, momentum_y[cell] *= after / before;
    }
};

template <class Exec> class Water {
  public:
    Water(Exec& exec, const Site& site)
        : site_(site),
          tiling_{int(site.lattice.columns), int(site.lattice.rows)},
          cut_(exec, site),
          rainfall_(exec, site.rain_maps, site.lattice.cells()) {
        const u32 cells = count();
        depth_.resize(cells, "depths"), x_.resize(cells, "momenta"), y_.resize(cells, "momenta");
        for (auto* column : {&bed_, &deepest_, &arrival_}) column->resize(cells, "cells");
        awake_.resize(tiling_.count(), "tiles");
        clock_.resize(1, "the clock"), done_.upload(exec, {0});
        held_.upload(exec, site.held);
        if (!site.rough.empty()) rough_.upload(exec, site.rough);
        upload_sources(exec);
    }

    /// `open`: which doors are; empty: as the site has them.
    void reset(Exec& exec, const Params& p, const std::vector<bool>& open = {}) {
        bed_.upload(exec, site_.bed), cut_.reset(exec, site_);
        std::vector<GateNow> gates;
        for (std::size_t g = 0; g < site_.gates.size(); ++g)
            gates.push_back({open.empty() ? site_.gates[g].open : open[g]});
        set_gates(exec, gates);
        for (auto* column : {&depth_, &x_, &y_}) fill_zero(exec, column->next(), count());
        copy_to_device(exec, depth_.writable(), site_.depth.data(), count());
        copy_to_device(exec, x_.writable(), site_.momentum_x.data(), count());
        copy_to_device(exec, y_.writable(), site_.momentum_y.data(), count());
        fill_zero(exec, deepest_.data(), count()), fill_zero(exec, added_.data(), added_.size());
        arrival_.upload(exec, std::vector<float>(count(), -1.f));
        rainfall_.reset(exec), soil_.reset(exec);
        const Clock start{};
        copy_to_device(exec, clock_.data(), &start, 1);
        if (p.maxima) keep_maxima(exec, p);
        order_ = p.order, tile_for_order(exec, p), survey(exec, p);
    }

    /// One step; the hand acts first.
    void step(StepContext<Exec>& step, const Params& p, const Hand& hand) {
        Exec& exec = step.exec;
        if (p.order != order_) order_ = p.order, tile_for_order(exec, p);
        if (hand.touch != Touch::none) {
            step.timer.stage(exec, "hand");
            touch(exec, p, hand), survey(exec, p);
        }
        if (!sources_.empty()) {
            step.timer.stage(exec, "inflow");
            flow_in(exec, p);
        }
        if (!rainfall_.empty()) {
            step.timer.stage(exec, "rain");
            rainfall_.fall(exec, site_.lattice, clock_.data(), bed_.data(), depth_.writable(), awake_.writable(),
                           tiling_);
        }
        if (p.infiltration > 0) {
            step.timer.stage(exec, "soak");
            soil_.soak(exec, site_, clock_.data(), p.infiltration / 3.6e6f, bed_.data(),
                       {depth_.writable(), x_.writable(), y_.writable()});
        }
        if (p.layout == Layout::table) step_by_table(step, p);
        else {
            step.timer.stage(exec, "flow");
            p.flux == Flux::levelling ? level_out(exec) : sweep_by(exec, p);
        }
        step.timer.stage(exec, "edges");
        end_step(exec, p, next(), awake_.next(), true);
        depth_.swap(), x_.swap(), y_.swap(), awake_.swap();
        if (!p.maxima) return;
        step.timer.stage(exec, "maxima");
        keep_maxima(exec, p);
    }

    Clock clock(Exec& exec) const {
        Clock clock;
        copy_to_host(exec, &clock, clock_.data(), 1);
        return clock;
    }
    WaterSum sum(Exec& exec, float wet_depth = 0) const {
        const SumWater sum{now(), bed_.data(), tiling_.columns, tiling_.rows, wet_depth};
        return reduce<WaterSum>(exec, count(), sum) + cut_.more(exec, now(), wet_depth);
    }
    /// m³ that have fallen from rain maps.
    double rained_from_maps(Exec& exec) const {
        if (rainfall_.empty()) return 0;
        return (rainfall_.fallen(exec) + cut_.more_of(exec, rainfall_.fallen())) * site_.cell_area();
    }
    /// m³ that have soaked away.
    double soaked(Exec& exec) const {
        return soil_.soaked() ? (soil_.sum(exec) + cut_.more_of(exec, soil_.soaked())) * site_.cell_area() : 0;
    }
    /// m³ that have flowed in, less what drains took; without rain.
    double flowed_in(Exec& exec) const {
        double sum = 0;
        const auto added = added_.download(exec);
        for (std::size_t i = 0; i < added.size(); ++i) sum += added[i] * source_areas_[i];
        return sum;
    }

    /// Depth and momentum at some cells.
    std::vector<glm::vec3> at(Exec& exec, const std::vector<u32>& cells) const {
        Array<Exec, u32> places;
        Array<Exec, glm::vec3> water;
        places.upload(exec, cells), water.resize(cells.size(), "samples");
        for_each(exec, u32(cells.size()), Sample{now(), places.data(), water.data()});
        return water.download(exec);
    }

    /// The doors of the site, in its order.
    std::vector<GateNow> gates(Exec& exec) const { return cut_.gates(exec); }
    void set_gates(Exec& exec, const std::vector<GateNow>& gates) { cut_.set_gates(exec, gates); }
    /// Opens or shuts a door. Throws UsageError if water has broken it.
    void set_gate(Exec& exec, u32 number, bool open) {
        auto now = gates(exec);
        if (now[number].broke >= 0) refuse_broken(site_.gates[number]);
        now[number].open = open;
        set_gates(exec, now);
    }

    u32 count() const { return site_.lattice.cells(); }
    const Site& site() const { return site_; }
    WaterState now() const { return {depth_.current(), x_.current(), y_.current()}; }
    const float* bed() const { return bed_.data(); }
    /// The same, in which cells that walls cut are walls.
    const float* swept_bed() const { return cut_.empty() ? bed_.data() : cut_.swept_bed(); }
    const float* deepest() const { return deepest_.data(); }
    const float* arrival() const { return arrival_.data(); }
    std::size_t bytes() const {
        return depth_.bytes() + x_.bytes() + y_.bytes() + bed_.bytes() + deepest_.bytes() + arrival_.bytes() +
               awake_.bytes() + held_.bytes() + rainfall_.bytes() + soil_.bytes() + cut_.bytes() + table_.bytes() +
               rough_.bytes();
    }

  private:
    WaterColumns next() { return {depth_.next(), x_.next(), y_.next()}; }

    void upload_sources(Exec& exec) {
        std::vector<glm::vec2> curve;
        std::vector<u32> first{0};
        const auto area_of = site_.areas();
        for (u32 k = 0; k < site_.inflows.size(); ++k) {
            const auto& inflow = site_.inflows[k];
            double area = 0;
            for (const u32 cell : inflow.cells) area += area_of(cell);
            const float share = float(1 / area);
            for (const u32 cell : inflow.cells) {
                sources_.push_back({cell, k, share});
                source_areas_.push_back(area_of(cell));
            }
            for (const glm::vec2& point : inflow.curve) greatest_ = std::max(greatest_, point.y * share);
            curve.insert(curve.end(), inflow.curve.begin(), inflow.curve.end());
            first.push_back(u32(curve.size()));
        }
        for (const auto& held : site_.held_curves) {
            curve.insert(curve.end(), held.begin(), held.end());
            first.push_back(u32(curve.size()));
        }
        source_cells_.upload(exec, sources_), curve_.upload(exec, curve), first_.upload(exec, first);
        added_.resize(sources_.size(), "inflows");
    }

    void flow_in(Exec& exec, const Params& p) {
        for_each(exec, u32(sources_.size()),
                 FlowIn{source_cells_.data(), curves(), clock_.data(), p.inflow, depth_.writable(), x_.writable(),
                        y_.writable(), added_.data(), awake_.writable(), tiling_});
    }

    float rain(const Params& p) const { return (p.rain + site_.rain) / 3.6e6f; }

    void sweep_by(Exec& exec, const Params& p) {
        by_kernel(p, [&]<CellShape shape, int order> {
            advance<shape, order>(exec, tiling_, rain(p) > 0 ? nullptr : awake_.current(), awake_.next(), now(), next(),
                                  ground(p), clock_.data());
            cut_.template advance<shape, order>(exec, now(), next(), ground(p), clock_.data(), bed_.data(),
                                                rain(p) > 0 ? nullptr : awake_.current(), awake_.next(), tiling_);
        });
    }
    /// Calls f.operator()<shape, order>().
    template <class F> auto by_kernel(const Params& p, const F& f) const {
        const bool second = p.order == Order::second;
        if (site_.lattice.shape == CellShape::hexagon)
            return second ? f.template operator()<CellShape::hexagon, 2>()
                          : f.template operator()<CellShape::hexagon, 1>();
        return second ? f.template operator()<CellShape::square, 2>() : f.template operator()<CellShape::square, 1>();
    }

    /// By the stages of TableLayout, and a look at the new state for its greatest wave speed.
    void step_by_table(StepContext<Exec>& step, const Params& p) {
        const bool level = p.flux == Flux::levelling;  // sees whole cells only
        table_.prepare(step.exec, site_);
        const Ground ground = this->ground(p);
        const auto by = [&]<CellShape shape, Flux flux>() {
            table_.template step<shape, flux>(step, now(), next(), ground, site_, clock_.data());
            step.timer.stage(step.exec, "time step");
            survey_next(step.exec);
            if (cut_.empty()) return;
            step.timer.stage(step.exec, "cut cells");
            cut_.template advance<shape, 1>(step.exec, now(), next(), ground, clock_.data(), bed_.data(),
                                            rain(p) > 0 ? nullptr : awake_.current(), awake_.next(), tiling_);
        };
        if (site_.lattice.shape == CellShape::hexagon)
            level ? by.template operator()<CellShape::hexagon, Flux::levelling>()
                  : by.template operator()<CellShape::hexagon, Flux::hllc>();
        else
            level ? by.template operator()<CellShape::square, Flux::levelling>()
                  : by.template operator()<CellShape::square, Flux::hllc>();
    }
    void level_out(Exec& exec) {
        const auto by = [&]<CellShape shape>() {
            for_each(exec, count(),
                     LevelOut<shape>{now(), next(), bed_.data(), tiling_.columns, tiling_.rows, clock_.data()});
        };
        site_.lattice.shape == CellShape::hexagon ? by.template operator()<CellShape::hexagon>()
                                                  : by.template operator()<CellShape::square>();
        survey_next(exec);
    }
    /// How fast the next state is, and in which tiles.
    void survey_next(Exec& exec) {
        fill_zero(exec, awake_.next(), tiling_.count());
        for_each(exec, count(),
                 Survey{{depth_.next(), x_.next(), y_.next()}, depth_.current(), bed_.data(), awake_.next(), tiling_});
    }

    Ground ground(const Params& p) const {
        return {.bed = swept_bed(),
                .manning = p.friction * site_.manning,
                .rough = rough_.size() > 0 ? rough_.data() : nullptr,
                .spacing = site_.lattice.spacing};
    }

    Curves curves() const { return {curve_.data(), first_.data()}; }

    /// Looks at the present state: how fast it is, and which tiles it is in.
    void survey(Exec& exec, const Params& p) {
        fill_zero(exec, awake_.writable(), tiling_.count());
        for_each(exec, count(), Survey{now(), depth_.next(), bed_.data(), awake_.writable(), tiling_});
        cut_.survey(exec, now(), awake_.writable(), tiling_);
        end_step(exec, p, {depth_.writable(), x_.writable(), y_.writable()}, awake_.writable(), false);
    }

    /// Gives the margin its state and sets the clock. `advances`: the water is that at the end of the step.
    void end_step(Exec& exec, const Params& p, const WaterColumns& water, float* awake, bool advances) {
        const HoldMargin hold{held_.data(),  water,   bed_.data(), awake, tiling_, curves(), u32(site_.inflows.size()),
                              clock_.data(), advances};
        const float rising = greatest_ * p.inflow * p.longest_step;
        const SetClock set{.clock = clock_.data(),
                           .advances = advances,
                           .courant = p.courant,
                           .spacing = site_.lattice.spacing,
                           .longest = p.longest_step,
                           .rain = rain(p),
                           .least_speed = std::sqrt(gravity * rising)};
        each_then_greatest(exec, u32(held_.size()), hold, awake, tiling_.count(), set, done_.data());
    }

    /// Divides the lattice anew if this order needs other tiles.
    void tile_for_order(Exec& exec, const Params& p) {
        const TileSize tile = by_kernel(
            p, [&]<CellShape shape, int order> { return tile_for<shape, order>(exec, tiling_.columns, tiling_.rows); });
        if (tile.columns == tiling_.tile.columns && tile.rows == tiling_.tile.rows) return;
        tiling_.tile = tile;
        awake_.resize(tiling_.count(), "tiles");
        survey(exec, p);
    }

    void touch(Exec& exec, const Params& p, const Hand& hand) {
        const auto& lattice = site_.lattice;
        const glm::vec2 from =
            (hand.at - p.brush - glm::vec2(lattice.origin)) / glm::vec2(lattice.spacing, lattice.pitch());
        const glm::vec2 to =
            (hand.at + p.brush - glm::vec2(lattice.origin)) / glm::vec2(lattice.spacing, lattice.pitch());
        const auto within = [](float x, u32 n) { return u32(limited(floor_int(x), int(margin), int(n - margin))); };
        const u32 c0 = within(from.x - 1, lattice.columns), c1 = within(to.x + 1, lattice.columns);
        const u32 r0 = within(from.y - 1, lattice.rows), r1 = within(to.y + 1, lattice.rows);
        if (c1 <= c0 || r1 <= r0) return;
        const float amount = p.rate * std::min(clock(exec).step, 0.1f);
        const bool on_water = hand.touch == Touch::pour || hand.touch == Touch::take;
        const float sign = hand.touch == Touch::pour || hand.touch == Touch::raise ? 1.f : -1.f;
        for_each(exec, (c1 - c0) * (r1 - r0),
                 TouchCells{lattice, c0, r0, c1 - c0, hand.at, p.brush, on_water ? sign * amount : 0.f,
                            on_water ? 0.f : sign * amount, depth_.writable(), x_.writable(), y_.writable(),
                            bed_.data(), cut_.swept_bed()});
    }

    void keep_maxima(Exec& exec, const Params& p) {
        for_each(exec, count(),
                 KeepMaxima{depth_.current(), clock_.data(), p.shown_from, deepest_.data(), arrival_.data()});
    }

    const Site& site_;
    Tiling tiling_;
    CutWater<Exec> cut_;
    std::optional<Order> order_;  ///< for which the lattice is divided
    Rainfall<Exec> rainfall_;
    Soil<Exec> soil_;
    TableLayout<Exec> table_;
    Column<Exec, float> depth_, x_, y_, awake_;
    Array<Exec, float> bed_, deepest_, arrival_, rough_;
    Array<Exec, Clock> clock_;
    Array<Exec, u32> done_;
    Array<Exec, Held> held_;
    std::vector<SourceCell> sources_;
    std::vector<double> source_areas_;  ///< m²
    Array<Exec, SourceCell> source_cells_;
    Array<Exec, glm::vec2> curve_;
    Array<Exec, u32> first_;
    Array<Exec, double> added_;
    float greatest_ = 0;  ///< m/s: the fastest rise at an inflow
};

}  // namespace nearfield::flood
