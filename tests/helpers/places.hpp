#pragma once
// Paths of programs and files for the tests. Only places.cpp depends on the checkout's folder; all other objects are
// the same in every copy and can be cached.
#include <string>

namespace nearfield::places {

extern const std::string program;     ///< nearfield
extern const std::string assets;      ///< a folder
extern const std::string scenes;      ///< a folder
extern const std::string fuzz;        ///< a folder: texts for readers
extern const std::string slurm_node;  ///< a script
extern const std::string shaders;     ///< a folder: Mesa's shader cache, shared by all started programs

}  // namespace nearfield::places
