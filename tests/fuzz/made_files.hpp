#pragma once
// Files made of texts, for readers that open one by its name, and what must hold of what was read.
#include "temporary.hpp"

#include <stdexcept>
#include <string>

namespace nearfield::fuzz {

/// A file that exists in memory alone.
class MemoryFile {
  public:
    explicit MemoryFile(const std::string& text);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const;

  private:
    int file_;
};

/// Throws std::logic_error if something that must hold of every text does not.
inline void require(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

}  // namespace nearfield::fuzz
