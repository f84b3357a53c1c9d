#pragma once
// Wavefront OBJ. Own code, because existing libraries read malformed numbers as 0 and report no line.
#include "libs/geometry/mesh.hpp"

namespace nearfield::geometry {

constexpr std::size_t most_triangles = 2'000'000;

/// Corners (v) and faces (f; polygons are cut into triangles; indices from 1 or, negative, from the last; v, v/vt,
/// v//vn, v/vt/vn) of `text`; other statements are ignored. Corners at the same position become one. Throws UsageError
/// "name:line: what; remedy".
Mesh read_obj(const std::string& text, const std::string& name, std::size_t limit = most_triangles);

/// The faces that stand below one `o NAME` and `g NAME`, in the order in which objects first get a face. An object that
/// is named again goes on; faces above any name belong to an object without one.
struct ObjObject {
    std::string object, group;  ///< names after `o` and `g`
    Mesh mesh;                  ///< its `name` is the file's
};
std::vector<ObjObject> read_obj_objects(const std::string& text, const std::string& name, std::size_t limit);

}  // namespace nearfield::geometry
