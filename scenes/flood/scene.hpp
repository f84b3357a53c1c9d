#pragma once
// Shallow water on the cells of a lattice.
#include "scenes/flood/checks.hpp"
#include "scenes/flood/metrics.hpp"
#include "scenes/flood/people/people.hpp"
#include "scenes/flood/picture/depiction.hpp"
#include "scenes/flood/site/sites.hpp"
#include "scenes/flood/water/doors.hpp"
#include "scenes/flood/water/water.hpp"
#include "sim/world_of.hpp"

#include <optional>

namespace nearfield {

struct Flood {
    using Params = flood::Params;
    using Metrics = flood::Metrics;
    using Setup = flood::Setup;

    static const char* key() { return "flood"; }
    static const char* title() { return "Flood"; }
    static const char* elements() { return "cells"; }
    static const char* length_unit() { return "m"; }
    static const char* summary() {
        return "Shallow water on hexagons: dams break, rain runs off, streets are flooded.";
    }
    static std::vector<ParamSpec> describe() { return flood::describe_params(); }

    static std::vector<CheckSuite> check_suites() { return {{"flood", "shallow water", flood_checks()}}; }
    static std::vector<MetricSpec> metrics() { return flood::describe_metrics(); }
    static std::vector<Quantity> attributes() {
        return {{"depth", "depth", "m", "Depth of the water."},
                {"level", "level", "m", "Height of the surface."},
                {"speed", "speed", "m/s", "Velocity of the water."},
                {"deepest", "greatest depth", "m", "Greatest depth so far."},
                {"arrival", "arrival", "s", "Time when the water arrived."},
                {"hazard", "hazard", "m²/s",
                 "The hazard rating of Defra (FD2320): depth times (velocity + 0.5 m/s), plus a debris factor. "
                 "Dangerous from 0.75 for some, from 1.25 for most, from 2 for all."},
                {"velocity_x", "velocity in x", "m/s", "Velocity of the water along x."},
                {"velocity_y", "velocity in y", "m/s", "Velocity of the water along y."},
                {"worst", "greatest hazard", "m²/s", "Greatest hazard rating of Defra so far."},
                {"worst_class", "greatest class", "", "Greatest hazard class so far, 1 for H1 to 6 for H6."}};
    }
    static std::vector<Quantity> gauged() {
        return {
            {"discharge", "discharge", "m³/s",
             "Discharge across the line, from its left to its right side "
             "as seen from its first end."},
            {"depth", "depth", "m", "Greatest depth along the line."},
            {"level", "level", "m", "Highest surface along the line; none where it is dry."},
            {"speed", "speed", "m/s", "Greatest velocity along the line."},
            {"people_density", "people: density", "1/m²", "People per square metre, over the last 10 s."},
            {"people_speed", "people: speed", "m/s",
             "Mean speed of people over the last 10 s; at a line, of the velocity perpendicular to it."},
            {"people_flow", "people: flow", "1/(m s)", "People per second and metre of width, over the last 10 s."}};
    }
    static constexpr auto tools() {
        using enum Gesture;
        constexpr auto brush = [](auto key, char letter, auto label, auto help, auto while_on) {
            return Tool{
                .key = key, .label = label, .help = help, .gesture = hold, .letter = letter, .while_on = while_on};
        };
        return std::array{
            brush("pour", 'a', "Pour water at the mouse", "Adds water in the brush.", "Pouring"),
            brush("take", 'x', "Take water away at the mouse", "Takes water in the brush.", "Taking away"),
            brush("raise", 'u', "Raise the ground at the mouse", "Builds a bank.", "Raising the ground"),
            brush("lower", 'j', "Lower the ground at the mouse", "Digs, or breaches a bank.", "Lowering the ground"),
            brush("rain", 'n', "Let it rain at the mouse", "Rain in the brush.", "Raining"),
            Tool{.key = "source",
                 .label = "Place a source at the mouse, or shut it off",
                 .help = "Starts an inflow in the brush; on a source, shuts it off.",
                 .gesture = click,
                 .letter = 's'},
            Tool{.key = "wall",
                 .label = "Build a wall",
                 .help = "Draw a thin wall with the left button; it cuts cells.",
                 .gesture = line,
                 .letter = 'w'},
            Tool{.key = "breach",
                 .label = "Breach walls at the mouse",
                 .help = "Removes walls and parts of houses in the brush.",
                 .gesture = click,
                 .letter = 'b'},
            Tool{.key = "break",
                 .label = "Break the door at the mouse",
                 .help = "Breaks the nearest door open permanently.",
                 .gesture = click,
                 .letter = 'k'},
            Tool{.key = "door",
                 .label = "Shut or open the door at the mouse",
                 .help = "Shuts the nearest door, or opens it.",
                 .gesture = click,
                 .letter = 'e'},
            Tool{.key = "line",
                 .label = "Draw a line",
                 .help = "Draw a line with the left button; discharge and the flow of people across it are "
                         "measured.",
                 .gesture = line,
                 .letter = 'l',
                 .list = "lines"},
            Tool{.key = "area",
                 .label = "Draw an area",
                 .help = "Draw a rectangle with the left button; people's density, speed and flow in it are measured.",
                 .gesture = rectangle,
                 .letter = 'i',
                 .list = "areas"}};
    }
    static constexpr Facets facets = Facets::elements | Facets::clock | Facets::gauges | Facets::derived | Facets::held;
    static constexpr Depth depth = Depth::flat;
    static Setup prepare(const Params& p, u32 seed) { return flood::prepare(p, seed); }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup) : exec_(exec), setup_(setup), water_(exec, setup.site) {
            if (setup.plan) people_.emplace(exec, *setup.plan);
            for (auto& values : shown_) values.resize(count(), "values to show");
            show_walls();
        }

