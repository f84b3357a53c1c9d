#include "base/read_file.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <fstream>

namespace nearfield {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path, const std::string& wanted) {
    const auto refuse = [&](const char* why) {
        throw UsageError(fmt::format("{}: {}; give {}", path.string(), why, wanted));
    };
    std::error_code problem;
    const auto type = fs::status(path, problem).type();
    if (type == fs::file_type::not_found) refuse("there is no such file");
    if (type == fs::file_type::directory) refuse("is a folder");
    if (type == fs::file_type::character || type == fs::file_type::block) refuse("is a device");
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse("cannot be read");
    constexpr std::size_t most = 2'000'000'000, chunk = 1 << 16;
    std::string text;
    do {
        const std::size_t before = text.size();
        if (before > most) refuse("has more than 2 GB");
        text.resize(before + chunk);
        in.read(text.data() + before, chunk);
        text.resize(before + std::size_t(in.gcount()));
    } while (in);
    if (in.bad()) refuse("cannot be read");
    return text;
}

}  // namespace nearfield
