#include "base/hidden_file.hpp"

#include "base/child.hpp"
#include "base/status.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <random>
#include <set>
#include <tuple>

namespace nearfield {
namespace {

constexpr std::string_view prefix = ".nearfield-", suffix = ".tmp";
constexpr std::size_t digits = 16;

bool is_hidden_name(const std::string& name) {
    return name.size() == prefix.size() + digits + suffix.size() && name.starts_with(prefix) &&
           name.ends_with(suffix) &&
           name.find_first_not_of("0123456789abcdef", prefix.size()) == prefix.size() + digits;
}

/// Removes an orphaned folder if all files in it are known.
void remove_folder(int parent, const std::string& name, int folder, const KnowsName& known) {
    const auto names = names_in(folder);
    const auto is_known = [&](const std::string& file) { return known(file) && is_own_file(folder, file); };
    if (!std::all_of(names.begin(), names.end(), is_known)) return;
    remove_known(folder, known);
    unlinkat(parent, name.c_str(), AT_REMOVEDIR);
}

void remove_if_orphan(int parent, const std::string& name, const KnowsName& known) {
    constexpr std::time_t beginning = 60;  // s
    const auto named = status_of(parent, name);
    if (!named || named->st_uid != geteuid() || !(S_ISREG(named->st_mode) || S_ISDIR(named->st_mode))) return;
    const int how = S_ISREG(named->st_mode) ? O_RDWR : O_RDONLY | O_DIRECTORY;  // NFS locks exclusively only files that
                                                                                // are open for writing
    const Descriptor file(openat(parent, name.c_str(), how | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0 || !is_same(*named, status)) return;
    if (status.st_mtime + beginning >= std::time(nullptr) || flock(file, LOCK_EX | LOCK_NB) != 0) return;
    if (S_ISREG(status.st_mode)) unlinkat(parent, name.c_str(), 0);
    else if (S_ISDIR(status.st_mode) && known) remove_folder(parent, name, file, known);
}

}  // namespace

bool is_own_file(int folder, const std::string& name) {
    const auto status = status_of(folder, name);
    if (!status || !S_ISREG(status->st_mode)) return false;
    struct stat about {};
    const bool is_roots = geteuid() == 0 && fstat(folder, &about) == 0 && status->st_uid == about.st_uid;
    return is_roots || status->st_uid == geteuid();
}

std::string hidden_name() {
    std::uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = std::uint64_t(std::random_device{}()) << 32 | std::random_device{}();
    return fmt::format("{}{:016x}{}", prefix, number, suffix);
}

int make_hidden_file(int folder, std::string& name, unsigned mode) {
    for (;;) {
        const std::string chosen = hidden_name();
        const int file =
            openat(folder, chosen.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode));
        if (file < 0 && errno == EEXIST) continue;
        if (file >= 0) {
            name = chosen;
            flock(file, LOCK_EX | LOCK_NB);  // some file systems have no locks
        }
        return file;
    }
}

std::vector<std::string> names_in(int folder) {
    std::vector<std::string> names;
    DIR* const entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!entries) return names;
    while (const dirent* entry = readdir(entries))
        if (const std::string name = entry->d_name; name != "." && name != "..") names.push_back(name);
    closedir(entries);
    return names;
}

std::vector<std::string> remove_known(int folder, const KnowsName& known) {
    auto names = names_in(folder);
    std::erase_if(names, [&](const std::string& name) {
        return known(name) && is_own_file(folder, name) && unlinkat(folder, name.c_str(), 0) == 0;
    });
    std::sort(names.begin(), names.end());
    return names;
}

void remove_orphans(int folder, const KnowsName& known) {
    static std::mutex mutex;
    static std::set<std::tuple<dev_t, ino_t, bool>> seen;
    const std::lock_guard lock(mutex);
    struct stat status {};
    if (fstat(folder, &status) != 0 || !seen.emplace(status.st_dev, status.st_ino, bool(known)).second) return;
    for (const auto& name : names_in(folder))
        if (is_hidden_name(name)) remove_if_orphan(folder, name, known);
}

}  // namespace nearfield
