#pragma once
// Sources of buildings: generated and built-in models, and files.
#include "base/stoppable.hpp"
#include "scenes/building/building.hpp"

#include <functional>

namespace nearfield::building {

/// Progress and limits of reading a file.
struct Reading {
    /// Called with the share of work done, from 0 to 1; may throw to abort. The default reports to the enclosing
    /// stoppable task.
    std::function<void(double)> progress = go_on_from;
    double most_seconds = 300;
    double most_gigabytes = 8;  ///< for readers in a separate process
    bool named = false;         ///< the user typed the file's name, so it may be a pipe
};

/// Size of a generated model.
struct ModelSize {
    int count = 8;   ///< cubes along each axis of the grid, solids in the soup
    double gap = 0;  ///< between the cubes of the grid, m; negative: they overlap
    unsigned seed = 1;
    int buildings = 1;  ///< copies of the model, in rows
};

/// The house, or `predicates` if this build cannot read IFC.
std::string default_model();

/// Keys of generated and built-in models.
std::vector<std::string> model_keys();

/// The model with that key, or else the file with that name: IFC, OBJ or glTF by its ending (.ifc, .obj, .gltf, .glb).
/// Throws UsageError with one line that names file, place and remedy, also for copies with more than 50 million
/// triangles. A building from a file has at least one part and only finite corners.
Building load_building(const std::string& key_or_file, const ModelSize& = {}, const Reading& = {});

/// One part per `o` and `g` of an OBJ text with z up.
Building read_obj_building(const std::string& text, const std::string& name);

}  // namespace nearfield::building
