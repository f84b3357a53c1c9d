#pragma once
// The only implementation of World: a scene's Model on a backend, in 2D or 3D. A generated wrapper compiles it once per
// scene and backend. scene_shape.hpp lists the requirements on a scene.
#include "sim/elements_of.hpp"
#include "sim/search_lens_of.hpp"
#include "sim/start_positions.hpp"

namespace nearfield {

template <class Scene, class Exec, int D> class WorldOf final : public World {
  public:
    WorldOf(const Settings& settings, std::shared_ptr<const typename Scene::Setup> setup)
        : core_(settings, std::move(setup)) {
        if constexpr (starts_anywhere)
            start_ =
                read_start(settings.text("positions"), D, core_.model.space().count(), has<Scene>(Facets::velocity));
        place_at_start();
    }

    void configure(const Settings& settings) override { core_.configure(settings); }
    void reset() override {
        core_.reset();
        place_at_start();
    }

    void step() override {
        core_.step(core_.timer);
        if constexpr (spacious) core_.trails.note(core_.exec, core_.model.space().actors());
    }

    std::vector<StepTimes> finish() override {
        core_.exec.finish();
        auto times = core_.timer.collect();
        if constexpr (spacious) core_.model.space().check(core_.exec, core_.steps);
        return times;
    }

    std::vector<std::string> remarks() const override {
        if constexpr (has<Scene>(Facets::remarks)) return core_.model.remarks();
        else return {};
    }
    u64 steps() const override { return core_.steps; }
    double time() const override {
        if constexpr (has<Scene>(Facets::clock)) return core_.model.time();
        else return NAN;
    }
    std::size_t bytes() const override {
        std::size_t sum = core_.model.bytes();
        if constexpr (spacious) sum += core_.trails.bytes();
        return sum;
    }
    std::vector<double> metrics() override { return values_of(core_.model.metrics(core_.exec), metrics_of<Scene>()); }

    void draw(Picture& picture, int attribute, bool to_host) override {
        core_.derive();
        core_.paint(picture, attribute, to_host ? ColumnsIn::main : ColumnsIn::backend);
        picture.clock = clock_of(*this);
    }

    std::shared_ptr<const KeptState> keep() override {
        if constexpr (!keeps) return nullptr;
        else {
            auto kept = std::make_shared<const Kept>(core_);
            core_.exec.finish();
            return kept;
        }
    }
    void go_back(const KeptState& to) override {
        if constexpr (keeps) {
            const auto& kept = static_cast<const Kept&>(to);
            kept.state.restore(core_);
            if constexpr (spacious) {
                core_.model.space().forget_lost(core_.exec);
                if (core_.steps != kept.steps) core_.trails.forget();
            }
            core_.steps = kept.steps;
            core_.exec.finish();
            core_.timer.collect();
        }
    }

    Elements* elements() override { return facet(elements_); }
    ActorState* actors() override { return facet(actors_); }
    SearchLens* search() override { return facet(search_); }
    Gauges* gauges() override { return facet(gauges_); }
    Tools* tools() override { return facet(tools_); }

  private:
    using Core = WorldCore<Scene, Exec, D>;
    static constexpr bool spacious = HasSpace<typename Core::Model>;
    /// True if a file may give the positions of a new state.
    static constexpr bool starts_anywhere = meeting<typename Core::Model>() == Meeting::by_distance;
    /// True if states of this Model can be kept.
    static constexpr bool keeps = spacious || detail::goes_back<typename Core::Model, Exec>;

    struct Kept final : KeptState {
        explicit Kept(Core& core) : state(core), steps(core.steps) {}
        ModelState<Core> state;
        u64 steps;
    };

    void place_at_start() {
        if constexpr (starts_anywhere) {
            if (start_.positions.empty()) return;
            actors_.place(start_.positions);
            if (!start_.velocities.empty()) actors_.set_in_motion(start_.velocities);
            core_.model.space().begin_anew(core_.exec), core_.trails.note(core_.exec, core_.model.space().actors());
            core_.exec.finish();
        }
    }

    struct Absent {
        explicit Absent(Core&) {}
    };
    static std::nullptr_t facet(Absent&) { return nullptr; }
    template <class F> static F* facet(F& present) { return &present; }
    template <bool there, class F, class Else = Absent> using If = std::conditional_t<there, F, Else>;

    Core core_;
    StartPositions start_;
    If<spacious, ActorElements<Core>, If<has<Scene>(Facets::elements), ElementsOf<Core>>> elements_{core_};
    If<spacious, ActorStateOf<Core>> actors_{core_};
    If<meeting<typename Core::Model>() != Meeting::none, SearchLensOf<Core>> search_{core_};
    If<has<Scene>(Facets::gauges), GaugesOf<Core>> gauges_{core_};
    If<has_strokes<Scene>(), ToolsOf<Core>> tools_{core_};
};

/// Makes the world in the dimension of the scene's Setup.
template <class Scene, class Exec> std::unique_ptr<World> make_world_of(const Settings& settings) {
    auto setup = std::make_shared<const typename Scene::Setup>(
        Scene::prepare(params_of<Scene>(settings), u32(settings.integer("seed"))));
    if constexpr (Scene::depth != Depth::flat)
        if (Scene::depth == Depth::deep || setup->dimensions == 3)
            return std::make_unique<WorldOf<Scene, Exec, 3>>(settings, std::move(setup));
    if constexpr (Scene::depth != Depth::deep)
        return std::make_unique<WorldOf<Scene, Exec, 2>>(settings, std::move(setup));
}

template <class Scene> SceneInfo scene_info() {
    using Model = CpuModel<Scene>;
    SceneInfo info{.key = Scene::key(),
                   .title = Scene::title(),
                   .summary = Scene::summary(),
                   .elements = Scene::elements(),
                   .length_unit = {},
                   .params = all_params<Scene>(),
                   .metrics = {metrics_of<Scene>().begin(), metrics_of<Scene>().end()},
                   .attributes = all_attributes<Scene>(),
                   .meeting = meeting<Model>(),
                   .make_cpu = &make_world_of<Scene, Cpu>};
    if constexpr (has<Scene>(Facets::gauges)) info.gauged = Scene::gauged();
    if constexpr (requires { Scene::length_unit(); }) info.length_unit = Scene::length_unit();
    if constexpr (requires { &Scene::check_suites; }) info.check_suites = &Scene::check_suites;
    if constexpr (DeclaresTools<Scene>)
        for (const Tool& tool : Scene::tools()) info.tools.push_back(tool);
    return info;
}

}  // namespace nearfield
