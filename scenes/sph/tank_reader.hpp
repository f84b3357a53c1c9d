#pragma once
// Tanks from text and files, and the tanks that the program carries.
#include "libs/document/carried.hpp"
#include "scenes/sph/tank.hpp"

#include <functional>

namespace nearfield::sph {

/// Reads the mesh that a tank names by a path; throws UsageError.
using MeshSource = std::function<Mesh(const std::string& path)>;

/// Meshes that the program carries, or files with paths relative to the folder of `tank`, in it or below.
MeshSource meshes_beside(const std::string& tank);

/// Reads and checks (tank_check.hpp) a tank. Throws UsageError "name:line:column: what is wrong; remedy".
Tank read_tank(const std::string& text, const std::string& name, const MeshSource& meshes = meshes_beside(""));

/// Every tank under assets/tanks by its path without .json, and every mesh by its path.
const std::vector<document::Carried>& carried_tanks();
/// Keys of the tanks alone.
std::vector<std::string> tank_keys();

/// The tank with that key, or else the one in that file. Throws UsageError with the name looked for.
Tank load_tank(const std::string& key_or_file);

}  // namespace nearfield::sph
