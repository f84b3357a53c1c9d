#pragma once
// What a scene's type says of itself before there is a world of it.
#include "sim/scene.hpp"
#include "sim/tune.hpp"
#include "usp/settings.hpp"

namespace nearfield {

/// Actors meet by key, not by distance.
template <class Scene>
concept Keyed = requires(const typename Scene::Params& p) { Scene::keys(p); };

/// Actors may be absent.
template <class Scene>
concept Coming = requires { requires Scene::comes_and_goes; };

/// Actors are the particles of a fluid.
template <class Scene>
concept Fluid = requires { requires Scene::fluid; };

/// A step asks for neighbours several times.
template <class Scene>
concept Listing = requires { requires Scene::lists_neighbours; };

/// The attribute that every scene offers last: place in the storage array, 0 to 1.
inline Quantity storage_attribute() { return {"storage", "storage order", "", "Place in the storage array: actors of one colour lie next to each other in memory."}; }

/// The search's parameters that have an effect on the scene.
template <class Scene> std::vector<ParamSpec> search_params() {
    auto specs = describe(static_cast<SearchSettings*>(nullptr));
    if constexpr (Keyed<Scene>) std::erase_if(specs, [](const ParamSpec& s) { return s.key != "search.sort" && s.key != "search.deterministic"; });
    if constexpr (!Listing<Scene>) std::erase_if(specs, [](const ParamSpec& s) { return s.key == "search.list"; });
    return specs;
}

template <class Scene> ParamSpecs all_params() {
    auto specs = Scene::describe();
    for (auto& spec : specs)
        if (spec.group.empty()) spec.group = "scene";
    std::vector<std::string> colours;
    for (const auto& a : Scene::attributes()) colours.push_back(a.key);
    colours.push_back(storage_attribute().key);
    auto add = [&](std::vector<ParamSpec> more, const char* group) {
        for (auto& spec : more) specs.push_back(std::move(spec.in(group)));
    };
    add(search_params<Scene>(), "search");
    add(describe(static_cast<TuningParams*>(nullptr)), "search");
    using C = CommonParams;
    if constexpr (Fluid<Scene>)
        add(param_list<FluidParams>({choice(&FluidParams::draw, "draw", "Draw", {"particles", "surface", "water"}, "Particles one by one, or the fluid that they make up: its surface in the colours of an attribute, or clear as water.")}), "common");
    add(param_list<C>({
            integer(&C::seed, "seed", "Seed", "", 0, 2147483647, "Start of the random numbers: the same seed gives the same start on every backend.").does(Effect::respawn),
            choice(&C::colour, "colour", "Colour by", colours, "Which value of each actor its colour shows."),
            integer(&C::trails, "trails", "Trails", "steps", 0, 64, "Draws where actors were in the last steps, as fading lines behind the first 4096 of them; 0 draws none and costs nothing."),
            toggle(&C::stage_timing, "stage_timing", "Stage timing", "Time every stage of a step. Off, only whole steps are timed, without the cost of the marks between."),
        }),
        "common");
    return std::make_shared<const std::vector<ParamSpec>>(std::move(specs));
}

}  // namespace nearfield
