#pragma once
#include <iosfwd>
#include <string>
#include <vector>

namespace nearfield {

struct ZipEntry {
    std::string name, content;
};

/// An archive of files that are stored as they are (PKWARE's APPNOTE 6.3, method 0). Throws Error for more than 65,535
/// of them or 4 GB.
void write_zip(std::ostream& out, const std::vector<ZipEntry>& entries);

/// CRC-32 as zip and PNG have it.
unsigned crc32(const std::string& bytes);

}  // namespace nearfield