        /// Throws UsageError for lines and areas outside the site.
        void configure(Exec& exec, const Params& p) {
            if (people_) plans::with_shut(*plan(), p.shut);
            auto observed = observed_by(p);
            require_seen(water_.site(), p.flux);
            if (p.precision == flood::Precision::f64 && p.flux == flood::Flux::levelling)
                throw UsageError("precision: levelling has single precision only; use precision=single, or "
                                 "flux=HLLC or Rusanov");
            auto open = flood::doors_open(water_.site(), p.shut, people_.has_value());
            flood::CrossSections lines(water_.site(), plan(), p.lines);
            lines.require_ground(water_.site(), lines_);
            picture_.configure(exec, water_.site(), plan(), p);
            if (people_ && observed.listed != observed_.listed) people_->crowd().measure(exec, observed.measured);
            if (open_.size() == open.size()) set_doors(exec, open);
            open_ = std::move(open);
            lines_ = std::move(lines);
            observed_ = std::move(observed);
            params_ = p;
        }
        void reset(Exec& exec, const Params& p, u32 seed) {
            state_ = {};
            water_.reset(exec, with_people(p), open_);
            show_walls();
            if (people_) people_->reset(exec, p.shut, seed);
            volume_at_start_ = water_.sum(exec).volume;
        }
        void step(StepContext<Exec>& step, const Params& p) {
            if (state_.hand.touch != flood::Touch::none) {
                step.timer.stage(step.exec, "hand");
                by_hand(step.exec, [&] { water_.touch(step.exec, with_people(p), state_.hand); });
            }
            const float dt = people_ ? water_.clock(step.exec).step : 0.f;
            if (people_ && p.drag) {
                step.timer.stage(step.exec, "drag");
                people_->hold_back(step.exec, water_);
            }
            water_.step(step, with_people(p));
            if (people_ && step.number % 10 == 0) tell_doors(step.exec);
            if (people_)
                people_->step(step, water_.now(), water_.site().lattice, {p.wading, int(p.blocks), p.runs, p.choice},
                              p.shut, dt);
            ++state_.steps;
        }

