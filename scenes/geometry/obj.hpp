#pragma once
// Wavefront OBJ reader. Existing libraries read malformed numbers as 0 and report no line.
#include "scenes/geometry/mesh.hpp"

namespace nearfield::geometry {

constexpr std::size_t most_triangles = 2'000'000;

/// Reads corners (v) and faces (f; polygons are triangulated; indices from 1 or, if negative, from the last; v, v/vt,
/// v//vn, v/vt/vn). Other statements are ignored. Corners at the same position are merged. Throws UsageError
/// "name:line: what; remedy".
Mesh read_obj(const std::string& text, const std::string& name, std::size_t limit = most_triangles);

/// The faces below one `o NAME` and `g NAME`, in the order of first faces. Repeated names continue an object; faces
/// before any name belong to an unnamed object.
struct ObjObject {
    std::string object, group;  ///< names after `o` and `g`
    Mesh mesh;                  ///< `name` is that of the file
};
std::vector<ObjObject> read_obj_objects(const std::string& text, const std::string& name, std::size_t limit);

}  // namespace nearfield::geometry
