#pragma once
// The parameters of a scene, of its services and of all scenes.
#include "sim/scene.hpp"
#include "sim/scene_shape.hpp"
#include "sim/tune.hpp"

namespace nearfield {

/// The last attribute of every scene with actors: the place in the storage array, from 0 to 1.
Quantity storage_attribute();

template <class Scene> using CpuModel = typename Scene::template Model<Cpu, Scene::depth == Depth::deep ? 3 : 2>;

/// All attributes of a scene, with the storage attribute if it has actors.
template <class Scene> std::vector<Quantity> all_attributes() {
    auto attributes = Scene::attributes();
    if constexpr (HasSpace<CpuModel<Scene>>) attributes.push_back(storage_attribute());
    return attributes;
}

/// Number of attributes that the scene's Model provides.
template <class Scene> int own_attributes() {
    static const int count = int(Scene::attributes().size());
    return count;
}

/// Parameters that are members of Scene::Params. Those of the search follow the scene's own ones.
template <class Scene> const std::vector<ParamSpec>& held_params() {
    static const auto specs = [] {
        auto all = Scene::describe();
        if constexpr (HasSpace<CpuModel<Scene>>) {
            using Space = std::remove_cvref_t<decltype(std::declval<CpuModel<Scene>&>().space())>;
            for (ParamSpec& spec : within(&Scene::Params::search, Space::params(), ""))
                all.push_back(std::move(spec.of(Section::search)));
        }
        return all;
    }();
    return specs;
}

template <class Scene> typename Scene::Params params_of(const Settings& settings) {
    typename Scene::Params params;
    settings.store(held_params<Scene>(), &params);
    return params;
}

template <class Scene> const std::vector<MetricSpec>& metrics_of() {
    static const auto metrics = Scene::metrics();
    return metrics;
}

/// Index of an attribute in a scene's list. A parameter of this type has the attributes as choices.
enum class Attribute {};

/// Parameters of every scene, beside its own and those of its services.
struct CommonParams {
    int seed = 12;
    Attribute colour{};
    std::string show;
    bool stage_timing = true;
};
/// Parameters of actors' trails.
struct TrailParams {
    int trails = 0;
};

/// Parameters of a new state of actors that meet by distance.
struct StartParams {
    std::string positions;
};

std::vector<ParamSpec> describe(StartParams*);
std::vector<ParamSpec> describe(CommonParams*, const std::vector<Quantity>& attributes);
std::vector<ParamSpec> describe(TrailParams*);

template <class Scene> ParamSpecs all_params() {
    auto specs = held_params<Scene>();
    const auto add = [&](std::vector<ParamSpec> more, Section section) {
        for (auto& spec : more) specs.push_back(std::move(spec.of(section)));
    };
    if constexpr (HasSpace<CpuModel<Scene>>) {
        add(describe(static_cast<TuningParams*>(nullptr)), Section::search);
        add(describe(static_cast<TrailParams*>(nullptr)), Section::common);
        if constexpr (meeting<CpuModel<Scene>>() == Meeting::by_distance)
            add(describe(static_cast<StartParams*>(nullptr)), Section::common);
    }
    add(describe(static_cast<CommonParams*>(nullptr), all_attributes<Scene>()), Section::common);
    return std::make_shared<const std::vector<ParamSpec>>(std::move(specs));
}

}  // namespace nearfield