        double time() const { return water_.clock(exec_).time; }
        Metrics metrics(Exec& exec) {
            const flood::WaterSum sum = water_.sum(exec, params_.shown_from);
            const flood::Clock clock = water_.clock(exec);
            if (!sum.finite) throw Error("the water is no longer finite; lower the Courant number and reset (R)");
            const double area = water_.site().cell_area();
            const Ledger ledger = this->ledger(exec, sum, clock);
            const double missing = volume_at_start_ * area + state_.by_hand - ledger.unexplained();
            const bool closed = water_.site().closed;
            gauges_ = lines_.gauges(water_.at(exec, lines_.cells()), water_.site().datum);
            for (auto& gauge : gauges_) gauge.values.resize(gauged().size(), NAN);
            Metrics metrics{.volume = ledger.volume,
                            .flooded = sum.wet * area,
                            .deepest = sum.deepest,
                            .fastest = sum.fastest,
                            .time_step = clock.step,
                            .rained = ledger.rained,
                            .flowed_in = ledger.in,
                            .soaked = ledger.soaked,
                            .flowed_out = closed ? 0 : missing,
                            .broken = broken_doors(exec),
                            .balance = closed ? -missing : NAN,
                            .by_hand = state_.by_hand,
                            .measured = {NAN, NAN, NAN, NAN, NAN, NAN}};
            metrics.people.fill(NAN);
            if (people_) {
                metrics.people = people_->count(exec, state_.steps);
                people_->crowd().sample(exec);
                metrics.measured = people_->crowd().reading({std::size_t(params_.line), std::size_t(params_.area)});
                gauge_people();
            }
            return metrics;
        }
        std::vector<Gauge> gauges() const { return gauges_; }
        std::vector<Diagram> diagrams() const {
            return {{.title = "Discharge", .x = 0, .y = 0, .time_unit = 1, .time_label = "s"},
                    {.title = "Depth", .x = 1, .y = 1, .time_unit = 1, .time_label = "s"},
                    {.title = "People", .x = 6, .y = 6, .time_unit = 1, .time_label = "s"}};
        }
        AttributeView attribute(int which) const { return {.real = shown_[which].data()}; }
        void derive(Exec& exec) {
            for_each(exec, count(),
                     flood::ShowWater{.now = water_.now(),
                                      .bed = water_.bed(),
                                      .ceilings = water_.ceilings(),
                                      .maxima = water_.maxima(),
                                      .datum = float(water_.site().datum),
                                      .wet_depth = params_.shown_from,
                                      .debris = params_.debris,
                                      .depth = shown_[0].data(),
                                      .level = shown_[1].data(),
                                      .speed = shown_[2].data(),
                                      .most = shown_[3].data(),
                                      .came = shown_[4].data(),
                                      .hazard = shown_[5].data(),
                                      .velocity_x = shown_[6].data(),
                                      .velocity_y = shown_[7].data(),
                                      .worst = shown_[8].data(),
                                      .worst_class = shown_[9].data()});
        }
        void picture(Canvas<Exec>& canvas) {
            const int which = canvas.attribute();
            if (picture_.shows_doors() && !water_.site().gates.empty()) {
                std::vector<bool> open;
                for (const auto& gate : water_.gates(canvas.exec())) open.push_back(bool(gate.open));
                picture_.set_doors(water_.site(), plan(), open);
            }
            const flood::Drawn drawn{water_.site(),      water_.now(),    water_.bed(),
                                     water_.swept_bed(), water_.maxima(), params_.shown_from};
            picture_.draw(canvas, drawn, shown_[which].data(), hazard_attribute(which));
            if (params_.view == flood::View::flat) draw_walls(canvas);
            draw_inflows(canvas);
            if (!people_) return;
            const auto footing = picture_.footing();
            people_->picture(canvas, water_.site().lattice, footing ? &*footing : nullptr);
        }
        u32 count() const { return water_.count(); }
        glm::vec3 centre(u32 cell) const { return water_.site().lattice.middle(cell); }
        void use(const Stroke& stroke) {
            using flood::Touch;
            const auto at = only_place(stroke);
            if (stroke.tool == "door" || stroke.tool == "break") return use_door(*at, stroke.tool == "break");
            if (stroke.tool == "wall")
                return rebuild(flood::with_wall(water_.site(), glm::dvec2(stroke.at[0]), glm::dvec2(stroke.at[1])));
            if (stroke.tool == "breach")
                return rebuild(flood::breached(water_.site(), glm::dvec2(*at), double(params_.brush)));
            if (stroke.tool == "source") return place_source(*at);
            const Touch touch = stroke.tool == "pour"    ? Touch::pour
                                : stroke.tool == "take"  ? Touch::take
                                : stroke.tool == "raise" ? Touch::raise
                                : stroke.tool == "rain"  ? Touch::rain
                                                         : Touch::lower;
            state_.hand = at ? flood::Hand{touch, *at} : flood::Hand{};
        }
        /// State of changes by hand.
        struct State {
            flood::Hand hand;
            double by_hand = 0;  ///< m³
            u64 steps = 0;
        };
        State& held() { return state_; }
        /// All backend state that steps and hands change.
        struct Saved {
            typename flood::Water<Exec>::Saved water;
            std::optional<typename flood::People<Exec>::Saved> people;
            std::vector<bool> open;  ///< doors, as set by the parameters
        };
        Saved save(Exec& exec) {
            Saved saved{.water = water_.save(exec), .people = {}, .open = open_};
            if (people_) saved.people = people_->save(exec);
            return saved;
        }
        void restore(Exec& exec, const Saved& to) {
            water_.restore(exec, to.water);
            show_walls();
            if (people_) people_->restore(exec, *to.people);
            const auto wanted = std::exchange(open_, to.open);
            set_doors(exec, wanted);
            open_ = wanted;
        }
        std::size_t bytes() const {
            std::size_t sum = water_.bytes() + picture_.bytes() + (people_ ? people_->bytes() : 0);
            for (const auto& values : shown_) sum += values.bytes();
            return sum;
        }

