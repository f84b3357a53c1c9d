#include "sim/scene.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {

SceneInfo::~SceneInfo() = default;

const Tool* SceneInfo::tool(const std::string& key) const {
    const auto at = std::find_if(tools.begin(), tools.end(), [&](const Tool& tool) { return key == tool.key; });
    return at == tools.end() ? nullptr : &*at;
}

std::vector<std::string> keys_of(const std::vector<Quantity>& quantities) {
    std::vector<std::string> keys;
    for (const auto& quantity : quantities) keys.push_back(quantity.key);
    return keys;
}

std::vector<std::string> units_of(const std::vector<Quantity>& quantities) {
    std::vector<std::string> units;
    for (const auto& quantity : quantities) units.push_back(quantity.unit);
    return units;
}

std::optional<std::size_t> index_by_key(const std::vector<Quantity>& quantities, const std::string& key) {
    const auto at = std::find_if(quantities.begin(), quantities.end(), [&](const auto& q) { return q.key == key; });
    return at == quantities.end() ? std::nullopt : std::optional(std::size_t(at - quantities.begin()));
}

SearchLens& search_of(World& world) {
    if (auto* search = world.search()) return *search;
    throw UsageError(
        "nobody searches for neighbours in this scene; choose one where actors meet by distance or by key, or boxes "
        "meet");
}

std::unique_ptr<World> make_world(const SceneInfo& scene, const Settings& settings, Backend backend) {
    try {
        if (backend == Backend::cpu) return scene.make_cpu(settings);
        if (!scene.make_cuda) throw Error("this program was built without CUDA; use --backend cpu");
        return scene.make_cuda(settings);
    } catch (const std::bad_alloc&) {
        throw Error(fmt::format("the scene does not fit in memory, of which {} is free{}; {}",
                                format_bytes(double(available_bytes(backend))),
                                settings.has("actors") ? ", with actors = " + settings.text("actors") : "",
                                fewer_actors));
    }
}

}  // namespace nearfield
