#pragma once
// Lines and rectangles of the plane as a text, "x y x y; x y x y": each by two points, the ends or opposite corners.
#include <glm/glm.hpp>

#include <string>
#include <vector>

namespace nearfield {

struct Span {
    glm::vec2 a{0}, b{0};
    bool operator==(const Span&) const = default;
};

/// Commas serve as spaces. Throws UsageError that begins with `key` and names the item which is not four numbers.
std::vector<Span> read_spans(const std::string& key, const std::string& text);

/// To the centimetre of world units.
std::string write_spans(const std::vector<Span>& spans);

}  // namespace nearfield