      private:
        /// The site's plan as it was read, or null.
        const plans::Plan* plan() const { return setup_.plan.get(); }
        /// A list of lines that never changes.
        class WallLines {
          public:
            WallLines() = default;
            explicit WallLines(flood::CellLines from)
                : ends_(std::make_shared<const std::vector<Segment>>(std::move(from.lines))),
                  cells_(std::make_shared<const std::vector<u32>>(std::move(from.cells))) {}
            void draw(Canvas<Exec>& canvas, const char* name, glm::vec3 colour, LineLook look = LineLook::wall) const {
                if (cells_->empty()) return;
                canvas.lines({.name = name,
                              .ends = ends_,
                              .ids = cells_,
                              .colour = colour,
                              .look = look,
                              .count = u32(cells_->size())});
            }

          private:
            std::shared_ptr<const std::vector<Segment>> ends_;
            std::shared_ptr<const std::vector<u32>> cells_;
        };
        /// Measurements of people, and the spans that define them.
        struct Observed {
            std::pair<std::vector<Span>, std::vector<Span>> listed;
            std::vector<std::size_t> line;  ///< per listed line: its number in the parameter
            crowd::Measured measured;
        };
        /// People are counted at lines that are at least a body wide.
        Observed observed_by(const Params& p) {
            Observed observed;
            const auto areas = read_spans("areas", p.areas);
            if (!people_) {
                if (!areas.empty()) throw UsageError("areas: measure people, and this site has none; clear the list");
                return observed;
            }
            const auto lines = read_spans("lines", p.lines);
            for (std::size_t l = 0; l < lines.size(); ++l)
                if (glm::length(lines[l].b - lines[l].a) >= crowd::least_measured) {
                    observed.line.push_back(l);
                    observed.listed.first.push_back(lines[l]);
                }
            observed.listed.second = areas;
            observed.measured = crowd::measured_on(*plan(), observed.listed.first, areas);
            return observed;
        }
        /// Adds the measurements of people to the gauges of the water.
        void gauge_people() {
            constexpr std::ptrdiff_t of_water = 4;
            std::size_t of_plan = 0;
            for (auto& gauge : people_->crowd().gauges()) {
                if (gauge.outline.size() == 2) {
                    const bool listed = gauge.key == "lines";
                    auto& values = gauges_[listed ? lines_.of_plan() + observed_.line[gauge.item] : of_plan++].values;
                    std::copy(gauge.values.begin(), gauge.values.end(), values.begin() + of_water);
                } else {
                    gauge.values.insert(gauge.values.begin(), of_water, NAN);
                    gauges_.push_back(std::move(gauge));
                }
            }
        }
        /// `which`: an index into attributes().
        static flood::HazardAttribute hazard_attribute(int which) {
            using enum flood::HazardAttribute;
            return which == 5 ? present : which == 8 ? greatest : which == 9 ? greatest_class : none;
        }
        /// With people, the step is limited to theirs.
        Params with_people(Params p) const {
            if (people_) p.longest_step = std::min(p.longest_step, flood::People<Exec>::longest_step);
            return p;
        }
        /// Moves the doors whose parameter has changed, unless they are broken.
        void set_doors(Exec& exec, const std::vector<bool>& open) {
            if (open == open_) return;
            auto gates = water_.gates(exec);
            for (std::size_t g = 0; g < gates.size(); ++g)
                if (open[g] != open_[g] && gates[g].broke < 0) gates[g].open = open[g];
            water_.set_gates(exec, gates);
        }
        /// Passes the present state of doors to the people.
        void tell_doors(Exec& exec) {
            const auto gates = water_.gates(exec);
            for (std::size_t g = 0; g < gates.size(); ++g)
                people_->crowd().move_door(exec, water_.site().gates[g].name, bool(gates[g].open));
        }
        void use_door(glm::vec2 at, bool breaks) {
            const auto& site = water_.site();
            const u32 door = flood::door_at(site, at, std::max(1.f, 5 * site.lattice.spacing));
            if (breaks) water_.set_gate(exec_, door, {.open = 1, .broke = float(time())});
            else water_.set_gate(exec_, door, {.open = !water_.gates(exec_)[door].open});
        }
        /// Replaces the walls of the site.
        void rebuild(const std::vector<CellWall>& walls) {
            auto next = flood::rewalled(water_.site(), *setup_.described, walls, params_.walls);
            next.edition = ++editions_;
            change(std::move(next));
        }
        void place_source(glm::vec2 at) {
            const double area = M_PI * double(params_.brush) * double(params_.brush);
            change(flood::with_spring(water_.site(), at, params_.brush, area * double(params_.rate)));
        }
        /// Throws UsageError if walls cut cells and the flux ignores cuts.
        static void require_seen(const flood::Site& site, flood::Flux flux) {
            if (!site.cuts.cells.empty() && flux == flood::Flux::levelling)
                throw UsageError("flux: levelling ignores cut cells, and walls cut some here; use walls=whole");
        }
        void change(flood::Site next) {
            require_seen(next, params_.flux);
            by_hand(exec_, [&] {
                water_.change(exec_, with_people(params_), std::make_shared<const flood::Site>(std::move(next)));
            });
            show_walls();
        }
        /// The volume and its sources, m³.
        struct Ledger {
            double volume, rained, in, soaked;
            double unexplained() const { return volume - rained - in + soaked; }
        };
        Ledger ledger(Exec& exec, const flood::WaterSum& sum, const flood::Clock& clock) {
            const double area = water_.site().cell_area();
            return {sum.volume * area, clock.rained * sum.ground * area + water_.rained_from_maps(exec),
                    water_.flowed_in(exec), water_.soaked(exec)};
        }
        /// Runs `act` and books the change of volume that the ledger does not explain.
        template <class F> void by_hand(Exec& exec, const F& act) {
            const auto unexplained = [&] { return ledger(exec, water_.sum(exec), water_.clock(exec)).unexplained(); };
            const double before = unexplained();
            act();
            state_.by_hand += unexplained() - before;
        }
        void show_walls() {
            if (shown_edition_ == water_.site().edition) return;
            shown_edition_ = water_.site().edition;
            walls_ = WallLines(flood::wall_lines(water_.site()));
            picture_.configure(exec_, water_.site(), plan(), params_);
            if (people_)
                people_->crowd().move_walls(exec_, water_.site().edition == 0 ? plan()->walls
                                                                              : flood::walls_for_people(water_.site()));
        }
        double broken_doors(Exec& exec) const {
            const auto gates = water_.gates(exec);
            return double(std::count_if(gates.begin(), gates.end(), [](const auto& g) { return g.broke >= 0; }));
        }
        void draw_walls(Canvas<Exec>& canvas) const {
            const auto gates = water_.gates(canvas.exec());
            const auto doors = [&](bool open) {
                return WallLines(flood::door_lines(water_.site(), [&](u32 g) { return bool(gates[g].open) == open; }));
            };
            walls_.draw(canvas, "walls", {0.16f, 0.14f, 0.13f});
            if (gates.empty()) return;
            doors(true).draw(canvas, "open doors", {0.35f, 0.75f, 0.4f});
            doors(false).draw(canvas, "shut doors", {0.85f, 0.25f, 0.2f});
            auto labels = std::make_shared<std::vector<Label>>();
            for (std::size_t g = 0; g < gates.size(); ++g)
                if (gates[g].broke >= 0) {
                    const flood::Gate& gate = water_.site().gates[g];
                    labels->push_back(
                        {glm::vec3((gate.a + gate.b) / 2., 0.), flood::broken_message(gate, gates[g].broke)});
                }
            if (!labels->empty()) canvas.labels({.name = "broken doors", .labels = labels});
        }

