#include "made_files.hpp"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

namespace nearfield::fuzz {

MemoryFile::MemoryFile(const std::string& text) : file_(memfd_create("text", MFD_CLOEXEC)) {
    if (file_ < 0 || write(file_, text.data(), text.size()) != ssize_t(text.size()))
        throw std::runtime_error("no file in memory could be made");
}

MemoryFile::~MemoryFile() { close(file_); }

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", file_); }

}  // namespace nearfield::fuzz
