#include "scenes/document/carried.hpp"

#include "base/error.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace nearfield::document {
namespace {

std::string read_file(const std::filesystem::path& path, const std::string& kind) {
    std::error_code problem;
    if (std::filesystem::is_directory(path, problem))
        throw UsageError(path.string() + ": is a folder; give a " + kind + " file");
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) throw UsageError(path.string() + ": cannot be read; check the name");
    return text.str();
}

}  // namespace

Document find(const std::string& key_or_file, const std::vector<Carried>& carried, const std::string& kind) {
    std::vector<std::string> keys;
    for (const auto& file : carried) {
        if (file.key == key_or_file)
            return {std::filesystem::path(file.key).has_extension() ? file.key : file.key + ".json", file.text, true};
        keys.push_back(file.key);
    }
    std::error_code problem;
    if (!std::filesystem::exists(key_or_file, problem))
        throw UsageError("no " + kind + " and no file '" + key_or_file + "'." + suggest(key_or_file, keys));
    return {key_or_file, read_file(key_or_file, kind), false};
}

}  // namespace nearfield::document
