#pragma once
// The one implementation of World: a scene's Model on a backend, in 2D or 3D. Compiled once per scene and backend by a
// generated wrapper.
//
// A scene is a type with
//   struct Params                                    plain numbers; member initialisers are the defaults
//   static const char *key(), *title(), *summary()
//   static std::vector<ParamSpec> describe()         made with param_list<Params>
//   static std::vector<Quantity> metrics(), attributes()
//   static int dimensions(const Params&)             2 or 3
//   static u32 population(const Params&)
//   static float radius(const Params&)               search radius
//   static float drawn_radius(const Params&)
//   template <int D> static Environment<D> environment(const Params&)
//   template <class Exec, int D> class Model         the state beside position and id, and the rules; see Circles
//
// A keyed scene, whose actors meet by a whole number instead of by distance (see Network), has in place of radius
//   static u32 keys(const Params&)                   keys are 0 .. keys-1; throws UsageError for Params that make no sense
// and its Model has
//   key()                                            functor i -> key of actor i
//   reads()                                          functor i -> KeyRange that the query of actor i reads
//
// What may be there in any scene
//   static constexpr bool flat = true                never in 3D
//   static void check(const Params&)                 throws UsageError for Params that make no sense
//   static std::vector<Quantity> gauged()            values of every gauge
//   static std::vector<Diagram> diagrams()           of these values; or Model::diagrams() const, where they follow from parameters
//   Model::gauges()                                  vector<Gauge> as of the last metrics()
//   Model::configure(exec, params)                   called when live or regrid parameters changed, and after spawn
//   Model::lines()                                   shared_ptr<const vector<Segment>> drawn below the actors
//   Model::bytes()                                   memory beside the actors' columns
//   static constexpr bool firm_lines = true          lines() are obstacles
//   static constexpr bool comes_and_goes = true      actors may be absent, at `nowhere`: Step::construct_present, Search::present
//   Model::time()                                    the scene's clock in s
//   Model::held()                                    reference to what the model keeps on the host and a step changes
//   Model::prepare(exec, actors)                     called before attributes are read, for those that no step needs
//   Model::sizes()                                   functor i -> radius of actor i as drawn, in place of drawn_radius for all
//   Model::field()                                   shared_ptr<const Field> drawn below lines and actors; after prepare
//   Model::shapes()                                  shared_ptr<const vector<Shape>> drawn among the actors
//   Model::solids()                                  shared_ptr<const Solids> drawn among the actors
//   static constexpr bool lists_neighbours = true    steps begin with Step::query_and_note: `search.list` is offered
//   static constexpr bool fluid = true               actors can be drawn as a fluid; drawn_radius is half of their spacing at rest
//   Model::heading()                                 const Packed<D>* of any length: actors are drawn as darts that point along it
//   Model::velocity()                                Column<Exec, Packed<D>>& of velocities, for tests and for what is drawn
//   static constexpr bool pointed = true             Step::pointer acts on the actors
//   Model::require_drop(present)                     Step::drops fall in; throws UsageError if they cannot
#include "sim/draw_actors.hpp"
#include "sim/scene_params.hpp"
#include "sim/step.hpp"
#include "sim/trails.hpp"
#include "usp/multimap_probe.hpp"
#include "usp/place_of.hpp"
#include "usp/probe.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace nearfield {

namespace detail {

struct Hit {
    float score = INFINITY;
    u32 id = ~0u;
    friend NF_HD Hit operator+(const Hit& a, const Hit& b) { return a.score <= b.score ? a : b; }
};

template <int D> struct PickActor {
    const Packed<D>* position;
    const u32* id;
    glm::vec3 origin, direction;
    float reach;
    NF_HD Hit operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        const glm::vec3 to = glm::vec3(p[0], p[1], D == 3 ? p[D - 1] : 0.f) - origin;
        const float along = glm::dot(to, direction);
        const glm::vec3 aside = to - along * direction;
        const float off = sqrtf(glm::dot(aside, aside));
        if (!(off <= reach) || (D == 3 && along < 0)) return {};
        return {D == 3 ? along : off, id[i]};
    }
};

