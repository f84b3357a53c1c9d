#pragma once
// Which parts of a building touch, overlap and contain each other. Every step asks for all pairs anew.
#include "boxes/probe.hpp"
#include "boxes/structure.hpp"
#include "scenes/building/depiction.hpp"
#include "scenes/building/described.hpp"
#include "scenes/building/models.hpp"
#include "scenes/building/narrow_phase.hpp"
#include "scenes/building/params.hpp"
#include "scenes/building/surfaces_on.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace building {

struct BoxOfPart {
    const PartSurface* part;
    Box* box;
    NF_HD void operator()(u32 i) const { box[i] = part[i].box; }
};

}  // namespace building

struct BuildingQueries {
    using Params = building::Params;

    static const char* key() { return "building"; }
    static const char* title() { return "Building"; }
    static const char* elements() { return "parts"; }
    static const char* summary() { return "Which parts of a building touch, overlap and contain each other."; }
    static std::vector<ParamSpec> describe() { return building::describe_params(); }
    static std::vector<Quantity> metrics() { return building::describe_metrics(); }
    static std::vector<Quantity> attributes() { return building::describe_attributes(); }
    static constexpr auto tools() {
        return std::array{Tool{.key = "reach",
                               .label = "Show what is near the mouse",
                               .help = "Shows all parts within the reach R of the mouse.",
                               .gesture = Gesture::hold,
                               .letter = 'a',
                               .while_on = "Parts within reach"}};
    }
    static constexpr Facets facets = Facets::elements | Facets::derived | Facets::held | Facets::facts;
    static constexpr Depth depth = Depth::flat;

    struct Setup {
        int dimensions = 2;
        Environment<3> box;
        std::shared_ptr<const building::Building> building;
        std::shared_ptr<const building::Shapes> shapes;
        u32 seed = 0;
    };
    /// Throws UsageError for a model that is missing, broken or too large to be drawn.
    static Setup prepare(const Params& p, u32 seed) {
        building::require_drawable(p.own);
        auto building = std::make_shared<building::Building>(
            building::load_building(p.own.model, {.count = p.own.count, .gap = double(p.own.gap), .seed = seed}));
        auto shapes = std::make_shared<const building::Shapes>(*building);
        return {.box = {.lo = shapes->lo(), .hi = shapes->hi()},
                .building = std::move(building),
                .shapes = std::move(shapes),
                .seed = seed};
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup) : exec_(exec), setup_(setup), depiction_(setup.building, setup.shapes) {
            for (auto& column : shown_) column.resize(count(), "values of parts");
            box_.resize(count(), "boxes of parts");
        }

        /// Throws UsageError for settings that do not fit together, and for a tolerance that does not fit the model.
        void configure(Exec& exec, const Params& p, const Settings&) {
            building::require_valid(p.narrow_settings(), building::NarrowPhase<Exec>::has_trees);
            require_valid(p.boxes);
            if (p.own.tolerance != tolerance_ || p.own.shake != shake_) take_surfaces(exec, p);
            boxes_.configure(p.boxes), narrow_.configure(p.narrow_settings());
            depiction_.show(p.shown(), p.own.edges);
            preselect_ = p.own.preselect, reach_ = p.own.reach;
            overlay_ = p.own.overlay, level_ = p.own.level;
            asked_ = false;
        }
        void reset(Exec&, const Params&, u32) { state_ = {}, asked_ = false; }
        void step(StepContext<Exec>& step, const Params&) { ask(step.exec, step.timer); }
        void derive(Exec& exec) {
            if (told_ && asked_) return;
            StageTimer<Exec> untimed;
            if (!asked_) ask(exec, untimed);
            tell(exec);
        }
        std::vector<double> metrics(Exec& exec) {
            derive(exec);
            return building::metrics_of(placed_.now(), relations_, audit(exec, boxes_, 4096), narrow_.counts(exec));
        }

