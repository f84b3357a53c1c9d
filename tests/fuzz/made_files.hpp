#pragma once
// Files made from texts, for readers that open a file by name, and invariants of their results.
#include "temporary.hpp"

#include <stdexcept>
#include <string>

namespace nearfield::fuzz {

/// A file in memory.
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

/// Throws std::logic_error if an invariant is violated.
inline void require(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

}  // namespace nearfield::fuzz
