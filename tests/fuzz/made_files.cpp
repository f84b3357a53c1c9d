#include "made_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace nearfield::fuzz {

namespace fs = std::filesystem;

MemoryFile::MemoryFile(const std::string& text) : file_(memfd_create("text", MFD_CLOEXEC)) {
    if (file_ < 0 || write(file_, text.data(), text.size()) != ssize_t(text.size()))
        throw std::runtime_error("no file in memory could be made");
}

MemoryFile::~MemoryFile() { close(file_); }

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", file_); }

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "nearfield-fuzz-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no folder could be made");
    path_ = name;
}

Folder::~Folder() { fs::remove_all(path_); }

void Folder::write(const char* name, const std::string& text) const {
    std::ofstream out(path_ / name, std::ios::binary);
    if (!out.write(text.data(), std::streamsize(text.size())).flush())
        throw std::runtime_error("no file could be written");
}

}  // namespace nearfield::fuzz
