#include "points/ply_header.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>

namespace nearfield {
namespace {

constexpr std::size_t longest_header = 1'000'000;  // bytes

template <class T> double as_double(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return double(value);
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (;;) {
        const auto first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) return words;
        line.remove_prefix(first);
        words.push_back(line.substr(0, line.find_first_of(" \t\r")));
        line.remove_prefix(words.back().size());
    }
}

class HeaderReader {
  public:
    HeaderReader(const std::string& name, std::string_view text) : name_(name), text_(text) {}

    PlyHeader read() {
        bool has_format = false;
        for (;;) {
            const auto words = words_of(next_line());
            if (words.empty() || words[0] == "comment" || words[0] == "obj_info" || header_.lines == 1) continue;
            if (words[0] == "end_header") break;
            if (words[0] == "format" && words.size() == 3) {
                header_.format = format(words[1]);
                has_format = true;
            } else if (words[0] == "element" && words.size() == 3) header_.elements.push_back(element(words));
            else if (words[0] == "property" && words.size() >= 3) add_property(words);
            else complain(fmt::format("'{}' has no meaning in the header", words[0]));
        }
        if (!has_format) complain("the header has no line 'format'");
        return header_;
    }

  private:
    [[noreturn]] void complain(const std::string& reason) const {
        throw UsageError(fmt::format("{}:{}: {}", name_, header_.lines, reason));
    }
    std::string_view next_line() {
        const std::size_t end = text_.substr(0, longest_header).find('\n', header_.bytes);
        if (end == std::string_view::npos) complain("the header has no line 'end_header'");
        const auto line = text_.substr(header_.bytes, end - header_.bytes);
        header_.bytes = end + 1;
        ++header_.lines;
        return line;
    }
    PlyFormat format(std::string_view word) const {
        if (word == "ascii") return PlyFormat::text;
        if (word == "binary_little_endian") return PlyFormat::little_endian;
        if (word == "binary_big_endian") return PlyFormat::big_endian;
        complain(
            fmt::format("the format '{}' is not known; ascii, binary_little_endian and binary_big_endian are", word));
    }
    PlyElement element(const std::vector<std::string_view>& words) const {
        PlyElement element{std::string(words[1])};
        const auto [end, problem] = std::from_chars(words[2].data(), words[2].data() + words[2].size(), element.count);
        if (problem != std::errc{} || end != words[2].data() + words[2].size())
            complain(fmt::format("'{}' is no number of the element {}", words[2], element.name));
        return element;
    }
    PlyType type(std::string_view word) const {
        static constexpr std::string_view names[][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                                        {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                                        {"float", "float32"}, {"double", "float64"}};
        for (std::size_t t = 0; t < std::size(names); ++t)
            if (word == names[t][0] || word == names[t][1]) return PlyType(t);
        complain(fmt::format("the type '{}' is not known", word));
    }
    void add_property(const std::vector<std::string_view>& words) {
        if (header_.elements.empty()) complain("a property before the first element");
        auto& properties = header_.elements.back().properties;
        const bool is_list = words[1] == "list";
        if (words.size() != (is_list ? 5u : 3u)) complain("a property has a type and a name");
        PlyProperty property{.name = std::string(words.back()), .is_list = is_list};
        property.type = type(is_list ? words[3] : words[1]);
        if (is_list) property.length = type(words[2]);
        properties.push_back(property);
    }

    const std::string& name_;
    const std::string_view text_;
    PlyHeader header_;
};

}  // namespace

std::size_t size_of(PlyType type) {
    static constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[std::size_t(type)];
}

double number_of(PlyType type, const char* bytes) {
    switch (type) {
    case PlyType::int8: return as_double<std::int8_t>(bytes);
    case PlyType::uint8: return as_double<std::uint8_t>(bytes);
    case PlyType::int16: return as_double<std::int16_t>(bytes);
    case PlyType::uint16: return as_double<std::uint16_t>(bytes);
    case PlyType::int32: return as_double<std::int32_t>(bytes);
    case PlyType::uint32: return as_double<std::uint32_t>(bytes);
    case PlyType::float32: return double(as_double<float>(bytes));
    default: return as_double<double>(bytes);
    }
}

std::size_t PlyElement::fixed_size() const {
    std::size_t size = 0;
    for (const auto& property : properties) {
        if (property.is_list) return 0;
        size += size_of(property.type);
    }
    return size;
}

PlyHeader read_ply_header(const std::string& name, std::string_view text) { return HeaderReader(name, text).read(); }

}  // namespace nearfield
