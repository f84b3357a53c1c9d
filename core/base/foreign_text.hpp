#pragma once
// Makes foreign text (names in files, paths, titles) safe for a terminal, CSV, XML or JSON.
#include <string>
#include <vector>

namespace nearfield {

bool is_utf8(const std::string& text);

/// Text that is safe for a terminal or the window. Line breaks become spaces. Escapes such as \x1b replace other
/// control characters, bidirectional marks and invalid UTF-8.
std::string terminal_text(const std::string& text);

/// A cell of a CSV file, quoted where necessary. Escapes such as \x0a replace line breaks and all else that
/// terminal_text() replaces. An apostrophe is put before text that a spreadsheet would take for a formula.
std::string csv_cell(const std::string& text);

/// Splits a line of a CSV file into its cells: the inverse of csv_cell(). Throws UsageError, which begins with
/// `where`, for a quote that is not closed.
std::vector<std::string> csv_cells(const std::string& line, const std::string& where = "the table");

/// JSON in which \u escapes replace the characters that terminal_text() escapes. Called by json_text()
/// (params/json_text.hpp).
std::string json_safe(const std::string& json);

/// Content or attribute value for XML 1.0 or SVG, safe as in terminal_text().
std::string xml_text(const std::string& text);

}  // namespace nearfield
