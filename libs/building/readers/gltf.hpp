#pragma once
// glTF 2.0 (Khronos, ISO/IEC 12113): the triangles of every node of the scene, with its name.
#include "libs/building/readers/building.hpp"

#include <functional>

namespace nearfield::building {

/// The bytes of a buffer outside the file, named by its URI relative to it.
using BufferSource = std::function<std::string(const std::string& uri)>;

/// A part per node with triangles, from a text of .gltf or the bytes of a .glb; glTF's y up becomes z up. Surfaces that
/// are not made of triangles are left out and noted. Throws UsageError with name, place and remedy for a file that is
/// no glTF 2.0, refers to what it does not have, or needs an extension for its surfaces (compression).
Building read_gltf(const std::string& bytes, const std::string& name, const BufferSource& buffers,
                   std::size_t limit = most_triangles);

/// As above, with buffers from the folder of `file` or below it.
Building load_gltf(const std::string& bytes, const std::string& file);

}  // namespace nearfield::building
