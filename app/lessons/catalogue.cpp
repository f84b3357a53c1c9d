#include "app/lessons/catalogue.hpp"

#include "app/files.hpp"
#include "app/lessons/texts.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "params/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace nearfield::lessons {
namespace {

namespace fs = std::filesystem;

/// "04-strips" is the fourth lesson and called "strips".
std::string name_of(const std::string& key) {
    const auto first = key.find_first_not_of("0123456789");
    return first != std::string::npos && first > 0 && key[first] == '-' ? key.substr(first + 1) : key;
}

Listed read_own(const fs::path& path) {
    return {.name = path.stem(), .own = true, .lesson = read_lesson(read_chosen(path, "a lesson file"), path)};
}

Listed read_shipped(const document::Carried& file) {
    return {.name = name_of(file.key), .lesson = read_lesson(file.text, file.key + ".json")};
}

std::vector<fs::path> own_files() {
    std::vector<fs::path> files;
    std::error_code problem;
    try {
        for (const auto& entry : fs::directory_iterator(own_lessons_folder(), problem))
            if (std::error_code ignored; entry.path().extension() == ".json" && entry.is_regular_file(ignored))
                files.push_back(entry.path());
    } catch (const Error&) {}  // no home folder is known
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

fs::path own_lessons_folder() { return config_place() / "lessons"; }

std::vector<Listed> all_lessons() {
    std::vector<Listed> all;
    for (const auto& file : carried_lessons()) all.push_back(read_shipped(file));
    for (const auto& path : own_files()) {
        try {
            all.push_back(read_own(path));
        } catch (const Error& problem) {
            all.push_back({.name = path.stem(), .own = true, .lesson = {}, .problem = problem.what()});
        }
    }
    return all;
}

Listed find_lesson(const std::string& name) {
    std::vector<std::string> names;
    std::error_code problem;
    for (const auto& path : own_files()) {
        if (path.stem() == name) return read_own(path);
        names.push_back(path.stem());
    }
    for (const auto& file : carried_lessons()) {
        if (name == file.key || name == name_of(file.key)) return read_shipped(file);
        names.push_back(name_of(file.key));
    }
    if (name.find('/') == std::string::npos && !name.ends_with(".json") && !fs::exists(name, problem))
        throw UsageError("no lesson and no file '" + name + "'." + suggest(name, names));
    return read_own(name);
}

fs::path progress_file() { return config_folder() / "lessons.json"; }

ProgressByName load_progress(const fs::path& file, std::string& complaint) {
    ProgressByName all;
    try {
        if (!fs::exists(file)) return all;
        const auto values = read_json(read_file(file, "the progress in lessons"), file.string());
        for (const auto& [name, value] : values.items()) {
            const auto& step = value.at("step");
            if (!step.is_number_unsigned()) throw UsageError("a step is a whole number");
            Progress progress{.step = step.get<std::size_t>(), .done = value.at("done").get<bool>()};
            value.at("notes").get_to(progress.notes);
            all[name] = std::move(progress);
        }
        return all;
    } catch (const std::exception&) {
        complaint = file.string() + " cannot be read; lessons start anew and the file will be rewritten";
        return {};
    }
}

void save_progress(const fs::path& file, const ProgressByName& all) {
    auto values = nlohmann::json::object();
    for (const auto& [name, progress] : all) {
        Notes known = progress.notes;
        std::erase_if(known, [](const auto& note) { return !std::isfinite(note.second); });  // JSON has none of these
        values[name] = {{"step", progress.step}, {"done", progress.done}, {"notes", std::move(known)}};
    }
    write_file(file, true, [&](std::ostream& out) { out << json_text(values, 2) << '\n'; });
}

}  // namespace nearfield::lessons
