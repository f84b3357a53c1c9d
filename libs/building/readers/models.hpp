#pragma once
// Where buildings come from: models that the program makes or carries, and files.
#include "base/stoppable.hpp"
#include "libs/building/readers/building.hpp"

#include <functional>

namespace nearfield::building {

/// What is told while a file is read, and what ends it.
struct Reading {
    /// Called with the work done so far, from 0 to 1; throws what should end the reading. By itself it ends with the
    /// work that it is a part of.
    std::function<void(double)> progress = go_on_from;
    double most_seconds = 300;
    double most_gigabytes = 8;  ///< of memory, for readers in a process of their own
    bool named = false;         ///< the user typed the file's name: it may be a pipe
};

/// What can be asked of a model that is made.
struct ModelSize {
    int count = 8;   ///< cubes along each axis of the grid, solids of the soup
    double gap = 0;  ///< m between the cubes of the grid; negative: they overlap by as much
    unsigned seed = 1;
    int buildings = 1;  ///< copies of the model, in rows
};

/// The house; where this build does not read IFC, the pairs of `predicates`.
std::string default_model();

/// Keys of the models that load_building makes or carries.
std::vector<std::string> model_keys();

/// The model with that key, or else the file with that name: IFC, OBJ or glTF, told apart by the ending (.ifc, .obj,
/// .gltf, .glb). Throws UsageError with one line that names file, place and remedy, and for copies with more than 50
/// million triangles. A building from a file has at least one part, and corners that are finite.
Building load_building(const std::string& key_or_file, const ModelSize& = {}, const Reading& = {});

/// One object per `o` and `g` of an OBJ text. z is up.
Building read_obj_building(const std::string& text, const std::string& name);

}  // namespace nearfield::building
