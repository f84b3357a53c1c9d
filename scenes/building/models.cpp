#include "scenes/building/models.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "scenes/building/carried_buildings.hpp"
#include "scenes/building/gltf.hpp"
#include "scenes/building/ifc_process.hpp"
#include "scenes/building/made_models.hpp"
#include "scenes/geometry/obj.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <filesystem>

namespace nearfield::building {
namespace {

/// Refuses a building without parts, or with a corner too far from the origin.
void check(const Building& building, const std::string& name) {
    if (building.parts.empty()) throw UsageError(name + ": no part has a surface; give a model with solids or faces");
    for (const auto& part : building.parts)
        for (const auto& mesh : part.surfaces)
            for (const auto& p : mesh.vertices)
                for (int a = 0; a < 3; ++a)
                    if (!(std::abs(p[a]) <= furthest))
                        throw UsageError(fmt::format("{}: the part '{}' has a corner at ({:.4g}, {:.4g}, {:.4g}) m; "
                                                     "move it to within {:.0e} m of the origin",
                                                     name, part.name.empty() ? part.id : part.name, p.x, p.y, p.z,
                                                     furthest));
}

std::string ending_of(const std::string& file) {
    std::string ending = std::filesystem::path(file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    return ending;
}

Building read(const std::string& file, const Reading& reading) {
    const std::string ending = ending_of(file);
    const auto text = [&] {
        return (reading.named ? read_named : read_chosen)(file, "the name of a file with a building", Most::data);
    };
    if (ending == ".ifc") return read_ifc(text(), file, reading);
    if (ending == ".obj") return read_obj_building(text(), file);
    if (ending == ".gltf" || ending == ".glb") return load_gltf(text(), file);
    throw UsageError(fmt::format("{}: files of type '{}' are not read; give .ifc, .obj, .gltf or .glb", file, ending));
}

Building house(const ModelSize&, const Reading& reading) {
    return read_ifc(document::find("house.ifc", carried_buildings(), "building").text, "house", reading);
}

/// The FZK house by KIT/IAI, which Debian packages for tests.
Building fzk(const ModelSize&, const Reading& reading) {
    const std::string file = "/usr/share/assimp/models/IFC/AC14-FZK-Haus.ifc";
    if (std::error_code problem; !std::filesystem::exists(file, problem))
        throw UsageError("fzk: there is no " + file + "; install Debian's package assimp-testmodels");
    return read(file, reading);
}

struct Model {
    const char* key;
    Building (*make)(const ModelSize&, const Reading&);
    int most;  ///< largest permitted count
};
constexpr Model models[] = {
    {"house", house, INT_MAX},
    {"fzk", fzk, INT_MAX},
    {"predicates", [](const ModelSize&, const Reading&) { return make_predicates(); }, INT_MAX},
    {"grid", [](const ModelSize& size, const Reading&) { return make_grid(size.count, size.gap); }, 200},
    {"soup", [](const ModelSize& size, const Reading&) { return make_soup(size.count, size.seed); }, 5'000'000}};

/// Refuses too many copies before any copying.
void require_fit(const Building& building, int buildings) {
    std::size_t triangles = 0;
    for (const auto& part : building.parts)
        for (const auto& mesh : part.surfaces) triangles += mesh.triangles.size();
    if (triangles * std::size_t(buildings) > most_triangles)
        throw UsageError(fmt::format("buildings: {} copies of {} have {} triangles; give at most {}", buildings,
                                     building.name, triangles * std::size_t(buildings), most_triangles / triangles));
}

Building load_one(const std::string& key_or_file, const ModelSize& size, const Reading& reading) {
    for (const auto& model : models)
        if (model.key == key_or_file) {
            if (size.count < 1 || size.count > model.most)
                throw UsageError(fmt::format("{}: a count of {}; give 1 to {}", model.key, size.count, model.most));
            return model.make(size, reading);
        }
    std::error_code problem;
    if (!std::filesystem::exists(key_or_file, problem))
        throw UsageError("no model and no file '" + key_or_file + "'." + suggest(key_or_file, model_keys()));
    Building building = read(key_or_file, reading);
    check(building, key_or_file);
    return building;
}

}  // namespace

std::string default_model() { return ifc_is_read() ? "house" : "predicates"; }

std::vector<std::string> model_keys() {
    std::vector<std::string> keys;
    for (const auto& model : models) keys.push_back(model.key);
    return keys;
}

Building load_building(const std::string& key_or_file, const ModelSize& size, const Reading& reading) {
    Building building = load_one(key_or_file, size, reading);
    if (size.buildings <= 1) return building;
    require_fit(building, size.buildings);
    return make_town(building, size.buildings);
}

Building read_obj_building(const std::string& text, const std::string& name) {
    Building building{.name = std::filesystem::path(name).stem().string()};
    for (auto& [object, group, mesh] : geometry::read_obj_objects(text, name, most_triangles)) {
        const std::string called = object.empty() || group.empty() ? object + group : object + "/" + group;
        Part part{.id = called, .type = "Object", .name = called};
        mesh.name = called;
        part.surfaces.push_back(std::move(mesh));
        building.parts.push_back(std::move(part));
    }
    return building;
}

}  // namespace nearfield::building
