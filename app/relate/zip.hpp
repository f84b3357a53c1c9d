#pragma once
#include <iosfwd>
#include <string>
#include <vector>

namespace nearfield {

struct ZipEntry {
    std::string name, content;
};

/// Writes an archive of stored files (PKWARE's APPNOTE 6.3, method 0). Throws Error for more than 65,535 files or 4 GB.
void write_zip(std::ostream& out, const std::vector<ZipEntry>& entries);

/// CRC-32 as used in zip and PNG.
unsigned crc32(const std::string& bytes);

}  // namespace nearfield
