#pragma once
#include "base/innermost.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nearfield {

/// A file as it was read.
struct FileRead {
    std::string path;
    std::uint64_t bytes = 0;
    std::string sha256;  ///< 64 hexadecimal digits
    bool operator==(const FileRead&) const = default;
};

/// Notes the files that this thread reads to their end during its life, each path once, through core/base/read_file.
/// Files of the system are left out.
class FilesRead : public Innermost<FilesRead> {
  public:
    void note(FileRead file);
    /// In the order of reading.
    const std::vector<FileRead>& files() const { return files_; }

  private:
    std::vector<FileRead> files_;
};

}  // namespace nearfield
