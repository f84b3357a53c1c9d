#pragma once
// Where the tests find what they start and read. Only places.cpp is compiled for this folder: all other objects are the
// same in every copy of the project, and a compiler cache has them.
#include <string>

namespace nearfield::places {

extern const std::string program;     ///< nearfield
extern const std::string assets;      ///< a folder
extern const std::string scenes;      ///< a folder
extern const std::string fuzz;        ///< a folder: texts for readers
extern const std::string slurm_node;  ///< a script
extern const std::string shaders;     ///< a folder: what Mesa has compiled for any program that a test has started

}  // namespace nearfield::places
