#pragma once
// What has to be known of an IFC file's text (ISO 10303-21) beside what the library reads from it.
#include "base/vec.hpp"

#include <map>
#include <string>
#include <vector>

namespace nearfield::building {

/// Refuses a text that is no IFC file, or of a schema other than IFC2x3 and IFC4: throws UsageError with name, schema
/// and remedy.
void check_step(const std::string& text, const std::string& name);

/// Whether the text goes on to its end mark.
bool is_whole_step(const std::string& text);

/// A piece of an IfcIndexedPolyCurve: corners joined by lines, or three points of an arc; indices from 1.
struct CurvePiece {
    bool arc = false;
    std::vector<int> points;
};

/// The pieces of each IfcIndexedPolyCurve by its number (#12), which the text then has no longer: the library reads
/// their points but not them.
std::map<int, std::vector<CurvePiece>> take_curve_pieces(std::string& text);

/// The corners of the curve, arcs cut into chords as ifcplusplus cuts circles. Without pieces: the points in order.
/// Throws Error for a piece that names a point which is not there.
std::vector<glm::dvec3> corners_of(const std::vector<glm::dvec3>& points, const std::vector<CurvePiece>& pieces);

}  // namespace nearfield::building
