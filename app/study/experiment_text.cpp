#include "app/study/experiment.hpp"

#include "base/error.hpp"
#include "base/names_path.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nearfield {
namespace {

using nlohmann::json;

const std::vector<std::string> keys{"nearfield", "title",   "scene", "preset",  "backend", "settings", "vary",
                                    "seeds",     "measure", "stop",  "seconds", "steps",   "every",    "made_with"};

/// The members of one file. Errors name the file and the key.
class Members {
  public:
    Members(const json& file, const std::string& name) : file_(file), name_(name) {}

    void require_version() const {
        require_format(file_, name_,
                       R"(not an experiment; it should hold {"nearfield": 1, "scene": "...", )"
                       R"("measure": ["..."], "steps": ...})");
        require_known_keys(file_, keys, name_, "in an experiment");
    }
    /// Returns a text or number as text. Empty if the key is missing.
    Stated one(const char* key) const {
        if (!file_.contains(key)) return {};
        return {scalar(file_[key], where(key), "a text or a number"), where(key)};
    }
    std::string text(const char* key) const {
        if (file_.contains(key) && !file_[key].is_string()) refuse(where(key), "a text");
        return one(key).text;
    }
    std::vector<Stated> list(const char* key) const {
        std::vector<Stated> all;
        if (!file_.contains(key)) return all;
        if (!file_[key].is_array()) refuse(where(key), "a list of texts");
        for (const auto& item : file_[key]) {
            const std::string at = fmt::format("{}, item {}", where(key), all.size() + 1);
            if (!item.is_string()) refuse(at, "a text");
            all.push_back({item.get<std::string>(), at});
        }
        return all;
    }
    std::vector<Stated> settings() const {
        std::vector<Stated> all;
        if (!file_.contains("settings")) return all;
        if (!file_["settings"].is_object()) refuse(where("settings"), "{\"key\": value, ...}");
        for (const auto& [key, value] : file_["settings"].items())
            all.push_back(
                {key + "=" + scalar(value, where("settings") + ", \"" + key + "\"", "a value"), where("settings")});
        return all;
    }

  private:
    [[noreturn]] static void refuse(const std::string& where, const std::string& expected) {
        throw UsageError(where + ": expected " + expected);
    }
    static std::string scalar(const json& value, const std::string& where, const char* expected) {
        if (value.is_string()) return value.get<std::string>();
        if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
        if (!value.is_number()) refuse(where, expected);
        return json_text(value);
    }
    std::string where(const char* key) const { return fmt::format("{}: \"{}\"", name_, key); }

    const json& file_;
    const std::string& name_;
};

}  // namespace

ExperimentText read_experiment(const std::string& text, const std::string& name) {
    const json file = read_json(text, name);
    const Members members(file, name);
    members.require_version();
    const Stated preset = members.one("preset");
    std::error_code problem;
    if (names_path(preset.text) && std::filesystem::exists(preset.text, problem)) require_beside(name, preset.text);
    return {.title = members.text("title"),
            .scene = members.one("scene"),
            .preset = preset,
            .backend = members.one("backend"),
            .settings = members.settings(),
            .vary = members.list("vary"),
            .seeds = members.one("seeds"),
            .measures = members.list("measure"),
            .stop = members.one("stop"),
            .seconds = members.one("seconds"),
            .steps = members.one("steps"),
            .every = members.one("every")};
}

nlohmann::ordered_json to_json(const Experiment& experiment) {
    const auto& said = experiment.as_stated;
    const auto texts = [](const std::vector<Stated>& all) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& one : all) list.push_back(one.text);
        return list;
    };
    nlohmann::ordered_json file{{"nearfield", 1}};
    if (!said.title.empty()) file["title"] = said.title;
    file["scene"] = experiment.scene->key, file["backend"] = name(experiment.backend);
    const auto all = experiment.settings.to_json();
    for (const auto& key : experiment.settings.differing(experiment_defaults(*experiment.scene)))
        file["settings"][key] = all[key];
    if (!said.vary.empty()) file["vary"] = texts(said.vary);
    if (!said.seeds.text.empty()) file["seeds"] = said.seeds.text;
    file["measure"] = texts(said.measures);
    for (const auto& [key, stated] : {std::pair("stop", &said.stop), std::pair("seconds", &said.seconds),
                                      std::pair("steps", &said.steps), std::pair("every", &said.every)})
        if (!stated->text.empty()) file[key] = stated->text;
    return file;
}

}  // namespace nearfield
