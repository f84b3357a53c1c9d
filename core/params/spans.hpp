#pragma once
// Lines and rectangles in the plane as a text, "x y x y; x y x y": two points each, the ends or opposite corners.
#include <glm/glm.hpp>

#include <string>
#include <vector>

namespace nearfield {

struct Span {
    glm::vec2 a{0}, b{0};
    bool operator==(const Span&) const = default;
};

/// Parses spans. Commas count as spaces. Throws UsageError with `key` and the item that is not four numbers.
std::vector<Span> read_spans(const std::string& key, const std::string& text);

/// Returns spans as a text, rounded to 0.01 world units (centimetres).
std::string write_spans(const std::vector<Span>& spans);

}  // namespace nearfield
