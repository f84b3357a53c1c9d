#include "app/files.hpp"

#include "base/error.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <pwd.h>
#include <stb_image_write.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <system_error>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

/// Where the bytes go: symbolic links are followed, so that the link stays and its target is replaced.
fs::path target_of(const fs::path& path) {
    if (path.empty()) throw UsageError("the name of the file to write is empty");
    std::error_code problem;
    const fs::path target = fs::canonical(path, problem);
    return problem ? path : target;
}

/// Pipes and devices (/dev/null, and /dev/stdout wherever it leads) are written directly: there is nothing to protect
/// and no temporary file to rename.
bool is_stream(const fs::path& path) {
    if (path.string().rfind("/dev/", 0) == 0 && path.string().rfind("/dev/shm/", 0) != 0) return true;
    std::error_code problem;
    const auto type = fs::status(path, problem).type();
    return type == fs::file_type::character || type == fs::file_type::fifo || type == fs::file_type::socket;
}

void require_free_name(const fs::path& path, const fs::path& target, bool force) {
    std::error_code problem;
    if (fs::is_directory(target, problem)) throw Error(path.string() + " is a folder; give the name of a file");
    if (!force && fs::exists(target, problem))
        throw Error(path.string() + " exists; choose another name, or add --force to replace it");
}

fs::path temporary_beside(const fs::path& target) {
    return target.parent_path() / fmt::format(".{}.{}.tmp", target.filename().string(), getpid());
}

std::ofstream open_temporary(const fs::path& path, const fs::path& temporary) {
    const fs::path folder = temporary.has_parent_path() ? temporary.parent_path() : ".";
    std::error_code problem;
    if (!fs::is_directory(folder, problem))
        throw Error(fmt::format("cannot write {}: there is no folder {}; make it first, or choose another place",
                                path.string(), folder.string()));
    errno = 0;
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    if (!out)
        throw Error(fmt::format("cannot write {}: {}; choose another place", path.string(),
                                std::error_code(errno ? errno : EIO, std::generic_category()).message()));
    return out;
}

[[noreturn]] void complain_of_disk(const fs::path& path) {
    throw Error(fmt::format("cannot write {}: the disk is full or failed; nothing was left behind", path.string()));
}

void write_stream(const fs::path& path, const std::function<void(std::ostream&)>& fill) {
    std::ofstream out(path, std::ios::binary | std::ios::app);
    if (!out) throw Error("cannot write " + path.string() + "; choose another place");
    fill(out);
    if (!out.flush()) complain_of_disk(path);
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

fs::path home() {
    if (const auto from_environment = environment("HOME"); !from_environment.empty()) return from_environment;
    if (const passwd* user = getpwuid(getuid()); user && user->pw_dir) return user->pw_dir;
    throw Error("no home folder is known; set HOME");
}

fs::path made(const fs::path& folder, const char* way_out) {
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem || !fs::is_directory(folder))
        throw Error(fmt::format("cannot make the folder {}: {}; {}", folder.string(),
                                problem ? problem.message() : "something else has that name", way_out));
    return folder;
}

}  // namespace

void write_file(const fs::path& path, bool force, const std::function<void(std::ostream&)>& fill) {
    if (is_stream(path)) return write_stream(path, fill);
    const fs::path target = target_of(path);
    require_free_name(path, target, force);
    const fs::path temporary = temporary_beside(target);
    std::error_code problem;
    try {
        std::ofstream out = open_temporary(path, temporary);
        fill(out);
        out.close();
        if (!out) complain_of_disk(path);
        fs::rename(temporary, target, problem);
        if (problem) throw Error(fmt::format("cannot write {}: {}", path.string(), problem.message()));
    } catch (...) {
        fs::remove(temporary, problem);
        throw;
    }
}

void require_writable(const fs::path& path, bool force) {
    if (is_stream(path)) return;
    const fs::path target = target_of(path);
    require_free_name(path, target, force);
    const fs::path temporary = temporary_beside(target);
    open_temporary(path, temporary).close();
    std::error_code ignored;
    fs::remove(temporary, ignored);
}

void write_png(const fs::path& path, bool force, int width, int height, const std::vector<unsigned char>& rgb) {
    if (width <= 0 || height <= 0 || rgb.size() != std::size_t(width) * std::size_t(height) * 3)
        throw std::logic_error(fmt::format("a picture of {} x {} needs {} bytes, not {}", width, height,
                                           3ll * width * height, rgb.size()));
    write_file(path, force, [&](std::ostream& out) {
        const auto append = [](void* to, void* bytes, int count) {
            static_cast<std::ostream*>(to)->write(static_cast<const char*>(bytes), count);
        };
        if (!stbi_write_png_to_func(append, &out, width, height, 3, rgb.data(), width * 3))
            throw Error("cannot make the picture " + path.string() + "; is memory full?");
    });
}

fs::path config_folder() {
    const auto base = environment("XDG_CONFIG_HOME");
    return made((base.empty() ? home() / ".config" : fs::path(base)) / "nearfield",
                "set XDG_CONFIG_HOME to a folder that can be written");
}

fs::path output_folder() {
    const auto chosen = environment("NEARFIELD_OUTPUT");
    return made(chosen.empty() ? home() / "nearfield" : fs::path(chosen),
                "set NEARFIELD_OUTPUT to a folder that can be written");
}

fs::path fresh_path(const fs::path& folder, const std::string& stem, const std::string& extension) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    const std::string name = fmt::format("{}-{:%Y%m%d-%H%M%S}", stem, local);
    fs::path path = folder / (name + extension);
    for (int n = 2; fs::exists(path); ++n) path = folder / fmt::format("{}-{}{}", name, n, extension);
    return path;
}

}  // namespace nearfield
