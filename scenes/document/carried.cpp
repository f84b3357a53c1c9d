#include "scenes/document/carried.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"

#include <filesystem>

namespace nearfield::document {
Document find(const std::string& key_or_file, const std::vector<Carried>& carried, const std::string& kind) {
    std::vector<std::string> keys;
    for (const auto& file : carried) {
        if (file.key == key_or_file)
            return {std::filesystem::path(file.key).has_extension() ? file.key : file.key + ".json", file.text, true};
        keys.push_back(file.key);
    }
    std::error_code problem;
    const std::filesystem::path file = key_or_file;
    if (!std::filesystem::exists(file, problem))
        throw UsageError("no " + kind + " and no file '" + key_or_file + "'." + suggest(key_or_file, keys));
    if (!file.has_extension() && key_or_file.find('/') == std::string::npos)
        throw UsageError("no " + kind + " '" + key_or_file + "'. Name a file with a slash or an ending: ./" +
                         key_or_file);
    return {key_or_file, read_chosen(key_or_file, "the name of a " + kind + " file"), false};
}

}  // namespace nearfield::document
