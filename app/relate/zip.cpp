#include "app/relate/zip.hpp"

#include "base/error.hpp"

#include <array>
#include <cstdint>
#include <ostream>

namespace nearfield {
namespace {

std::array<unsigned, 256> make_table() {
    std::array<unsigned, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned value = byte;
        for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320u ^ value >> 1 : value >> 1;
        table[byte] = value;
    }
    return table;
}

/// Little-endian numbers.
std::string two(std::size_t value) { return {char(value & 255), char(value >> 8 & 255)}; }
std::string four(std::size_t value) { return two(value & 65535) + two(value >> 16 & 65535); }

/// Fields common to a file's local header and the central directory: version 2.0, no flags, stored, 1 January 1980.
std::string facts(const ZipEntry& entry) {
    const std::size_t size = entry.content.size();
    return two(20) + two(0) + two(0) + two(0) + two(33) + four(crc32(entry.content)) + four(size) + four(size) +
           two(entry.name.size()) + two(0);
}

}  // namespace

unsigned crc32(const std::string& bytes) {
    static const auto table = make_table();
    unsigned value = 0xffffffffu;
    for (const unsigned char byte : bytes) value = table[(value ^ byte) & 255] ^ value >> 8;
    return ~value;
}

void write_zip(std::ostream& out, const std::vector<ZipEntry>& entries) {
    if (entries.size() > 65535) throw Error("more than 65535 files do not fit into an archive");
    std::string list;
    std::size_t at = 0;
    for (const auto& entry : entries) {
        list += "PK\1\2" + two(20) + facts(entry) + two(0) + two(0) + two(0) + four(0) + four(at) + entry.name;
        const std::string head = "PK\3\4" + facts(entry) + entry.name;
        out << head << entry.content;
        at += head.size() + entry.content.size();
        if (at > UINT32_MAX) throw Error("more than 4 GB do not fit into an archive");
    }
    out << list << "PK\5\6" << four(0) << two(entries.size()) << two(entries.size()) << four(list.size()) << four(at)
        << two(0);
}

}  // namespace nearfield
