#pragma once
// A scene's Model on a backend, shared by all facets of a world.
#include "picture/pick.hpp"
#include "sim/scene_params.hpp"
#include "sim/show_only.hpp"
#include "sim/trails.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace nearfield {

struct NoTrails {};

template <class SceneType, class E, int D> struct WorldCore {
    using Scene = SceneType;
    using Exec = E;
    using Model = typename Scene::template Model<Exec, D>;
    using Params = typename Scene::Params;
    using Trails = std::conditional_t<HasSpace<Model>, TrailHistory<Exec, D>, NoTrails>;
    static constexpr int dimensions = D;

    WorldCore(const Settings& wanted, std::shared_ptr<const typename Scene::Setup> prepared)
        : setup(std::move(prepared)),
          at_setup(wanted),
          settings(wanted),
          params(params_of<Scene>(wanted)) {
        require_shape<Scene, Model, Exec>();
        require_facets<Scene, Model, Exec>();
        configure(wanted);
        reset();
    }

    /// Applies settings. If it throws, nothing is changed.
    void configure(const Settings& wanted) {
        require_tunable(wanted);
        const ShowOnly now_shown = show_only(wanted.text("show"), all_attributes<Scene>(),
                                             [&](int attribute) { return value_names(attribute); });
        const Params next = params_of<Scene>(wanted);
        auto other_trails = changed_trails(wanted);
        model.configure(exec, next);
        if (other_trails) trails = std::move(*other_trails);
        params = next;
        settings = wanted;
        shown = now_shown;
        timer.set_detail(settings.on("stage_timing"));
    }

    /// The trails for these settings. None if the present ones fit.
    auto changed_trails(const Settings& wanted) {
        std::optional<Trails> changed;
        if constexpr (HasSpace<Model>) {
            const int length = int(wanted.integer("trails"));
            if (!trails.is_for(length, model.space().count())) changed.emplace(length, model.space().count());
        }
        return changed;
    }

    void reset() {
        model.reset(exec, params_of<Scene>(at_setup), u32(at_setup.integer("seed")));
        if constexpr (HasSpace<Model>) {
            model.space().begin_anew(exec);
            trails.forget();
            trails.note(exec, model.space().actors());
        }
        exec.finish();
        timer.collect();
        steps = 0;
    }

    /// Enqueues one step, as the next step of the timer.
    void step(StageTimer<Exec>& to) {
        to.begin_step(exec, steps + 1);
        StepContext<Exec> context{exec, to, steps};
        const PendingSwaps pending;
        model.step(context, params);
        pending.require_none();
        to.end_step(exec);
        ++steps;
    }

    /// Updates values that only pictures and questions need.
    void derive() {
        if constexpr (has<Scene>(Facets::derived)) model.derive(exec);
    }

    /// Names of an attribute's values. Empty if they are numbers.
    std::vector<std::string> value_names(int attribute) const {
        if constexpr (has<Scene>(Facets::names))
            if (attribute < own_attributes<Scene>()) return model.value_names(attribute);
        return {};
    }

    /// Fills a picture for picking. Columns are shared, so it is valid only until the next step.
    void paint_to_pick(Picture& picture) {
        const int attribute = settings.choice("colour");
        if (attribute == shown.attribute) derive();
        paint(picture, attribute, ColumnsIn::borrowed);
    }

    /// Fills a picture with the actors, if any, and with the Model's layers.
    void paint(Picture& picture, int attribute, ColumnsIn place) {
        picture.step = steps;
        picture.dimensions = D;
        picture.attribute = attribute;
        picture.shown = attribute == shown.attribute ? shown.values : ShownValues{};
        picture.wrapped = setup->box.wrapped;
        picture.lo = setup->box.lo;
        picture.hi = setup->box.hi;
        Canvas<Exec> canvas(exec, picture, place);
        if constexpr (HasSpace<Model>) {
            const auto& actors = model.space().actors();
            picture.wrapped = model.space().box().wrapped;
            canvas.actors() = PointLayer{.name = Scene::elements(),
                                         .count = actors.size(),
                                         .position = actors.position.current(),
                                         .value = LayerColumn::in_order()};
            if (attribute < own_attributes<Scene>()) canvas.actors().value = model.attribute(attribute);
            if (place == ColumnsIn::borrowed) canvas.actors().ids = actors.id.current();
        }
        model.picture(canvas);
        if constexpr (HasSpace<Model>)
            if (place != ColumnsIn::borrowed) trails.draw(exec, model.space().actors(), canvas, model.space().box());
        canvas.finish();
    }

    Exec exec{};
    std::shared_ptr<const typename Scene::Setup> setup;
    StageTimer<Exec> timer;
    Settings at_setup, settings;
    Params params;
    ShowOnly shown;
    Model model{exec, *setup};
    Trails trails;
    u64 steps = 0;
};

/// A copy of the Model's state on the host.
template <class Core> auto held_of(Core& core) {
    if constexpr (has<typename Core::Scene>(Facets::held)) return core.model.held();
    else return 0;
}

/// A copy of everything in a Model that steps and strokes change, on its backend and on the host.
template <class Core> class ModelState {
  public:
    explicit ModelState(Core& core) : saved_(save(core)), held_(held_of(core)) {}
    void restore(Core& core) const {
        if constexpr (HasSpace<typename Core::Model>) core.model.space().actors().restore(core.exec, saved_);
        else core.model.restore(core.exec, saved_);
        if constexpr (has<typename Core::Scene>(Facets::held)) core.model.held() = held_;
    }

  private:
    static auto save(Core& core) {
        if constexpr (HasSpace<typename Core::Model>) return core.model.space().actors().save(core.exec);
        else return core.model.save(core.exec);
    }
    const decltype(save(std::declval<Core&>())) saved_;
    const decltype(held_of(std::declval<Core&>())) held_;
};

/// Restores actors, settings and the number of steps on destruction, also after an exception.
template <class Core> class Frozen {
  public:
    explicit Frozen(Core& core) : state_(core), core_(core), settings_(core.settings), steps_(core.steps) {}
    ~Frozen() {
        rewind();
        core_.steps = steps_;
        if (!(core_.settings == settings_)) core_.configure(settings_);
        if constexpr (HasSpace<typename Core::Model>) core_.model.space().forget_lost(core_.exec);
        core_.exec.finish();
    }
    Frozen(const Frozen&) = delete;

    /// Restores actors and model.
    void rewind() const { state_.restore(core_); }

  private:
    const ModelState<Core> state_;
    Core& core_;
    const Settings settings_;
    const u64 steps_;
};

}  // namespace nearfield