        void draw_inflows(Canvas<Exec>& canvas) const {
            const flood::Site& site = water_.site();
            if (site.inflows.empty()) return;
            const bool deep = params_.view == flood::View::deep;
            const auto standing = picture_.standing(people_ ? 1.5f : 0.005f * site.size.x);
            const auto draw = [&](bool drains, const char* name, glm::vec3 colour) {
                const auto lines = flood::inflow_lines(site, drains);
                if (!deep) WallLines(lines).draw(canvas, name, colour);
                else WallLines(flood::fences(site, lines, standing)).draw(canvas, name, colour, LineLook::edge);
            };
            draw(false, "sources", {0.2f, 0.6f, 1.f});
            draw(true, "drains", {0.8f, 0.45f, 0.9f});
            auto labels = flood::inflow_labels(site, float(water_.clock(canvas.exec()).time), params_.inflow);
            if (deep) labels = flood::raised(site, labels, standing);
            if (!labels.empty())
                canvas.labels({.name = "inflows", .labels = std::make_shared<std::vector<Label>>(std::move(labels))});
        }

        Exec& exec_;
        const Setup& setup_;
        flood::Water<Exec> water_;
        std::optional<flood::People<Exec>> people_;
        u64 editions_ = 0;  ///< changes of the walls so far
        std::optional<u64> shown_edition_;
        WallLines walls_;
        std::array<Array<Exec, float>, 10> shown_;
        State state_;
        std::vector<bool> open_;  ///< doors, as set by the parameters
        Params params_;
        flood::FloodPicture<Exec> picture_;
        flood::CrossSections lines_;
        Observed observed_;
        std::vector<Gauge> gauges_;
        double volume_at_start_ = 0;
    };
};

using SceneHere = Flood;

}  // namespace nearfield
