#pragma once
#include "picture/picture.hpp"
#include "sim/scene.hpp"
#include "usp/explain/laid_out.hpp"

namespace nearfield {

/// Maximum number of actors to read back for display of their memory order.
constexpr u32 most_laid_out = 4'000'000;

/// The settings of a search by distance. A setting that the scene does not offer has its default.
SearchSettings search_settings(const Settings& settings);

/// Returns the present actors of a world in their order in memory. `drawn` is a picture of the world and `number` its
/// number (Status::world). Null if the actors do not meet by distance, or above most_laid_out actors.
std::shared_ptr<const ActorsInMemory> actors_in_memory(World& world, const SceneInfo& scene, const Settings& settings,
                                                       const Picture& drawn, u64 number);

}  // namespace nearfield