struct ValueAt {
    AttributeView value;
    u32 at;
    NF_HD float operator()(u32) const { return value(at); }
};

/// How many actors are neither inside nor absent, and how many are present.
struct Census {
    u32 lost = 0, present = 0;
    friend NF_HD Census operator+(const Census& a, const Census& b) { return {a.lost + b.lost, a.present + b.present}; }
};

template <int D, bool Coming> struct TakeCensus {
    Environment<D> box;
    const Packed<D>* position;
    NF_HD Census operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        if (Coming && is_absent<D>(p)) return {};
        return {!box.contains(p), 1};
    }
};

}  // namespace detail

template <class Scene, class Exec, int D> class WorldOf final : public World {
  public:
    using Lookup = std::conditional_t<Keyed<Scene>, Multimap<Exec>, Search<Exec, D>>;

    explicit WorldOf(const Settings& settings) : at_setup_(settings) {
        settings.store(Scene::describe(), &params_);
        box_ = Scene::template environment<D>(params_);
        const u32 n = Scene::population(params_);
        apply(settings, n);
        actors_.resize(n);
        reset();
    }

    void configure(const Settings& settings) override { apply(settings, actors_.size()), configure_model(); }

    void reset() override {
        typename Scene::Params start;
        at_setup_.store(Scene::describe(), &start);
        model_.spawn(exec_, actors_, box_, start, u32(at_setup_.get("seed")));
        configure_model();
        if constexpr (!Keyed<Scene>) search_.clear_lost(exec_);
        trails_.forget(), trails_.note(exec_, actors_);
        drops_.clear();
        exec_.finish();
        timer_.collect();
        steps_ = 0;
        present_ = census().present;
    }

    void step() override {
        timer_.begin_step(exec_, steps_ + 1);
        run_step(timer_, std::exchange(drops_, {}));
        timer_.end_step(exec_);
        trails_.note(exec_, actors_);
        ++steps_;
    }

    std::vector<StepTimes> finish() override {
        exec_.finish();
        auto times = timer_.collect();
        Lost lost;
        if constexpr (!Keyed<Scene>) lost = search_.take_lost(exec_);
        const auto now = census();
        present_ = now.present;
        if (lost.count == 0) lost = {now.lost, u32(steps_)};
        if (lost.count)
            throw Error("after step " + std::to_string(lost.step) + ": " + std::to_string(lost.count) + " of " + std::to_string(actors_.size()) +
                        " actors are outside the environment or not finite; reset, and lower the forces or check the start");
        return times;
    }

    u64 steps() const override { return steps_; }
    u32 actors() const override { return actors_.size(); }
    u32 present() const override { return present_; }
    bool is_present(u32 actor) override {
        if constexpr (!Coming<Scene>) return actor < actors_.size();
        const u32 place = place_of(exec_, actors_.id.current(), actors_.size(), actor);
        if (place == no_place) return false;
        Packed<D> p;
        copy_to_host(exec_, &p, actors_.position.current() + place, 1);
        return !is_absent<D>(unpack<D>(p));
    }
    double time() const override {
        if constexpr (requires { model_.time(); }) return model_.time();
        else return NAN;
    }

    GridReport grid() const override {
        GridReport report{.pbm_bytes = search_.pbm_bytes(), .total_bytes = search_.bytes() + actors_.bytes() + trails_.bytes()};
        if constexpr (requires { model_.bytes(); }) report.total_bytes += model_.bytes();
        if constexpr (Keyed<Scene>) {
            report.bin_count = search_.keys(), report.radius = 0;
        } else {
            const auto& g = search_.grid();
            report.bin_count = g.bin_count(), report.radius = g.radius;
            for (int a = 0; a < D; ++a) report.bins[a] = g.bins[a], report.width[a] = g.width[a];
        }
        return report;
    }

    std::vector<double> metrics() override { return model_.metrics(exec_, actors_); }
    std::vector<Gauge> gauges() override {
        if constexpr (requires { model_.gauges(); }) return model_.gauges();
        else return {};
    }

    std::vector<Diagram> diagrams() override {
        if constexpr (requires { model_.diagrams(); }) return model_.diagrams();
        else if constexpr (requires { Scene::diagrams(); }) return Scene::diagrams();
        else return {};
    }

    void draw(Frame& frame, int attribute, bool to_host) override {
        const u32 n = actors_.size();
        frame.step = steps_, frame.actors = n, frame.dimensions = D, frame.attribute = attribute, frame.wrapped = box_.wrapped;
        if constexpr (requires { model_.lines(); }) frame.lines = model_.lines();
        else frame.lines.reset();
        frame.firm_lines = requires { requires Scene::firm_lines; };
        prepare();
        if constexpr (requires { model_.field(); }) frame.field = model_.field();
        else frame.field.reset();
        if constexpr (requires { model_.shapes(); }) frame.shapes = model_.shapes();
        else frame.shapes.reset();
        if constexpr (requires { model_.solids(); }) frame.solids = model_.solids();
        else frame.solids.reset();
        if constexpr (Fluid<Scene>) frame.drawing = Drawing(int(settings_.get("draw")));
        else frame.drawing = Drawing::particles;
        for (int a = 0; a < 3; ++a) frame.lo[a] = a < D ? box_.lo[a] : 0, frame.hi[a] = a < D ? box_.hi[a] : 0;
        const auto view = attribute < int(Scene::attributes().size()) ? model_.attribute(attribute) : AttributeView{};
        const ScalarOf scalar{view, n};
        if constexpr (requires { model_.sizes(); }) draw_actors<D>(exec_, frame, actors_.position.current(), scalar, model_.sizes(), to_host);
        else draw_actors<D>(exec_, frame, actors_.position.current(), scalar, SameSize{Scene::drawn_radius(params_)}, to_host);
        if constexpr (requires { model_.heading(); }) draw_headings<D>(exec_, frame, model_.heading(), to_host);
        else frame.device_heading = frame.host_heading = nullptr;
        frame.trails = trails_.collect(exec_, actors_, scalar);
        exec_.finish();
    }

    Audit audit(u32 sample) override {
        return frozen([&] {
            if constexpr (Keyed<Scene>) return nearfield::audit(exec_, search_, model_.reads(), actors_.size(), sample);
            else return nearfield::audit(exec_, search_, sample);
        });
    }
    Inspection inspect(u32 actor) override {
        return frozen([&] {
            if constexpr (Keyed<Scene>) return nearfield::inspect(exec_, search_, model_.reads(), actors_.id.current(), actors_.position.current(), actors_.size(), actor);
            else return nearfield::inspect(exec_, search_, actors_.id.current(), actor);
        });
    }
    Verification verify(u32 sample) override {
        return frozen([&] {
            if constexpr (Keyed<Scene>) return nearfield::verify(exec_, search_, model_.key(), actors_.id.current(), actors_.size(), sample);
            else return nearfield::verify(exec_, search_, actors_.id.current(), sample);
        });
    }
    u64 signature() override {
        return frozen([&] { return nearfield::signature(exec_, search_, actors_.id.current()); });
    }

    u32 pick(glm::vec3 origin, glm::vec3 direction, float tolerance) override {
        const auto hit = reduce<detail::Hit>(exec_, actors_.size(), detail::PickActor<D>{actors_.position.current(), actors_.id.current(), origin, glm::normalize(direction), Scene::drawn_radius(params_) + tolerance});
        return hit.id == ~0u ? actors_.size() : hit.id;
    }

    std::vector<WayTimes> time_ways(const std::vector<Settings>& ways, const Turns& turns, const std::function<void()>& tick) override {
        const Frozen until_return(*this);
        StageTimer<Exec> timer;
        std::vector<WayTimes> times(ways.size());
        for (int turn = 0; turn < turns.turns; ++turn)
            for (std::size_t i = 0; i < ways.size(); ++i) {
                const std::size_t w = (i + std::size_t(turn)) % ways.size();  // nobody always follows the same one
                tick();
                if (!take_up(ways[w], times[w].refused)) continue;
                until_return.rewind();
                take_turn(times[w], timer, turns);
            }
        return times;
    }

    Comparison compare(const Settings& a, const Settings& b, int repeats) override {
        const Frozen until_return(*this);
        Comparison result{.repeats = repeats};
        const u64 found_a = describe_side(result.a, a), found_b = describe_side(result.b, b);
        const auto times = time_ways({a, b}, {.turns = repeats}, [] {});
        note_times(result.a, times[0]), note_times(result.b, times[1]);
        result.same_neighbours = found_a == found_b;
        return result;
    }

    std::vector<float> values_of(u32 actor) override {
        const u32 place = place_of(exec_, actors_.id.current(), actors_.size(), actor);
        if (place == no_place) throw Error("no actor " + std::to_string(actor) + "; there are " + std::to_string(actors_.size()));
        prepare();
        std::vector<float> values;
        for (int a = 0; a < int(Scene::attributes().size()); ++a)
            values.push_back(reduce<float>(exec_, 1, detail::ValueAt{model_.attribute(a), place}));
        values.push_back(float(place) / float(actors_.size()));
        return values;
    }

    ActorTable read() override {
        Frame frame;
        const u32 n = actors_.size();
        const auto id = actors_.id.array().download(exec_);
        ActorTable table{.position = std::vector<glm::vec3>(n)};
        for (int a = 0; a < int(Scene::attributes().size()); ++a) {
            draw(frame, a, true);
            auto& values = table.attributes.emplace_back(n);
            for (u32 k = 0; k < n; ++k) values[id[k]] = frame.host[k].scalar;
            for (u32 k = 0; k < n; ++k) table.position[id[k]] = {frame.host[k].x, frame.host[k].y, frame.host[k].z};
        }
        if constexpr (requires { model_.velocity(); }) {
            const auto velocity = model_.velocity().array().download(exec_);
            table.velocity.resize(n);
            for (u32 k = 0; k < n; ++k)
                for (int a = 0; a < D; ++a) table.velocity[id[k]][a] = velocity[k].c[a];
        }
        return table;
    }

    void place(const std::vector<glm::vec3>& positions) override {
        if constexpr (Keyed<Scene>) throw UsageError(std::string("in ") + Scene::title() + " positions follow from keys; actors cannot be placed by position");
        if (positions.size() != actors_.size()) throw UsageError(std::to_string(positions.size()) + " positions for " + std::to_string(actors_.size()) + " actors");
        std::vector<Packed<D>> packed;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            vec<D> p;
            for (int a = 0; a < D; ++a) p[a] = positions[i][a];
            if (!box_.contains(p) && !(Coming<Scene> && is_absent<D>(p))) throw UsageError("actor " + std::to_string(i) + " at " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " is outside the environment");
            packed.push_back(pack<D>(p));
        }
        store(actors_.position, packed);
        trails_.forget();
    }

    void set_in_motion(const std::vector<glm::vec3>& velocities) override {
        if constexpr (requires { model_.velocity(); }) {
            if (velocities.size() != actors_.size()) throw UsageError(std::to_string(velocities.size()) + " velocities for " + std::to_string(actors_.size()) + " actors");
            std::vector<Packed<D>> packed;
            for (const auto& v : velocities) packed.push_back(pack<D>(vec<D>(v)));
            store(model_.velocity(), packed);
        } else {
            throw UsageError(std::string("in ") + Scene::title() + " actors have no velocities");
        }
    }

    void point(std::optional<glm::vec3> at) override { pointer_ = at; }

    void drop(glm::vec3 at) override {
        if constexpr (requires { model_.require_drop(present_); }) model_.require_drop(present_), drops_.push_back(at);
        else throw UsageError(std::string("in ") + Scene::title() + " nothing can be dropped");
    }

  private:
    void apply(const Settings& settings, u32 actors) {
        require_tunable(settings);
        typename Scene::Params params;
        settings.store(Scene::describe(), &params);
        if constexpr (requires { Scene::check(params); }) Scene::check(params);
        SearchSettings search;
        settings.store(search_params<Scene>(), &search);
        Environment<D> box = box_;
        box.wrapped = Scene::template environment<D>(params).wrapped;
        if constexpr (Keyed<Scene>) search_.configure(Scene::keys(params), search, actors);
        else search_.configure(make_grid(box, Scene::radius(params), search), search, actors);
        trails_.configure(int(settings.get("trails")), actors);
        params_ = params, settings_ = settings, box_ = box;
        timer_.set_detail(settings.get("stage_timing") != 0);
    }

    void configure_model() {
        if constexpr (requires { model_.configure(exec_, params_); }) model_.configure(exec_, params_);
    }

    /// Values by id go to where the actors lie in storage.
    void store(Column<Exec, Packed<D>>& column, const std::vector<Packed<D>>& by_id) {
        const auto id = actors_.id.array().download(exec_);
        std::vector<Packed<D>> stored(by_id.size());
        for (std::size_t k = 0; k < id.size(); ++k) stored[k] = by_id[id[k]];
        if (!stored.empty()) copy_to_device(exec_, column.writable(), stored.data(), stored.size());
    }

    void run_step(StageTimer<Exec>& timer, std::vector<glm::vec3> drops = {}) {
        auto step = step_with(timer);
        step.drops = std::move(drops);
        model_.step(step, box_, params_);
    }
    Step<Exec, D, Lookup> step_with(StageTimer<Exec>& timer) { return {exec_, timer, actors_, search_, steps_, pointer_, {}}; }

    /// Puts actors, settings and the number of steps back as they were when it goes, however that comes about.
    class Frozen {
      public:
        explicit Frozen(WorldOf& world) : saved_(world.actors_.save(world.exec_)), world_(world), settings_(world.settings_), steps_(world.steps_), held_(world.held()) {}
        ~Frozen() {
            rewind();
            world_.steps_ = steps_;
            if (!(world_.settings_ == settings_)) world_.configure(settings_);
            if constexpr (!Keyed<Scene>) world_.search_.clear_lost(world_.exec_);
            world_.exec_.finish();
        }
        Frozen(const Frozen&) = delete;
        /// Actors and model as they were.
        void rewind() const {
            world_.actors_.restore(world_.exec_, saved_);
            if constexpr (requires { world_.model_.held(); }) world_.model_.held() = held_;
        }

      private:
        const typename Actors<Exec, D>::Saved saved_;
        WorldOf& world_;
        const Settings settings_;
        const u64 steps_;
        const decltype(std::declval<WorldOf>().held()) held_;
    };

    /// A copy of what the model keeps on the host.
    auto held() {
        if constexpr (requires { model_.held(); }) return model_.held();
        else return 0;
    }
    void prepare() {
        if constexpr (requires { model_.prepare(exec_, actors_); }) model_.prepare(exec_, actors_);
    }
    detail::Census census() { return reduce<detail::Census>(exec_, actors_.size(), detail::TakeCensus<D, Coming<Scene>>{box_, actors_.position.current()}); }

    /// Constructs the present state and asks.
    template <class F> auto frozen(F&& ask) {
        const Frozen until_return(*this);
        StageTimer<Exec> untimed;
        if constexpr (Keyed<Scene>) step_with(untimed).construct(model_.key());
        else if constexpr (Coming<Scene>) step_with(untimed).construct_present(), search_.leave_out_absent(exec_);
        else step_with(untimed).construct();
        return ask();
    }

    /// Configures; false, with the reason, if that cannot be.
    bool take_up(const Settings& way, std::string& refused) {
        try {
            configure(way);
        } catch (const Error& problem) {
            refused = problem.what();
        }
        return refused.empty();
    }

    /// From the present state: untimed steps, timed ones, and as many with marks between stages (which the CPU does for
    /// nothing, so that there they are the timed ones too).
    void take_turn(WayTimes& times, StageTimer<Exec>& timer, const Turns& turns) {
        run_steps(timer, turns.untimed, false);
        if constexpr (Exec::backend == Backend::cuda)
            for (const auto& step : run_steps(timer, turns.timed, false)) times.whole.push_back(step.total_ms);
        for (const auto& step : run_steps(timer, turns.timed, true)) {
            double construct = 0, query = 0;
            for (const auto& stage : step.stages) (is_construction(stage.name) ? construct : query) += stage.ms;
            times.construct.push_back(construct), times.query.push_back(query);
            if constexpr (Exec::backend == Backend::cpu) times.whole.push_back(step.total_ms);
        }
        ++times.turns;
    }

    std::vector<StepTimes> run_steps(StageTimer<Exec>& timer, int count, bool marks) {
        timer.set_detail(marks);
        for (int i = 0; i < count; ++i) {
            timer.begin_step(exec_, ++steps_);
            run_step(timer);
            timer.end_step(exec_);
        }
        exec_.finish();
        return timer.collect();
    }

    /// All but the times of one side of a comparison; returns the signature of its neighbours.
    u64 describe_side(Comparison::Side& side, const Settings& settings) {
        configure(settings);
        side.settings = settings.text("search.sort");
        if constexpr (!Keyed<Scene>) side.settings = settings.text("search.visit") + ", " + side.settings + ", " + settings.text("search.bin_ratio");
        side.audit = audit(4096);
        return signature();
    }

    static void note_times(Comparison::Side& side, const WayTimes& times) {
        const Median construct = median(times.construct), query = median(times.query);
        side.construct_ms = construct.ms, side.construct_spread = construct.spread;
        side.query_ms = query.ms, side.query_spread = query.spread;
    }

    Exec exec_;
    StageTimer<Exec> timer_;
    Settings at_setup_, settings_ = at_setup_;
    typename Scene::Params params_;
    Environment<D> box_;
    Actors<Exec, D> actors_;
    Lookup search_;
    typename Scene::template Model<Exec, D> model_{actors_};
    TrailHistory<Exec, D> trails_;
    std::optional<glm::vec3> pointer_;
    std::vector<glm::vec3> drops_;  ///< to fall in with the next step
    u64 steps_ = 0;
    u32 present_ = 0;
};

