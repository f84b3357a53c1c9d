#include "app/lessons/catalogue.hpp"

#include "app/files.hpp"
#include "app/lessons/texts.hpp"
#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/names_path.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace nearfield::lessons {
namespace {

namespace fs = std::filesystem;

/// Name of a lesson without its number: "04-strips" is the fourth lesson, called "strips".
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
            if (std::error_code ignored; entry.path().extension() == ending::document && entry.is_regular_file(ignored))
                files.push_back(entry.path());
    } catch (const Error&) {}  // there is no known home folder
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

fs::path own_lessons_folder() { return config_place() / "lessons"; }

std::vector<Listed> all_lessons() {
    std::vector<Listed> all;
    for (const auto& file : carried_lessons()) all.push_back(read_shipped(file));
    const auto is_taken = [&](const fs::path& own) {
        return std::any_of(all.begin(), all.end(), [&](const Listed& listed) { return listed.name == own.stem(); });
    };
    for (const auto& path : own_files()) {
        try {
            if (is_taken(path))
                throw UsageError(path.string() + ": a lesson of the program has this name; rename the file");
            all.push_back(read_own(path));
        } catch (const Error& problem) {
            all.push_back({.name = path.stem(), .own = true, .lesson = {}, .problem = problem.what()});
        }
    }
    return all;
}

Listed find_lesson(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& file : carried_lessons()) {
        if (name == file.key || name == name_of(file.key)) return read_shipped(file);
        names.push_back(name_of(file.key));
    }
    if (names_path(name)) return read_own(name);
    for (const auto& path : own_files()) {
        if (path.stem() == name) return read_own(path);
        names.push_back(path.stem());
    }
    std::error_code problem;
    throw UsageError(
        "no lesson '" + name + "'." +
        (fs::exists(name, problem) ? " A file is given with a slash or an ending: ./" + name : suggest(name, names)));
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
        std::erase_if(known, [](const auto& note) { return !std::isfinite(note.second); });  // JSON has no such numbers
        values[name] = {{"step", progress.step}, {"done", progress.done}, {"notes", std::move(known)}};
    }
    write_file(file, true, [&](std::ostream& out) { out << json_text(values, 2) << '\n'; });
}

}  // namespace nearfield::lessons
