#include "base/files_read.hpp"

#include <algorithm>

namespace nearfield {

void FilesRead::note(FileRead file) {
    const auto same = [&](const FileRead& other) { return other.path == file.path; };
    if (const auto known = std::find_if(files_.begin(), files_.end(), same); known != files_.end())
        *known = std::move(file);
    else files_.push_back(std::move(file));
}

}  // namespace nearfield
