#pragma once
#include "base/platform.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nearfield {

enum class PlyFormat { text, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Size of a value in bytes.
std::size_t size_of(PlyType type);
/// The number in these bytes, which are in native byte order.
double number_of(PlyType type, const char* bytes);

struct PlyProperty {
    std::string name;
    PlyType type{};
    bool is_list = false;
    PlyType length{};  ///< type of a list's length
};

struct PlyElement {
    std::string name;
    u64 count = 0;
    std::vector<PlyProperty> properties;

    /// Bytes per element. 0 if it has lists.
    std::size_t fixed_size() const;
};

struct PlyHeader {
    PlyFormat format{};
    std::vector<PlyElement> elements;
    std::size_t bytes = 0, lines = 0;  ///< length of the header
};

/// Reads the lines up to end_header. Throws UsageError as "file:line: reason" for an invalid header.
PlyHeader read_ply_header(const std::string& name, std::string_view text);

}  // namespace nearfield
