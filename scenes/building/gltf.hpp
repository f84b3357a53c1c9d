#pragma once
// glTF 2.0 (Khronos, ISO/IEC 12113): the triangles of every node of the scene, with its name.
#include "scenes/building/building.hpp"

#include <functional>

namespace nearfield::building {

/// Returns the bytes of an external buffer, named by its URI relative to the file.
using BufferSource = std::function<std::string(const std::string& uri)>;

/// Reads one part per node with triangles, from .gltf text or .glb bytes; y up becomes z up. Points and lines are left
/// out and noted. Throws UsageError with name, place and remedy for a file that is not glTF 2.0, has dangling
/// references, or needs an extension for its surfaces (compression).
Building read_gltf(const std::string& bytes, const std::string& name, const BufferSource& buffers,
                   std::size_t limit = most_triangles);

/// The same, with buffers from the folder of `file` or below it.
Building load_gltf(const std::string& bytes, const std::string& file);

}  // namespace nearfield::building
