#pragma once
#include "picture/picture.hpp"
#include "sim/scene.hpp"
#include "usp/explain/laid_out.hpp"

namespace nearfield {

/// Greatest number of actors that are read back to be laid out on the host.
constexpr u32 most_laid_out = 4'000'000;

/// The settings of a search by distance. A setting that the scene does not offer has its default.
SearchSettings search_settings(const Settings& settings);

/// The present actors of a world in their order in memory; `drawn` is a picture of it, `number` its own
/// (Status::world). Null if they do not meet by distance, or if there are more than most_laid_out.
std::shared_ptr<const ActorsInMemory> actors_in_memory(World& world, const SceneInfo& scene, const Settings& settings,
                                                       const Picture& drawn, u64 number);

}  // namespace nearfield
