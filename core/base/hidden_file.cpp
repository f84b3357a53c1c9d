#include "base/hidden_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <mutex>
#include <set>
#include <system_error>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = ".nearfield-";
constexpr const char* suffix = ".tmp";

bool is_hidden_name(const std::string& name) { return name.starts_with(prefix) && name.ends_with(suffix); }

void remove_if_orphan(const fs::path& path) {
    constexpr std::time_t beginning = 60;  // s
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return;
    struct stat status {};
    const bool is_old = fstat(file, &status) == 0 && status.st_mtime + beginning < std::time(nullptr);
    std::error_code ignored;
    if (is_old && flock(file, LOCK_EX | LOCK_NB) == 0) fs::remove_all(path, ignored);
    close(file);
}

}  // namespace

fs::path hidden_name(const fs::path& target, const std::string& mark) {
    constexpr std::size_t most = 100;  // of a name that may be as long as the file system allows
    return target.parent_path() /
           fmt::format("{}{}-{}{}{}", prefix, getpid(), target.filename().string().substr(0, most), mark, suffix);
}

void remove_orphans(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> seen;
    const std::lock_guard lock(mutex);
    std::error_code problem;
    if (!seen.insert(fs::absolute(folder, problem)).second) return;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
        if (is_hidden_name(at->path().filename().string())) remove_if_orphan(at->path());
}

}  // namespace nearfield
