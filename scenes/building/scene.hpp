#pragma once
// Topological relations of a building's parts. Every step queries all pairs again.
#include "boxes/structure.hpp"
#include "libs/building/meet/narrow_phase.hpp"
#include "libs/building/queries/relate.hpp"
#include "libs/building/readers/models.hpp"
#include "libs/building/surfaces/surfaces_on.hpp"
#include "scenes/building/checks.hpp"
#include "scenes/building/depiction.hpp"
#include "scenes/building/described.hpp"
#include "scenes/building/params.hpp"
#include "sim/by_boxes.hpp"
#include "sim/world_of.hpp"

#include <map>
#include <utility>

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
    using Metrics = building::Metrics;

    static const char* key() { return "building"; }
    static const char* title() { return "Building"; }
    static const char* elements() { return "parts"; }
    static const char* length_unit() { return "m"; }
    static const char* summary() { return "Which parts of a building touch, overlap and contain each other."; }
    static std::vector<ParamSpec> describe() { return building::describe_params(); }
    static std::vector<CheckSuite> check_suites() { return {{"building", "relations of parts", building_checks()}}; }
    static std::vector<MetricSpec> metrics() { return building::describe_metrics(); }
    static std::vector<Quantity> attributes() { return building::describe_attributes(); }
    static constexpr auto tools() {
        return std::array{
            Tool{.key = "reach",
                 .label = "Show what is near the mouse",
                 .help = "Shows all parts within reach R of the mouse.",
                 .gesture = Gesture::hold,
                 .letter = 'a',
                 .while_on = "Parts within reach",
                 .at_once = true},
            Tool{.key = "carry",
                 .label = "Carry the part under the mouse",
                 .help = "Moves the part with the mouse, parallel to the screen, and updates its relations.",
                 .gesture = Gesture::hold,
                 .letter = 'w',
                 .while_on = "Carrying a part",
                 .across = true,
                 .at_once = true}};
    }
    static constexpr Facets facets = Facets::elements | Facets::derived | Facets::held | Facets::facts | Facets::names |
                                     Facets::pairs | Facets::remarks;
    static constexpr Depth depth = Depth::flat;

    struct Setup {
        int dimensions = 2;
        Environment<3> box;
        std::shared_ptr<const building::Building> building;
        std::shared_ptr<const building::Shapes> shapes;
        u32 seed = 0;
    };
    /// Throws UsageError for a model that is missing, invalid or too large to draw.
    static Setup prepare(const Params& p, u32 seed) {
        building::require_drawable(p.own);
        auto building = std::make_shared<building::Building>(building::load_building(
            p.own.model, {.count = p.own.count, .gap = double(p.own.gap), .seed = seed, .buildings = p.own.buildings}));
        auto shapes = std::make_shared<const building::Shapes>(*building);
        return {.box = {.lo = shapes->lo(), .hi = shapes->hi()},
                .building = std::move(building),
                .shapes = std::move(shapes),
                .seed = seed};
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup) : exec_(exec), setup_(setup), picture_(setup.building, setup.shapes) {
            for (auto& column : shown_) column.resize(count(), "values of parts");
            box_.resize(count(), "boxes of parts");
        }

        /// Throws UsageError for incompatible settings, and for a tolerance that does not fit the model.
        void configure(Exec& exec, const Params& p) {
            building::require_valid(p.narrow_settings(), building::NarrowPhase<Exec>::has_trees);
            require_valid(p.boxes);
            if (p.own.tolerance != tolerance_ || p.own.shake != shake_) take_surfaces(exec, p);
            boxes_.configure(p.boxes);
            narrow_.configure(p.narrow_settings());
            picture_.show(p.shown(), p.own.edges);
            preselect_ = p.own.preselect;
            reach_ = p.own.reach;
            overlay_ = p.own.overlay;
            level_ = p.own.level;
            forget_answers();
        }
        void reset(Exec& exec, const Params&, u32) {
            restore(exec, {});
            forget_answers();
        }
        void step(StepContext<Exec>& step, const Params&) {
            find_pairs(step.exec, step.timer);
            ask(step.exec, step.timer);
        }
        BoxSearch<Exec>& boxes() { return boxes_; }
        void find_pairs(Exec& exec, StageTimer<Exec>& timer) {
            timer.stage(exec, box_stages::boxes);
            for_each(exec, count(), building::BoxOfPart{surfaces_.view().parts, box_.data()});
            boxes_.construct(exec, timer, box_.data(), count(), preselect_ ? 0u : ~0u);
            boxes_.all_pairs(exec, timer);
            found_ = true;
            asked_ = false;
        }
        bool pairs_are_found() const { return found_; }
        /// Parts with a wrong predicate, by checking a sample of pairs on the CPU.
        std::vector<u32> misjudged(Exec& exec, u32 sample) {
            constexpr u32 most = 256;
            derive(exec);
            return building::misjudged(placed_.now(), boxes_.pairs().download(exec),
                                       narrow_.predicates().download(exec), narrow_.settings().copies,
                                       std::min(sample, most));
        }
        double box_step() const { return building::lattice_step; }
        void derive(Exec& exec) {
            if (downloaded_ && asked_) return;
            StageTimer<Exec> untimed;
            if (!found_) find_pairs(exec, untimed);
            if (!asked_) ask(exec, untimed);
            tell(exec);
        }
        Metrics metrics(Exec& exec) {
            derive(exec);
            return building::metrics_of(placed_.now(), relations_, audit(exec, boxes_, 4096), narrow_.counts(exec),
                                        narrow_.launches());
        }

        AttributeView attribute(int which) const { return {.real = shown_[std::size_t(which)].data()}; }
        void picture(Canvas<Exec>& canvas) {
            derive(canvas.exec());
            const auto colouring = building::Colouring(canvas.attribute());
            const building::Said said = this->said(canvas.exec());
            if (!std::exchange(marked_, true)) picture_.mark(placed_.now(), said);
            picture_.draw(canvas, colouring, said, values_[std::size_t(canvas.attribute())]);
            picture_.draw_boxes(canvas, placed_.now(), boxes_to_draw(canvas.exec()));
        }
        u32 count() const { return u32(setup_.building->parts.size()); }
        glm::vec3 centre(u32 part) {
            const Extent extent = picture_.extent_of(part);
            return (extent.lo + extent.hi) / 2.f;
        }
        std::vector<std::string> value_names(int which) const {
            return building::value_names(*setup_.building, building::Colouring(which));
        }
        /// Picks a part. If it is a partner of the previously picked one, both are shown as a pair.
        void look_at(std::optional<u32> part) {
            if (part != picked_) beside_ = picked_;
            picked_ = part;
            downloaded_ = marked_ = false;
        }
        std::vector<std::string> remarks() const { return building::remarks_on(*setup_.building, *setup_.shapes); }
        std::vector<Fact> facts(u32 part) {
            derive(exec_);
            closeness_.begin();
            const building::Known known{
                *setup_.building, placed_.now(), relations_,
                [&](u32 a, u32 b, building::Predicate p) { return closeness_.of(*setup_.building, placed_, a, b, p); },
                [&](u32 p) { return picture_.extent_of(p); }};
            return building::facts_of(known, part, beside());
        }
        std::shared_ptr<const PairTable> pairs() {
            derive(exec_);
            if (!table_)
                table_ =
                    building::pair_table(*setup_.building, relations_, [&](u32 p) { return picture_.extent_of(p); });
            return table_;
        }
        void use(const Stroke& stroke) {
            if (stroke.tool == std::string("carry")) carry(only_place(stroke));
            else {
                state_.mouse = only_place(stroke);
                downloaded_ = false;
            }
        }
        struct Carried {
            u32 part;
            glm::vec3 from;          ///< grip point in the picture
            building::Point before;  ///< displacement before this move
        };
        struct State {
            std::optional<glm::vec3> mouse;
            std::optional<Carried> carried;
            std::map<u32, building::Point> moved;  ///< displaced parts
        };
        State& held() { return state_; }
        State save(Exec&) { return state_; }
        void restore(Exec&, const State& to) {
            const auto before = state_.moved;
            for (const auto& [part, by] : before)
                if (!to.moved.count(part)) place(part, {0, 0, 0});
            for (const auto& [part, by] : to.moved)
                if (const auto now = before.find(part); now == before.end() || now->second != by) place(part, by);
            state_ = to;
            downloaded_ = false;
        }
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
            for (const auto& [part, by] : state_.moved) placed.move(part, by);
            there.upload(exec, placed.now());
            placed_ = std::move(placed);
            surfaces_ = std::move(there);
            tolerance_ = p.own.tolerance;
            shake_ = p.own.shake;
        }
        /// Computes the predicates of the candidates.
        void ask(Exec& exec, StageTimer<Exec>& timer) {
            const auto& pairs = boxes_.pairs();
            narrow_.relate(exec, timer, surfaces_.view(), pairs.data(), pairs.size());
            asked_ = true;
            downloaded_ = false;
        }
        /// Downloads the answers to the CPU.
        void tell(Exec& exec) {
            relations_ = {count(), boxes_.pairs().download(exec), narrow_.predicates().download(exec)};
            values_ = building::values_of(*setup_.building, relations_, picked_, near(exec));
            for (std::size_t v = 0; v < values_.size(); ++v) shown_[v].upload(exec, values_[v]);
            downloaded_ = true;
        }
        std::optional<u32> beside() const {
            const bool partners = picked_ && beside_ && *beside_ < count() &&
                                  relations_.between(*picked_, *beside_) != building::Predicate::disjoint;
            return partners ? beside_ : std::nullopt;
        }
        building::Said said(Exec& exec) { return {relations_, picked_, beside(), near(exec)}; }
        /// Pairs of a box and a part that may lie within `reach` m of a point of the picture.
        std::vector<BoxPair> round(Exec& exec, glm::vec3 place, float reach) {
            StageTimer<Exec> untimed;
            if (!found_) find_pairs(exec, untimed);
            query_.upload(exec, picture_.boxes_round(placed_.now(), place, reach));
            return boxes_.search(exec, query_.data(), u32(query_.size())).download(exec);
        }
        /// The first point picks up the part there; further points move it along.
        void carry(std::optional<glm::vec3> to) {
            constexpr float grip = 0.05f;  // m: reach of the pick-up
            if (!to) return state_.carried.reset();
            if (!state_.carried) {
                if (const auto part = picture_.at(*to, grip, round(exec_, *to, grip), picked_))
                    state_.carried = {*part, *to, placed_.moved(*part)};
                return;
            }
            const auto& [part, from, before] = *state_.carried;
            const glm::vec3 by = *to - from;
            place(part, building::further(before, {by.x, -by.z, by.y}));
        }
        /// Displaces a part. Throws UsageError if that is too far, and then changes nothing.
        void place(u32 part, building::Point by) {
            placed_.move(part, by);
            surfaces_.upload_part(exec_, placed_.now(), part);
            picture_.move(part, building::Shapes::upright(building::metres(by)));
            if (by == building::Point{0, 0, 0}) state_.moved.erase(part);
            else state_.moved[part] = by;
            forget_answers();
        }
        /// Invalidates the answers after a change of parts, settings or displayed values. Steps alone change no answer.
        void forget_answers() {
            found_ = asked_ = marked_ = false;
            table_.reset();
            closeness_.forget();
        }
        std::vector<Box> boxes_to_draw(Exec& exec) {
            using building::Overlay;
            if (overlay_ == Overlay::boxes) return box_.download(exec);
            if (overlay_ == Overlay::visited && picked_) return inspect(exec, boxes_, *picked_).tested;
            if (overlay_ != Overlay::structure) return {};
            const Box by = picked_ ? box_.download(exec)[*picked_] : boxes_.sum().all;
            return structure_of(exec, boxes_, level_, by);
        }
        /// Parts within reach of the mouse; empty while the tool is not in use.
        std::vector<bool> near(Exec& exec) {
            if (!state_.mouse) return {};
            return picture_.within(*state_.mouse, reach_, round(exec, *state_.mouse, reach_));
        }

        Exec& exec_;
        const Setup& setup_;
        building::BuildingPicture picture_;
        building::PlacedSurfaces placed_;
        building::SurfacesOn<Exec> surfaces_;
        Array<Exec, Box> box_;
        BoxSearch<Exec> boxes_;
        building::NarrowPhase<Exec> narrow_;
        std::array<Array<Exec, float>, building::colourings> shown_;
        std::array<std::vector<float>, building::colourings> values_;
        building::Relations relations_;
        std::optional<u32> picked_, beside_;
        building::ClosenessOfPairs closeness_;
        std::shared_ptr<const PairTable> table_;
        Array<Exec, Box> query_;
        State state_;
        float tolerance_ = -1, shake_ = 0, reach_ = 1;
        building::Overlay overlay_{};
        int level_ = 0;
        bool preselect_ = true;
        bool found_ = false;       ///< the pairs belong to the present parts
        bool asked_ = false;       ///< the answers belong to the present pairs
        bool downloaded_ = false;  ///< the answers were downloaded to the CPU
        bool marked_ = false;      ///< the picture marks the deciding triangles
    };
};

using SceneHere = BuildingQueries;

}  // namespace nearfield
