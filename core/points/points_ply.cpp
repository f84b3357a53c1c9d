#include "points/points_ply.hpp"

#include "base/counted.hpp"
#include "base/error.hpp"
#include "points/ply_header.hpp"
#include "points/point_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace nearfield {
namespace {

[[noreturn]] void complain(const std::string& where, const std::string& reason) {
    throw UsageError(where + ": " + reason);
}

/// Throws UsageError for a file that ends before all elements that its header announces. `there`: number of elements
/// found.
[[noreturn]] void complain_of_end(const std::string& name, const PlyElement& element, u64 there) {
    complain(name, fmt::format("the header announces {} of the element {}, but the file ends after {}", element.count,
                               element.name, there));
}

/// Reads the values of binary elements one after another.
class BinaryValues {
  public:
    BinaryValues(const std::string& name, std::string_view bytes, bool swapped)
        : name_(name),
          left_(bytes),
          swapped_(swapped) {}

    /// Calls value(property number, number) for the scalars of one element. False if the bytes end early.
    template <class F> bool element(const PlyElement& element, F&& value) {
        for (std::size_t p = 0; p < element.properties.size(); ++p) {
            const PlyProperty& property = element.properties[p];
            double number = 0;
            if (!take(property.is_list ? property.length : property.type, number)) return false;
            if (!property.is_list) value(p, number);
            else if (!skip_list(number, size_of(property.type))) return false;
        }
        return true;
    }

    void skip(const PlyElement& element) {
        const u64 size = element.fixed_size();
        if (size > 0) {
            if (element.count > left_.size() / size) complain_of_end(name_, element, left_.size() / size);
            return left_.remove_prefix(element.count * size);
        }
        if (element.properties.empty()) return;
        for (u64 i = 0; i < element.count; ++i)
            if (!this->element(element, [](std::size_t, double) {})) complain_of_end(name_, element, i);
    }
    std::string where(u64 vertex) const { return fmt::format("{}: vertex {}", name_, vertex); }

  private:
    bool skip_list(double length, std::size_t size) {
        if (!(length >= 0)) complain(name_, fmt::format("a list of {} values", length));
        if (length > double(left_.size() / size)) return false;
        left_.remove_prefix(std::size_t(length) * size);
        return true;
    }
    bool take(PlyType type, double& number) {
        const std::size_t size = size_of(type);
        if (left_.size() < size) return false;
        char bytes[8];
        std::memcpy(bytes, left_.data(), size);
        left_.remove_prefix(size);
        if (swapped_) std::reverse(bytes, bytes + size);
        number = number_of(type, bytes);
        return true;
    }

    const std::string& name_;
    std::string_view left_;
    const bool swapped_;
};

/// Reads text elements, one per line.
class TextValues {
  public:
    TextValues(const std::string& name, std::string_view text, u64 line) : name_(name), left_(text), line_(line) {}

    template <class F> bool element(const PlyElement& element, F&& value) {
        std::string_view line;
        if (!next_line(line)) return false;
        for (std::size_t p = 0; p < element.properties.size(); ++p) {
            const PlyProperty& property = element.properties[p];
            const double number = take(line, property.name);
            if (!property.is_list) {
                value(p, number);
                continue;
            }
            for (double k = 0; k < number; ++k) take(line, property.name);  // ends at the end of the line at the latest
        }
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            complain(where(0),
                     fmt::format("the line has more values than the properties of the element {}", element.name));
        return true;
    }

    void skip(const PlyElement& element) {
        std::string_view line;
        if (element.properties.empty()) return;
        for (u64 i = 0; i < element.count; ++i)
            if (!next_line(line)) complain_of_end(name_, element, i);
    }
    std::string where(u64) const { return fmt::format("{}:{}", name_, line_ - 1); }

  private:
    /// Takes the next line that is not empty.
    bool next_line(std::string_view& line) {
        while (!left_.empty()) {
            line = left_.substr(0, left_.find('\n'));
            left_.remove_prefix(std::min(left_.size(), line.size() + 1));
            ++line_;
            if (line.find_first_not_of(" \t\r") != std::string_view::npos) return true;
        }
        return false;
    }
    double take(std::string_view& line, const std::string& property) const {
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
        if (word.empty()) complain(where(0), property + " is missing");
        double number = 0;
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (problem != std::errc{} || end != word.data() + word.size())
            complain(where(0), fmt::format("{} is '{}', which is not a number", property, word));
        line.remove_prefix(word.size());
        return number;
    }

    const std::string& name_;
    std::string_view left_;
    u64 line_;
};

PointColumns coordinates(const std::string& name, const PlyElement& vertex, const PointChoice& choice) {
    std::vector<std::string> names;
    for (const auto& property : vertex.properties) names.push_back(property.name);
    auto columns =
        choice.columns.empty() ? named_columns(names, choice.dimensions, name) : asked_columns(names, choice, name);
    if (!columns) complain(name, "the vertices have no properties x and y; choose others with --columns");
    for (const std::size_t c : columns->at)
        if (vertex.properties[c].is_list) complain(name, vertex.properties[c].name + " is a list, not a coordinate");
    return *columns;
}

template <class Values> PointTable read_vertices(Values values, const std::string& name, const PlyHeader& header,
                                                 const PointChoice& choice, std::size_t bytes) {
    for (const auto& element : header.elements) {
        if (element.name != "vertex") {
            values.skip(element);
            continue;
        }
        const PointColumns columns = coordinates(name, element, choice);
        std::vector<int> axis(element.properties.size(), -1);
        for (std::size_t a = 0; a < columns.at.size(); ++a) axis[columns.at[a]] = int(a);
        PointTable table{int(columns.at.size()), {}, columns.names, columns.degrees};
        for (const auto& property : element.properties) table.all_columns.push_back(property.name);
        table.points.reserve(std::min<u64>(element.count, bytes / element.properties.size()));
        for (u64 i = 0; i < element.count; ++i) {
            glm::dvec3 p(0);
            if (!values.element(element, [&](std::size_t property, double number) {
                    if (axis[property] >= 0) p[axis[property]] = number;
                }))
                complain_of_end(name, element, i);
            for (int a = 0; a < table.dimensions; ++a)
                if (!std::isfinite(p[a]))
                    complain(values.where(i), fmt::format("{} is {}; positions must be finite, remove the vertex",
                                                          columns.names[std::size_t(a)], p[a]));
            table.points.push_back(p);
        }
        return table;
    }
    complain(name, "has no element called vertex");
}

}  // namespace

bool is_ply(std::string_view text) { return text.starts_with("ply\n") || text.starts_with("ply\r\n"); }

PointTable read_ply(const std::string& name, std::string_view text, const PointChoice& choice) {
    const PlyHeader header = read_ply_header(name, text);
    const auto body = text.substr(header.bytes);
    if (header.format == PlyFormat::text)
        return read_vertices(TextValues(name, body, header.lines + 1), name, header, choice, body.size());
    const bool swapped = (header.format == PlyFormat::little_endian) != (std::endian::native == std::endian::little);
    return read_vertices(BinaryValues(name, body, swapped), name, header, choice, body.size());
}

}  // namespace nearfield
