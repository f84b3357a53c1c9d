#pragma once
#include "base/platform.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nearfield {

enum class PlyFormat { text, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Bytes of a value.
std::size_t size_of(PlyType type);
/// The number in these bytes, in the order of this machine.
double number_of(PlyType type, const char* bytes);

struct PlyProperty {
    std::string name;
    PlyType type{};
    bool is_list = false;
    PlyType length{};  ///< the type of a list's length
};

struct PlyElement {
    std::string name;
    u64 count = 0;
    std::vector<PlyProperty> properties;

    /// Bytes of one; 0 if they have lists.
    std::size_t fixed_size() const;
};

struct PlyHeader {
    PlyFormat format{};
    std::vector<PlyElement> elements;
    std::size_t bytes = 0, lines = 0;  ///< of the header
};

/// Reads the lines up to end_header. Throws UsageError as "file:line: reason" for a header that is not sound.
PlyHeader read_ply_header(const std::string& name, std::string_view text);

}  // namespace nearfield
