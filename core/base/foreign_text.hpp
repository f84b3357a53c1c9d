#pragma once
// Text from elsewhere (names in files, paths, titles), made fit for a terminal, CSV, XML or JSON.
#include <string>
#include <vector>

namespace nearfield {

bool is_utf8(const std::string& text);

/// A text that is safe to show on a terminal or in the window: line breaks become spaces. Escapes such as \x1b replace
/// other control characters, marks that turn the direction of writing, and bytes that are not UTF-8.
std::string terminal_text(const std::string& text);

/// A text as a cell of a CSV file, in quotes where necessary. It holds no line break: escapes such as \x0a replace what
/// terminal_text() replaces. A text that a spreadsheet would take for a formula begins with an apostrophe.
std::string csv_cell(const std::string& text);

/// The texts of the cells in one line of a CSV file: the inverse of csv_cell(). Throws UsageError, which begins with
/// `where`, for a quote that is not closed.
std::vector<std::string> csv_cells(const std::string& line, const std::string& where = "the table");

/// JSON with \u escapes in the place of what terminal_text() escapes; json_text() (params/json_text.hpp) calls it.
std::string json_safe(const std::string& json);

/// A text as content or an attribute's value in XML 1.0 or SVG, safe as for terminal_text().
std::string xml_text(const std::string& text);

}  // namespace nearfield
