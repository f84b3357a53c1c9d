#include "record/growing_file.hpp"

#include "base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace nearfield {

GrowingFile::~GrowingFile() {
    if (is_open()) close(descriptor_);
}

void GrowingFile::open(const std::filesystem::path& path) {
    if (is_open()) close(descriptor_);
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (!is_open())
        throw Error(fmt::format("cannot write {}: {}; check the folder's permissions", path.string(),
                                std::error_code(errno, std::generic_category()).message()));
    flock(descriptor_, LOCK_EX | LOCK_NB);  // some file systems have no locks
}

bool GrowingFile::send() {
    const std::string text = std::exchange(pending_, "");
    std::size_t sent = 0;
    while (sent < text.size()) {
        const auto more = write(descriptor_, text.data() + sent, text.size() - sent);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) break;
        sent += std::size_t(more);
    }
    if (sent == text.size()) return true;
    const auto torn = off_t(sent - whole(text.substr(0, sent)));
    const off_t end = lseek(descriptor_, -torn, SEEK_CUR);
    if (end < 0 || ftruncate(descriptor_, end) != 0) throw Error("a recording ends in a torn line: the disk failed");
    return false;
}

std::size_t GrowingFile::whole(const std::string& text) const {
    if (records_ == Records::separated) {
        const auto separator = text.rfind(",\n");
        return separator == std::string::npos ? 0 : separator;
    }
    return text.rfind('\n') + 1;  // no line break: 0
}

}  // namespace nearfield
