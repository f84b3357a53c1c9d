#pragma once
// The water of a site on one backend: columns, clock, and the kernels of a step.
#include "base/error.hpp"
#include "scenes/flood/beside_walls.hpp"
#include "scenes/flood/clock.hpp"
#include "scenes/flood/cross_sections.hpp"
#include "scenes/flood/hands.hpp"
#include "scenes/flood/params.hpp"
#include "scenes/flood/rainfall.hpp"
#include "scenes/flood/shown.hpp"
#include "scenes/flood/slow_water.hpp"
#include "scenes/flood/soil.hpp"
#include "scenes/flood/table.hpp"
#include "sim/step.hpp"
#include "usp/actors.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace nearfield::flood {

struct AsDouble {
    const float* values;
    NF_HD double operator()(u32 i) const { return values[i]; }
};

template <class Exec> class Water {
  public:
    Water(Exec& exec, const Site& site)
        : at_start_(std::shared_ptr<const void>(), &site),
          site_(at_start_),
          tiling_{int(site.lattice.columns), int(site.lattice.rows)},
          cut_(exec, site),
          rainfall_(exec, site.rain_maps, site.lattice.cells()) {
        const u32 cells = count();
        depth_.resize(cells, "depths");
        x_.resize(cells, "momenta");
        y_.resize(cells, "momenta");
        for (auto* column : {&bed_, &deepest_, &arrival_, &worst_}) column->resize(cells, "cells");
        worst_class_.resize(cells, "cells");
        awake_.resize(tiling_.count(), "tiles");
        clock_.resize(1, "the clock");
        greatest_wave_.upload(exec, {Greatest{}});
        held_.upload(exec, site.held);
        ceiling_.upload(exec, site.ceiling);
        rough_.upload(exec, site.rough.empty() ? std::vector<float>(site.lattice.columns, 1.f) : site.rough);
        upload_sources(exec);
    }

    /// `open`: state of the doors; empty: as in the site.
    void reset(Exec& exec, const Params& p, const std::vector<bool>& open = {}) {
        use_site(exec, at_start_);
        bed_.upload(exec, site().bed);
        cut_.lay(exec, bed_.data());
        std::vector<GateNow> gates;
        for (std::size_t g = 0; g < site().gates.size(); ++g)
            gates.push_back({open.empty() ? site().gates[g].open : open[g]});
        set_gates(exec, gates);
        use_precision(exec, p.precision);
        clear_rest(exec);
        for (auto* column : {&depth_, &x_, &y_}) fill_zero(exec, column->next(), count());
        copy_to_device(exec, depth_.writable(), site().depth.data(), count());
        copy_to_device(exec, x_.writable(), site().momentum_x.data(), count());
        copy_to_device(exec, y_.writable(), site().momentum_y.data(), count());
        fill_zero(exec, deepest_.data(), count());
        fill_zero(exec, worst_.data(), count());
        fill_zero(exec, worst_class_.data(), count());
        fill_zero(exec, added_.data(), added_.size());
        arrival_.upload(exec, std::vector<float>(count(), -1.f));
        rainfall_.reset(exec);
        soil_.reset(exec);
        hand_.upload(exec, {Gathered{}});
        clock_.upload(exec, {Clock{}});
        rain_is_due_ = false;
        if (p.maxima) keep_maxima(exec, p);
        order_ = p.order;
        tile_for_order(exec, p);
        survey(exec, p);
    }

    void step(StepContext<Exec>& step, const Params& p) {
        Exec& exec = step.exec;
        if (p.order != order_ || p.precision != precision()) {
            use_precision(exec, p.precision);
            tile_for_order(exec, p);
            order_ = p.order;
        }
        if (!sources_.empty()) {
            step.timer.stage(exec, "inflow");
            flow_in(exec, p);
        }
        if (!rainfall_.empty()) {
            step.timer.stage(exec, "rain");
            rainfall_.fall(exec, site().lattice, clock_.data(), bed_.data(), depth_.writable(), awake_.writable(),
                           tiling_);
        }
        if (const float soaks = p.infiltration + site().infiltration; soaks > 0) {
            step.timer.stage(exec, "soak");
            soil_.soak(exec, site(), clock_.data(), soaks / 3.6e6f, bed_.data(),
                       {depth_.writable(), x_.writable(), y_.writable()});
        }
        if (p.layout == Layout::table) {
            rest_.empty() ? step_by_table_in<float>(step, p) : step_by_table_in<double>(step, p);
        } else {
            step.timer.stage(exec, "flow");
            if (p.flux == Flux::levelling) level_out(exec);
            else rest_.empty() ? sweep_in<float>(exec, p) : sweep_in<double>(exec, p);
        }
        step.timer.stage(exec, "edges");
        end_step(exec, p, next(), awake_.next(), true);
        depth_.swap();
        x_.swap();
        y_.swap();
        awake_.swap();
        for (auto& column : rest_) column.swap();
        if (!p.maxima) return;
        step.timer.stage(exec, "maxima");
        keep_maxima(exec, p);
    }

    /// Applies a brush during the next step.
    void touch(Exec& exec, const Params& p, const Hand& hand) {
        const auto& lattice = site().lattice;
        const CellWindow window = window_around(lattice, hand.at, p.brush);
        const bool rains = hand.touch == Touch::rain, wet = rains || hand.touch == Touch::pour;
        const float water = wet ? 1.f : hand.touch == Touch::take ? -1.f : 0.f;
        const float ground = hand.touch == Touch::raise ? 1.f : hand.touch == Touch::lower ? -1.f : 0.f;
        for_each(exec, 1,
                 Gather{clock_.data(), rains ? p.cloudburst / 3.6e6f : p.rate, rains ? INFINITY : 0.1f, hand_.data()});
        for_each(exec, window.columns * window.rows,
                 TouchCells{.lattice = lattice,
                            .window = window,
                            .at = hand.at,
                            .radius = p.brush,
                            .amount = hand_.data(),
                            .water = water,
                            .ground = ground,
                            .depth = depth_.writable(),
                            .momentum_x = x_.writable(),
                            .momentum_y = y_.writable(),
                            .bed = bed_.data(),
                            .swept_bed = cut_.swept_bed()});
        survey(exec, p);
    }
    /// Bodies in the water brake it, see SlowWater.
    void slow(Exec& exec, const Packed<2>* position, u32 bodies, float drag) {
        crowding_.resize(count(), "bodies in cells");
        fill_zero(exec, crowding_.data(), count());
        for_each(exec, bodies, CountInCells{position, site().lattice, crowding_.data()});
        for_each(exec, count(),
                 SlowWater{crowding_.data(), clock_.data(), drag / float(site().cell_area()), depth_.current(),
                           x_.writable(), y_.writable()});
    }
    /// Continues with other walls or inflows. Raised and lowered ground and the state of doors are kept.
    void change(Exec& exec, const Params& p, std::shared_ptr<const Site> next) {
        const auto altered = altered_cells(site(), *next);
        const auto gates = this->gates(exec);
        use_site(exec, std::move(next));
        if (!altered.empty()) {
            Array<Exec, Altered> cells;
            cells.upload(exec, altered);
            for_each(exec, u32(altered.size()),
                     AlterCells{cells.data(), depth_.writable(), x_.writable(), y_.writable(), bed_.data()});
            exec.finish();
        }
        cut_.lay(exec, bed_.data());
        set_gates(exec, gates);
        survey(exec, p);
    }

    /// All state that steps and hands change.
    struct Saved {
        std::shared_ptr<const Site> site;
        std::optional<Order> order;
        TileSize tile;
        std::array<Array<Exec, float>, 8> columns;
        std::vector<Array<Exec, float>> rest;
        Array<Exec, std::uint8_t> worst_class;
        Array<Exec, Clock> clock;
        Array<Exec, double> added;
        Array<Exec, Gathered> hand;
        std::vector<GateNow> gates;
        typename Rainfall<Exec>::Saved rainfall;
        typename Soil<Exec>::Saved soil;
        bool rain_is_due;
    };
    Saved save(Exec& exec) const {
        const u32 n = count();
        std::vector<Array<Exec, float>> rest;
        for (const auto& column : rest_) rest.push_back(copy_of(exec, column.current(), n));
        return {.site = site_,
                .order = order_,
                .tile = tiling_.tile,
                .columns = {copy_of(exec, depth_.current(), n), copy_of(exec, x_.current(), n),
                            copy_of(exec, y_.current(), n), copy_of(exec, awake_.current(), tiling_.count()),
                            copy_of(exec, bed_), copy_of(exec, deepest_), copy_of(exec, arrival_),
                            copy_of(exec, worst_)},
                .rest = std::move(rest),
                .worst_class = copy_of(exec, worst_class_),
                .clock = copy_of(exec, clock_),
                .added = copy_of(exec, added_),
                .hand = copy_of(exec, hand_),
                .gates = gates(exec),
                .rainfall = rainfall_.save(exec),
                .soil = soil_.save(exec),
                .rain_is_due = rain_is_due_};
    }
    void restore(Exec& exec, const Saved& to) {
        use_site(exec, to.site);
        use_precision(exec, to.rest.empty() ? Precision::f32 : Precision::f64);
        use_tiles(to.tile);
        order_ = to.order;
        Column<Exec, float>* twice[] = {&depth_, &x_, &y_, &awake_};  // while tiles sleep both states are equal
        for (std::size_t k = 0; k < 4; ++k)
            for (float* into : {twice[k]->writable(), twice[k]->next()})
                copy_on_device(exec, into, to.columns[k].data(), to.columns[k].size());
        for (std::size_t k = 0; k < rest_.size(); ++k)
            for (float* into : {rest_[k].writable(), rest_[k].next()})
                copy_on_device(exec, into, to.rest[k].data(), to.rest[k].size());
        put_back(exec, bed_, to.columns[4]);
        put_back(exec, deepest_, to.columns[5]);
        put_back(exec, arrival_, to.columns[6]);
        put_back(exec, worst_, to.columns[7]);
        put_back(exec, worst_class_, to.worst_class);
        put_back(exec, clock_, to.clock);
        put_back(exec, added_, to.added);
        put_back(exec, hand_, to.hand);
        rainfall_.restore(exec, to.rainfall);
        soil_.restore(exec, to.soil);
        rain_is_due_ = to.rain_is_due;
        cut_.lay(exec, bed_.data());
        set_gates(exec, to.gates);
    }

    Clock clock(Exec& exec) const {
        Clock clock;
        copy_to_host(exec, &clock, clock_.data(), 1);
        return clock;
    }
    WaterSum sum(Exec& exec, float wet_depth = 0) const {
        return rest_.empty() ? sum_of(exec, now_in<float>(), wet_depth) : sum_of(exec, now_in<double>(), wet_depth);
    }
    /// Rain from maps so far, m³.
    double rained_from_maps(Exec& exec) const { return volume_of(exec, rainfall_.fallen()); }
    /// Infiltration so far, m³.
    double soaked(Exec& exec) const { return volume_of(exec, soil_.soaked()); }
    /// Inflow so far without rain, minus that taken by drains, m³.
    double flowed_in(Exec& exec) const {
        double sum = 0;
        const auto added = added_.download(exec);
        for (std::size_t i = 0; i < added.size(); ++i) sum += added[i] * source_areas_[i];
        return sum;
    }

    std::vector<Sampled> at(Exec& exec, const std::vector<u32>& cells) const {
        Array<Exec, u32> places;
        Array<Exec, Sampled> sampled;
        places.upload(exec, cells);
        sampled.resize(cells.size(), "samples");
        for_each(exec, u32(cells.size()), Sample{now(), bed(), ceilings(), places.data(), sampled.data()});
        return sampled.download(exec);
    }

    /// The doors, in the site's order.
    std::vector<GateNow> gates(Exec& exec) const { return cut_.gates(exec); }
    void set_gates(Exec& exec, const std::vector<GateNow>& gates) { cut_.set_gates(exec, gates); }
    /// Opens, shuts or breaks a door. Throws UsageError if it is already broken.
    void set_gate(Exec& exec, u32 number, const GateNow& gate) {
        auto now = gates(exec);
        if (now[number].broke >= 0)
            throw UsageError("door: water has broken '" + site().gates[number].name + "'; it cannot be shut");
        now[number] = gate;
        set_gates(exec, now);
    }

    u32 count() const { return site().lattice.cells(); }
    const Site& site() const { return *site_; }
    /// The state in single precision, whatever precision it is computed in.
    WaterState now() const { return {depth_.current(), x_.current(), y_.current()}; }
    const float* bed() const { return bed_.data(); }
    /// The bed with cut cells as walls.
    const float* swept_bed() const { return cut_.empty() ? bed_.data() : cut_.swept_bed(); }
    Ceilings ceilings() const { return {site().ceiling.empty() ? nullptr : ceiling_.data(), site().slot}; }
    /// Maxima of the run so far.
    Maxima maxima() { return {deepest_.data(), arrival_.data(), worst_.data(), worst_class_.data()}; }
    std::size_t bytes() const {
        std::size_t rest = 0;
        for (const auto& column : rest_) rest += column.bytes();
        return rest + depth_.bytes() + x_.bytes() + y_.bytes() + bed_.bytes() + deepest_.bytes() + arrival_.bytes() +
               worst_.bytes() + worst_class_.bytes() + awake_.bytes() + held_.bytes() + rainfall_.bytes() +
               soil_.bytes() + cut_.bytes() + table_.bytes() + rough_.bytes() + ceiling_.bytes() + crowding_.bytes();
    }

  private:
    WaterColumns next() { return {depth_.next(), x_.next(), y_.next()}; }
    template <class Real> StateIn<Real> now_in() const {
        if constexpr (std::is_same_v<Real, float>) return now();
        else return {now(), {rest_[0].current(), rest_[1].current(), rest_[2].current()}};
    }
    template <class Real> ColumnsIn<Real> next_in() {
        if constexpr (std::is_same_v<Real, float>) return next();
        else return {next(), {rest_[0].next(), rest_[1].next(), rest_[2].next()}};
    }
    template <class State> WaterSum sum_of(Exec& exec, const State& state, float wet_depth) const {
        const SumWater<State> sum{state, bed_.data(), tiling_.columns, tiling_.rows, wet_depth};
        return reduce<WaterSum>(exec, count(), sum) + cut_.more(exec, state, wet_depth);
    }

    /// Volume of a height per cell, m³; 0 for an empty array.
    double volume_of(Exec& exec, const Array<Exec, float>& heights) const {
        if (heights.size() == 0) return 0;
        const double whole = reduce<double>(exec, count(), AsDouble{heights.data()});
        return (whole + cut_.more_of(exec, heights.data())) * site().cell_area();
    }

    Precision precision() const { return rest_.empty() ? Precision::f32 : Precision::f64; }
    /// Allocates or frees the rests of double precision. A change from single precision starts with rests of 0.
    void use_precision(Exec& exec, Precision precision) {
        if (precision == this->precision()) return;
        std::vector<Column<Exec, float>> rest(precision == Precision::f64 ? 3 : 0);
        for (auto& column : rest) column.resize(count(), "double precision");
        rest_ = std::move(rest);
        clear_rest(exec);
    }
    void clear_rest(Exec& exec) {
        for (auto& column : rest_)
            for (float* part : {column.writable(), column.next()}) fill_zero(exec, part, count());
    }

    /// Switches to the walls, doors and inflows of another edition of the site on the same lattice.
    void use_site(Exec& exec, std::shared_ptr<const Site> next) {
        if (next == site_) return;
        if (next->edition != site().edition) {
            CutWater<Exec> cut(exec, *next);
            cut_ = std::move(cut);
            table_ = {};
            ceiling_.upload(exec, next->ceiling);
        }
        site_ = std::move(next);
        upload_sources(exec);
    }
    void upload_sources(Exec& exec) {
        const auto so_far = added_.size() > 0 ? added_.download(exec) : std::vector<double>();
        sources_.clear();
        source_areas_.clear();
        greatest_ = 0;
        std::vector<glm::vec2> curve;
        std::vector<u32> first{0};
        std::map<u32, u32> last_of_cell;
        const auto area_of = site().areas();
        for (u32 k = 0; k < site().inflows.size(); ++k) {
            const auto& inflow = site().inflows[k];
            double area = 0;
            for (const u32 cell : inflow.cells) area += is_wall(site().bed[cell]) ? 0 : area_of(cell);
            const float share = area > 0 ? float(1 / area) : 0.f;
            for (const u32 cell : inflow.cells) {
                const u32 source = u32(sources_.size());
                const auto [last, is_first] = last_of_cell.try_emplace(cell, source);
                if (!is_first) {
                    sources_[last->second].next = source;
                    last->second = source;
                }
                sources_.push_back({.cell = cell, .inflow = k, .share = share, .is_first = is_first});
                source_areas_.push_back(area_of(cell));
            }
            for (const glm::vec2& point : inflow.curve) greatest_ = std::max(greatest_, point.y * share);
            curve.insert(curve.end(), inflow.curve.begin(), inflow.curve.end());
            first.push_back(u32(curve.size()));
        }
        for (const auto& held : site().held_curves) {
            for (const glm::vec2& point : held.points) curve.push_back({point.x, held.value(point)});
            first.push_back(u32(curve.size()));
        }
        source_cells_.upload(exec, sources_);
        curve_.upload(exec, curve);
        first_.upload(exec, first);
        std::vector<double> added(sources_.size());
        std::copy_n(so_far.begin(), std::min(so_far.size(), added.size()), added.begin());
        added_.upload(exec, added);
    }

    void flow_in(Exec& exec, const Params& p) {
        for_each(exec, u32(sources_.size()),
                 FlowIn{.sources = source_cells_.data(),
                        .curves = curves(),
                        .clock = clock_.data(),
                        .scale = p.inflow,
                        .bed = bed_.data(),
                        .depth = depth_.writable(),
                        .momentum_x = x_.writable(),
                        .momentum_y = y_.writable(),
                        .added = added_.data(),
                        .awake = awake_.writable(),
                        .tiling = tiling_});
    }

    float rain(const Params& p) const { return (p.rain + site().rain) / 3.6e6f; }
    /// Wave speed per tile; null if every tile must be stepped, because of rain or pending drops.
    const float* awake_for(const Params& p) const { return rain(p) > 0 || rain_is_due_ ? nullptr : awake_.current(); }

    /// Divides the lattice again if the order and precision need other tiles.
    void tile_for_order(Exec& exec, const Params& p) {
        const TileSize tile = rest_.empty() ? tile_in<float>(exec, p) : tile_in<double>(exec, p);
        if (use_tiles(tile)) survey(exec, p);
    }
    /// Returns false if the lattice already has these tiles.
    bool use_tiles(TileSize tile) {
        if (tile.columns == tiling_.tile.columns && tile.rows == tiling_.tile.rows) return false;
        Tiling tiling = tiling_;
        tiling.tile = tile;
        Column<Exec, float> awake;
        awake.resize(tiling.count(), "tiles");
        tiling_ = tiling;
        awake_ = std::move(awake);
        return true;
    }

    // water.inl
    template <class Real> void sweep_in(Exec& exec, const Params& p);
    template <class Real> void step_by_table_in(StepContext<Exec>& step, const Params& p);
    template <class Real> TileSize tile_in(Exec& exec, const Params& p) const;
    void level_out(Exec& exec);
    template <class F> auto by_kernel(const Params& p, const F& f) const;

    /// Computes the wave speed of the next state, per tile.
    void survey_next(Exec& exec) {
        fill_zero(exec, awake_.next(), tiling_.count());
        for_each(exec, count(),
                 Survey{{depth_.next(), x_.next(), y_.next()},
                        depth_.current(),
                        bed_.data(),
                        awake_.next(),
                        tiling_,
                        ceilings()});
    }

    Ground ground(const Params& p) const {
        return {.bed = swept_bed(),
                .manning = p.friction * site().manning,
                .rough = rough_.data(),
                .mapped = !site().rough.empty(),
                .spacing = site().lattice.spacing,
                .ceilings = ceilings()};
    }

    Curves curves() const { return {curve_.data(), first_.data()}; }

    /// Computes the wave speed of the present state, per tile.
    void survey(Exec& exec, const Params& p) {
        fill_zero(exec, awake_.writable(), tiling_.count());
        for_each(exec, count(), Survey{now(), depth_.next(), bed_.data(), awake_.writable(), tiling_, ceilings()});
        cut_.survey(exec, now(), bed_.data(), ceilings(), awake_.writable(), tiling_);
        end_step(exec, p, {depth_.writable(), x_.writable(), y_.writable()}, awake_.writable(), false);
    }

    /// Sets the ghost cells and the clock. `advances`: the water is that at the end of the step.
    void end_step(Exec& exec, const Params& p, const WaterColumns& water, float* awake, bool advances) {
        const HoldMargin hold{.held = held_.data(),
                              .water = water,
                              .rest = rest_of_margin(advances),
                              .bed = bed_.data(),
                              .awake = awake,
                              .tiling = tiling_,
                              .curves = curves(),
                              .first_curve = u32(site().inflows.size()),
                              .clock = clock_.data(),
                              .ahead = advances};
        const float rising = greatest_ * p.inflow * p.longest_step;
        const SetClock set{.clock = clock_.data(),
                           .advances = advances,
                           .courant = p.courant,
                           .spacing = site().lattice.spacing,
                           .longest = p.longest_step,
                           .rain = rain(p),
                           .least_speed = std::sqrt(gravity * rising)};
        each_then_greatest(exec, u32(held_.size()), hold, awake, tiling_.count(), set, greatest_wave_.data());
        if (advances) rain_is_due_ = rain(p) > 0;
    }

    /// Rests of the next or the present state; null in single precision.
    WaterColumns rest_of_margin(bool next) {
        if (rest_.empty()) return {};
        if (next) return {rest_[0].next(), rest_[1].next(), rest_[2].next()};
        return {rest_[0].writable(), rest_[1].writable(), rest_[2].writable()};
    }

    void keep_maxima(Exec& exec, const Params& p) {
        for_each(exec, count(), KeepMaxima{now(), clock_.data(), p.shown_from, p.debris, maxima()});
    }

    const std::shared_ptr<const Site> at_start_;  ///< the site as first divided
    std::shared_ptr<const Site> site_;
    Tiling tiling_;
    CutWater<Exec> cut_;
    std::optional<Order> order_;  ///< order for which the lattice is divided
    Rainfall<Exec> rainfall_;
    Soil<Exec> soil_;
    TableLayout<Exec> table_;
    Column<Exec, float> depth_, x_, y_, awake_;
    std::vector<Column<Exec, float>> rest_;  ///< double precision: rests of depth, x and y
    Array<Exec, float> bed_, deepest_, arrival_, worst_, rough_, ceiling_;
    Array<Exec, std::uint8_t> worst_class_;
    Array<Exec, Clock> clock_;
    Array<Exec, Greatest> greatest_wave_;
    Array<Exec, Gathered> hand_;  ///< change by hand in a step
    Array<Exec, u32> crowding_;   ///< bodies per cell
    Array<Exec, Held> held_;
    std::vector<SourceCell> sources_;
    std::vector<double> source_areas_;  ///< m²
    Array<Exec, SourceCell> source_cells_;
    Array<Exec, glm::vec2> curve_;
    Array<Exec, u32> first_;
    Array<Exec, double> added_;
    float greatest_ = 0;        ///< fastest rise at an inflow, m/s
    bool rain_is_due_ = false;  ///< drops may fall in the next step
};

}  // namespace nearfield::flood
