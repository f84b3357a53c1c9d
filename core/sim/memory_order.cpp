#include "sim/memory_order.hpp"

#include <cmath>

namespace nearfield {
namespace {

/// Actors by place in memory. In every scene with actors the last attribute is this place as a share of their number
/// (scene_params.hpp). The share is precise enough for up to most_laid_out actors.
std::vector<u32> ids_by_place(Elements& elements, const SceneInfo& scene) {
    const auto share = elements.values(int(scene.attributes.size()) - 1);
    std::vector<u32> ids(share.size());
    for (u32 id = 0; id < share.size(); ++id)
        ids[std::size_t(std::lround(double(share[id]) * double(ids.size())))] = id;
    return ids;
}

}  // namespace

SearchSettings search_settings(const Settings& settings) {
    static const auto specs = describe(static_cast<SearchSettings*>(nullptr));
    SearchSettings search;
    for (const ParamSpec& spec : specs)
        if (settings.has(spec.key)) spec.set(&search, settings.value(spec.key));
    return search;
}

std::shared_ptr<const ActorsInMemory> actors_in_memory(World& world, const SceneInfo& scene, const Settings& settings,
                                                       const Picture& drawn, u64 number) {
    if (scene.meeting != Meeting::by_distance || world.elements()->count() > most_laid_out) return nullptr;
    const auto table = world.actors()->read();
    const GridReport grid = world.search()->grid();
    ActorsInMemory actors{.world = number,
                          .step = world.steps(),
                          .dimensions = drawn.dimensions,
                          .box = {drawn.lo, drawn.hi, drawn.wrapped},
                          .radius = grid.radius,
                          .settings = search_settings(settings),
                          .sight = grid.sight,
                          .room = u32(table.position.size()),
                          .position = {},
                          .heading = {},
                          .id = {}};
    for (u32 id : ids_by_place(*world.elements(), scene)) {
        if (table.position[id].x == nowhere) continue;
        actors.position.push_back(table.position[id]);
        actors.id.push_back(id);
        if (!grid.sight.all_round()) actors.heading.push_back(table.velocity[id]);
    }
    return std::make_shared<const ActorsInMemory>(std::move(actors));
}

}  // namespace nearfield
