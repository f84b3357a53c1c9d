#include "record/state_file.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/write_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace nearfield {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::uint64_t most_steps = 1'000'000'000'000;
constexpr const char* no_state = "this is no state file; --save-state writes them";

/// A JSON object of the file; `place` begins its error messages.
class Part {
  public:
    Part(const json& values, std::string place, const std::vector<std::string>& keys)
        : values_(values),
          place_(std::move(place)) {
        if (!values.is_object()) complain("expected {\"key\": value, ...}");
        require_known_keys(values, keys, place_, "in a state file");
        for (const auto& key : keys)
            if (!values.contains(key)) complain(fmt::format("\"{}\" is missing", key));
    }
    const json& operator[](const char* key) const { return values_.at(key); }
    std::string text(const char* key) const {
        if (!values_.at(key).is_string()) complain(fmt::format("\"{}\": expected a text", key));
        return values_.at(key).get<std::string>();
    }
    std::uint64_t step() const {
        const auto& step = values_.at("step");
        if (!step.is_number_unsigned() || step.get<std::uint64_t>() > most_steps)
            complain(fmt::format("\"step\": expected a whole number from 0 to {}", most_steps));
        return step.get<std::uint64_t>();
    }
    [[noreturn]] void complain(const std::string& reason) const { throw UsageError(place_ + ": " + reason); }

  private:
    const json& values_;
    std::string place_;
};

void require_version(const json& file, const std::string& name) {
    if (!file.is_object() || !file.contains("nearfield_state")) throw UsageError(name + ": " + no_state);
    if (file["nearfield_state"] != state_format)
        throw UsageError(fmt::format("{}: \"nearfield_state\": {} is not a format that this program reads; it reads {}",
                                     name, json_text(file["nearfield_state"]), state_format));
    if (!file.contains("version") || file["version"] == NEARFIELD_VERSION) return;
    throw UsageError(fmt::format("{}: was saved by nearfield {}; this is {}, whose steps may differ: continue it with "
                                 "the program that saved it",
                                 name, file["version"].is_string() ? file["version"].get<std::string>() : "?",
                                 NEARFIELD_VERSION));
}

std::optional<std::uint64_t> checksum_of(const Part& file) {
    if (file["checksum"].is_null()) return std::nullopt;
    const auto sum = read_checksum(file.text("checksum"));
    if (!sum) file.complain("\"checksum\": expected 16 hexadecimal digits");
    return sum;
}

}  // namespace

void write_state_file(const fs::path& path, const LoggedCommands& run, bool over) {
    if (path.filename().empty()) throw UsageError("the state needs the name of a file");
    ordered_json commands = ordered_json::array();
    for (const auto& line : run.lines) commands.push_back({{"step", line.step}, {"command", line.command}});
    const ordered_json file = {
        {"nearfield_state", state_format},
        {"version", NEARFIELD_VERSION},
        {"scene", run.start.scene},
        {"backend", run.start.backend},
        {"settings", run.start.settings},
        {"commands", commands},
        {"step", run.end->step},
        {"checksum", run.end->checksum ? ordered_json(checksum_text(*run.end->checksum)) : ordered_json()}};
    write_file(path, over, [&](std::ostream& out) { out << json_text(file, 1) << '\n'; });
}

LoggedCommands read_state_file(const fs::path& path) {
    const std::string name = path.string();
    const json values = read_json(read_file(path, "a state file, as --save-state writes them", Most::data), name);
    require_version(values, name);
    const Part file(values, name,
                    {"nearfield_state", "version", "scene", "backend", "settings", "commands", "step", "checksum"});
    if (!file["commands"].is_array()) file.complain("\"commands\": expected a list");
    LoggedCommands run{
        .file = name, .start = {file.text("scene"), file.text("backend"), file["settings"]}, .lines = {}, .end = {}};
    for (const auto& command : file["commands"]) {
        const std::size_t number = run.lines.size() + 1;
        const Part line(command, fmt::format("{}: \"commands\", number {}", name, number), {"step", "command"});
        run.lines.push_back({number, line.step(), line.text("command")});
    }
    run.end = {run.lines.size() + 1, file.step(), checksum_of(file)};
    return run;
}

}  // namespace nearfield