        AttributeView attribute(int which) const { return {.real = shown_[std::size_t(which)].data()}; }
        void picture(Canvas<Exec>& canvas) {
            derive(canvas.exec());
            const auto colouring = building::Colouring(canvas.attribute());
            depiction_.draw(canvas, colouring, {relations_, picked_, near()}, values_[std::size_t(canvas.attribute())]);
            depiction_.draw_boxes(canvas, placed_.now(), boxes_to_draw(canvas.exec()));
        }
        u32 count() const { return u32(setup_.building->parts.size()); }
        void look_at(std::optional<u32> part) { picked_ = part, told_ = false; }
        std::vector<Fact> facts(u32 part) {
            derive(exec_);
            return building::facts_of(*setup_.building, placed_.now(), relations_, part);
        }
        void use(const Stroke& stroke) { state_.mouse = only_place(stroke), told_ = false; }
        struct State {
            std::optional<glm::vec3> mouse;
        };
        State& held() { return state_; }
        State save(Exec&) { return state_; }
        void restore(Exec&, const State& to) { state_ = to, told_ = false; }
        std::size_t bytes() const {
            std::size_t sum = boxes_.bytes() + narrow_.bytes() + surfaces_.bytes() + box_.bytes();
            for (const auto& column : shown_) sum += column.bytes();
            return sum;
        }

      private:
        void take_surfaces(Exec& exec, const Params& p) {
            building::PlacedSurfaces placed(building::surfaces_of(*setup_.building, double(p.own.tolerance) * 1e-3));
            placed.shake(double(p.own.shake), setup_.seed);
            building::SurfacesOn<Exec> there;
            there.upload(exec, placed.now());
            placed_ = std::move(placed), surfaces_ = std::move(there);
            tolerance_ = p.own.tolerance, shake_ = p.own.shake;
        }
        /// The query, as one step.
        void ask(Exec& exec, StageTimer<Exec>& timer) {
            timer.stage(exec, box_stages::boxes);
            for_each(exec, count(), building::BoxOfPart{surfaces_.view().parts, box_.data()});
            boxes_.construct(exec, timer, box_.data(), count(), preselect_ ? 0u : ~0u);
            const auto& pairs = boxes_.all_pairs(exec, timer);
            narrow_.relate(exec, timer, surfaces_.view(), pairs.data(), pairs.size());
            asked_ = true, told_ = false;
        }
        /// Brings the answers to the CPU.
        void tell(Exec& exec) {
            relations_ = {count(), boxes_.pairs().download(exec), narrow_.predicates().download(exec)};
            values_ = building::values_of(*setup_.building, relations_, picked_, near());
            for (std::size_t v = 0; v < values_.size(); ++v) shown_[v].upload(exec, values_[v]);
            told_ = true;
        }
        std::vector<Box> boxes_to_draw(Exec& exec) {
            using building::Overlay;
            if (overlay_ == Overlay::boxes) return box_.download(exec);
            if (overlay_ == Overlay::visited && picked_) return inspect(exec, boxes_, *picked_).tested;
            if (overlay_ != Overlay::structure) return {};
            const Box by = picked_ ? box_.download(exec)[*picked_] : boxes_.sum().all;
            return structure_of(exec, boxes_, level_, by);
        }
        /// Parts within reach of the mouse; none while the tool is not in use.
        std::vector<bool> near() {
            if (!state_.mouse) return {};
            return depiction_.within(*state_.mouse, reach_);
        }

        Exec& exec_;
        const Setup& setup_;
        building::Depiction depiction_;
        building::PlacedSurfaces placed_;
        building::SurfacesOn<Exec> surfaces_;
        Array<Exec, Box> box_;
        BoxSearch<Exec> boxes_;
        building::NarrowPhase<Exec> narrow_;
        std::array<Array<Exec, float>, building::colourings> shown_;
        std::array<std::vector<float>, building::colourings> values_;
        building::Relations relations_;
        std::optional<u32> picked_;
        State state_;
        float tolerance_ = -1, shake_ = 0, reach_ = 1;
        building::Overlay overlay_{};
        int level_ = 0;
        bool preselect_ = true;
        bool asked_ = false;  ///< the answers are those to the present question
        bool told_ = false;   ///< and the CPU knows them
    };
};

using SceneHere = BuildingQueries;

}  // namespace nearfield
