#pragma once
// Preprocessing of an IFC text (ISO 10303-21), for what the library does not do.
#include "base/vec.hpp"

#include <map>
#include <string>
#include <vector>

namespace nearfield::building {

/// Throws UsageError with name, schema and remedy for a text that is not IFC, or has a schema other than IFC2x3 and
/// IFC4.
void check_step(const std::string& text, const std::string& name);

/// True if the text has its end mark.
bool is_whole_step(const std::string& text);

/// A segment of an IfcIndexedPolyCurve: connected corners, or three points of an arc; indices start at 1.
struct CurvePiece {
    bool arc = false;
    std::vector<int> points;
};

/// Removes the segments of each IfcIndexedPolyCurve from the text and returns them by entity number (#12). The library
/// reads the points of such curves but fails on their segments.
std::map<int, std::vector<CurvePiece>> take_curve_pieces(std::string& text);

/// The corners of the curve; arcs become chords as ifcplusplus makes for circles. Without segments: the points in
/// order. Throws Error for a segment with an invalid index.
std::vector<glm::dvec3> corners_of(const std::vector<glm::dvec3>& points, const std::vector<CurvePiece>& pieces);

}  // namespace nearfield::building
