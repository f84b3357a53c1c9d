#include "base/place.hpp"

#include "base/error.hpp"
#include "base/status.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <system_error>

namespace nearfield {
namespace {

namespace fs = std::filesystem;
using FileStatus = struct stat;

bool is_ours(const FileStatus& status) { return status.st_uid == geteuid(); }

constexpr const char* foreign = "belongs to another user; choose another name";

}  // namespace

/// Resolves a path folder by folder, each opened relative to the previous one.
class Place::Walk {
  public:
    Walk(const Place& place, const fs::path& path) : place_(place) {
        at_ = opened(AT_FDCWD, path.is_absolute() ? "/" : ".");
        insert(path);
        while (!left_.empty()) next();
        if (const auto status = status_of(*at_, name_); stands_for_it_ && status && !S_ISCHR(status->st_mode))
            require(is_ours(*status), "the link leads to another user's file");
    }

    std::unique_ptr<Descriptor> at_;
    std::string name_ = ".";

  private:
    void next() {
        const std::string part = left_.front();
        left_.pop_front();
        const bool is_last = left_.empty();
        const auto status = status_of(*at_, part);
        if (status && S_ISLNK(status->st_mode)) follow(part, *status, is_last);
        else if (is_last) name_ = part;
        else at_ = opened(*at_, part);
    }
    void follow(const std::string& link, const FileStatus& status, bool is_last) {
        constexpr int most_links = 40;  // the kernel's limit
        require(++links_ <= most_links, "too many links lead on from there");
        if (is_last) {
            require(is_ours(status), "it is another user's link");
            stands_for_it_ = true;
        } else require(is_safe(status), fmt::format("{} on the way is another user's link", link));
        std::array<char, PATH_MAX> target{};
        const ssize_t length = readlinkat(*at_, link.c_str(), target.data(), target.size());
        require(length > 0, length < 0 ? reason(errno) : "its link is empty");
        const fs::path path = std::string(target.data(), std::size_t(length));
        if (path.is_absolute()) at_ = opened(AT_FDCWD, "/");
        insert(path);
    }
    bool is_safe(const FileStatus& link) const {
        FileStatus folder{};
        if (is_ours(link) || link.st_uid == 0) return true;
        return fstat(*at_, &folder) == 0 && folder.st_uid == link.st_uid && !(folder.st_mode & (S_IWGRP | S_IWOTH));
    }
    void insert(const fs::path& path) {
        auto before = left_.begin();
        for (const auto& part : path.relative_path())
            if (!part.empty() && part != ".") before = left_.insert(before, part.string()) + 1;
    }
    std::unique_ptr<Descriptor> opened(int folder, const std::string& name) const {
        auto file =
            std::make_unique<Descriptor>(openat(folder, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (*file >= 0) return file;
        if (place_.of_ == Of::folder || (errno != ENOENT && errno != ENOTDIR)) place_.complain(reason(errno));
        throw Error(fmt::format("cannot write {}: there is no folder {}; make it first, or choose another place",
                                place_.path_.string(), place_.path_.parent_path().string()));
    }
    void require(bool is_so, const std::string& otherwise) const {
        if (!is_so) place_.complain(otherwise);
    }

    const Place& place_;
    std::deque<std::string> left_;
    int links_ = 0;
    bool stands_for_it_ = false;  ///< the last part of the path is a link
};

Place::Place(const fs::path& path, Of of) : path_(path), of_(of) {
    if (path.empty()) throw UsageError("the name of the file to write is empty");
    const fs::path last = path.has_filename() ? path.filename() : path.parent_path().filename();
    std::error_code problem;
    const bool is_another_name = last.empty() || last == "." || last == "..";
    const fs::path whole = is_another_name ? fs::canonical(path, problem) : path;
    if (problem) complain(problem.message());
    Walk walk(*this, whole);
    folder_ = std::move(walk.at_);
    name_ = walk.name_;
}

Place::Kind Place::kind() const {
    const auto status = status_of(folder(), name_);
    if (!status && errno != ENOENT) complain(reason(errno));
    if (!status) return Kind::free;
    if (S_ISREG(status->st_mode)) return Kind::file;
    if (S_ISDIR(status->st_mode)) return Kind::folder;
    return S_ISCHR(status->st_mode) || S_ISFIFO(status->st_mode) ? Kind::stream : Kind::other;
}

void Place::require_file(bool over) const {
    const Kind now = kind();
    if (now == Kind::folder || !path_.has_filename())
        throw Error(path_.string() + " is a folder; give the name of a file");
    if (now == Kind::other)
        throw Error(path_.string() + " is a disk, a socket or a link, no file; choose another name");
    if (now == Kind::free) return;
    const auto status = status_of(folder(), name_);
    const bool is_device = status && S_ISCHR(status->st_mode);
    if (now == Kind::file && !over) complain_of_twin();
    if (status && !is_device && !is_ours(*status) && (now == Kind::stream || geteuid() != 0))
        throw Error(fmt::format("{} {}", path_.string(), foreign));
}

void Place::complain(const std::string& why) const {
    throw Error(fmt::format("cannot {} {}: {}; choose another place", of_ == Of::file ? "write" : "make the folder",
                            path_.string(), why));
}

void Place::complain_of_twin() const {
    throw Error(path_.string() + " exists; choose another name, or add --force to replace it");
}

std::string reason(int error) { return std::error_code(error ? error : EIO, std::generic_category()).message(); }

std::string reason_not_to_grow(int error) {
    rlimit limit{};
    if (error != EFBIG || getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return "the disk is full or failed";
    return fmt::format("the file is full at {} bytes, the limit that ulimit -f sets", limit.rlim_cur);
}

}  // namespace nearfield
