#include "record/growing_file.hpp"

#include "base/error.hpp"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace nearfield {

GrowingFile::~GrowingFile() {
    if (is_open()) close(descriptor_);
}

void GrowingFile::open(OutputFolder& folder, const std::string& name) {
    if (is_open()) close(std::exchange(descriptor_, -1));
    descriptor_ = folder.create(name);
    flock(descriptor_, LOCK_EX | LOCK_NB);  // some file systems have no locks
}

bool GrowingFile::send() {
    const std::string text = std::exchange(pending_, "");
    std::size_t sent = 0;
    while (sent < text.size()) {
        const auto more = write(descriptor_, text.data() + sent, text.size() - sent);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) {
            error_ = more < 0 ? errno : ENOSPC;
            break;
        }
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
    return text.rfind('\n') + 1;  // 0 without a line break
}

}  // namespace nearfield