/// Makes the world in the dimension that the settings ask for.
template <class Scene, class Exec> std::unique_ptr<World> make_world_of(const Settings& settings) {
    typename Scene::Params params;
    settings.store(Scene::describe(), &params);
    if (Scene::dimensions(params) == 2) return std::make_unique<WorldOf<Scene, Exec, 2>>(settings);
    if constexpr (requires { Scene::flat; }) throw UsageError(std::string(Scene::title()) + " has two dimensions");
    else return std::make_unique<WorldOf<Scene, Exec, 3>>(settings);
}

template <class Scene> SceneInfo scene_info() {
    auto attributes = Scene::attributes();
    attributes.push_back(storage_attribute());
    std::vector<Quantity> gauged;
    if constexpr (requires { Scene::gauged(); }) gauged = Scene::gauged();
    return {.key = Scene::key(), .title = Scene::title(), .summary = Scene::summary(), .params = all_params<Scene>(), .metrics = Scene::metrics(),
            .attributes = std::move(attributes), .gauged = std::move(gauged), .pointed = requires { Scene::pointed; }, .drops = requires(typename Scene::template Model<Cpu, 2>& m) { m.require_drop(0u); },
            .fluid = Fluid<Scene>, .keyed = Keyed<Scene>, .make_cpu = &make_world_of<Scene, Cpu>};
}

}  // namespace nearfield
