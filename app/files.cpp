#include "app/files.hpp"

#include "base/error.hpp"
#include "base/one_line.hpp"
#include "record/recorder.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <stb_image_write.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <optional>
#include <ostream>
#include <system_error>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

/// Resolves symbolic links to the file to write. A link to a missing file is followed too, so that the link stays.
fs::path target_of(const fs::path& path) {
    if (path.empty()) throw UsageError("the name of the file to write is empty");
    constexpr int most_links = 40;  // as in the kernel
    fs::path target = path;
    std::error_code problem;
    for (int link = 0; link < most_links && fs::is_symlink(fs::symlink_status(target, problem)); ++link)
        target = target.parent_path() / fs::read_symlink(target, problem);
    const fs::path whole = fs::weakly_canonical(fs::absolute(target, problem), problem);
    return problem ? target : whole;
}

/// True if both names lead to the same regular file, through links of both kinds or open descriptors.
bool is_same_file(const fs::path& a, const fs::path& b) {
    struct stat about[2]{};
    return stat(a.c_str(), &about[0]) == 0 && stat(b.c_str(), &about[1]) == 0 && S_ISREG(about[0].st_mode) &&
           about[0].st_dev == about[1].st_dev && about[0].st_ino == about[1].st_ino;
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

fs::path home() {
    if (const auto from_environment = environment("HOME"); fs::path(from_environment).is_absolute())
        return from_environment;
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

void require_different(const std::vector<Output>& outputs, const std::vector<Output>& inputs) {
    for (const auto& output : outputs)
        for (const auto& input : inputs)
            if (is_same_file(output.path, input.path))
                throw UsageError(fmt::format("{} {} is the file of {}, which it would replace; give another name",
                                             output.flag, output.path.string(), input.flag));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (const auto& a = outputs[j], &b = outputs[i];
                !a.path.empty() && !b.path.empty() && target_of(a.path) == target_of(b.path))
                throw UsageError(fmt::format("{} and {} are both {}; give two names", a.flag, b.flag, b.path.string()));
}

void require_run_outputs(const std::optional<fs::path>& record, const std::optional<fs::path>& picture, bool force) {
    if (record) Recorder::require_folder(*record, force);
    if (!picture) return;
    std::error_code problem;
    if (record && !is_stream(*picture)) {
        const fs::path target = target_of(*picture), name = target.filename();
        if (target == target_of(*record / name)) {
            if (Recorder::writes(name.string()))
                throw UsageError(picture->string() + ": the recording has a file of that name; choose another");
            if (!fs::exists(target.parent_path(), problem)) return;
        }
    }
    require_writable(*picture, force);
}

void write_png(std::ostream& out, int width, int height, const std::vector<unsigned char>& rgb) {
    if (width <= 0 || height <= 0 || rgb.size() != std::size_t(width) * std::size_t(height) * 3)
        throw std::logic_error(fmt::format("a picture of {} x {} needs {} bytes, not {}", width, height,
                                           3ll * width * height, rgb.size()));
    const auto append = [](void* to, void* bytes, int count) {
        static_cast<std::ostream*>(to)->write(static_cast<const char*>(bytes), count);
    };
    if (!stbi_write_png_to_func(append, &out, width, height, 3, rgb.data(), width * 3))
        throw Error("there is no memory to make the picture; choose a smaller size");
}

void write_png(const fs::path& path, bool force, int width, int height, const std::vector<unsigned char>& rgb) {
    write_file(path, force, [&](std::ostream& out) { write_png(out, width, height, rgb); });
}

fs::path config_place() {
    const fs::path base = environment("XDG_CONFIG_HOME");
    return (base.is_absolute() ? base : home() / ".config") / "nearfield";
}

fs::path config_folder() { return made(config_place(), "set XDG_CONFIG_HOME to a folder that can be written"); }

fs::path output_folder() {
    const auto chosen = environment("NEARFIELD_OUTPUT");
    return made(chosen.empty() ? home() / "nearfield" : fs::path(chosen),
                "set NEARFIELD_OUTPUT to a folder that can be written");
}

fs::path fresh_path(const fs::path& folder, const std::string& stem, const std::string& extension) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char moment[32];
    std::strftime(moment, sizeof moment, "-%Y%m%d-%H%M%S", &local);
    const std::string name = stem + moment;
    fs::path path = folder / (name + extension);
    for (int n = 2; fs::exists(path); ++n) path = folder / fmt::format("{}-{}{}", name, n, extension);
    return path;
}

}  // namespace nearfield
