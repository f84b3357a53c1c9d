#pragma once
// Reads tanks from text and files, and lists the built-in ones.
#include "scenes/document/carried.hpp"
#include "scenes/sph/tank.hpp"

#include <functional>

namespace nearfield::sph {

/// Reads a mesh by the path given in a tank; throws UsageError.
using MeshSource = std::function<Mesh(const std::string& path)>;

/// Built-in meshes, or files by their path relative to the folder of `tank`, in it or below.
MeshSource meshes_beside(const std::string& tank);

/// Reads a tank and checks it (tank_check.hpp). Throws UsageError "name:line:column: what is wrong; remedy".
Tank read_tank(const std::string& text, const std::string& name, const MeshSource& meshes = meshes_beside(""));

/// Every tank under assets/tanks by its path without .json, and every mesh by its path.
const std::vector<document::Carried>& carried_tanks();
/// Keys of the tanks only.
std::vector<std::string> tank_keys();

/// The tank with that key, or else from that file. Throws UsageError with the name.
Tank load_tank(const std::string& key_or_file);

}  // namespace nearfield::sph
