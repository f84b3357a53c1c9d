#include "record/command_log.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>

namespace nearfield {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Reads a log line by line and counts the lines.
class LogReader {
  public:
    explicit LogReader(const fs::path& path)
        : path_(path),
          text_(read_file(path, fmt::format("a recording's folder or its {}", CommandLog::file_name), Most::data)) {}

    bool next() {
        if (at_ >= text_.size()) return false;
        const auto end = text_.find('\n', at_);
        complete_ = end != std::string::npos;
        line_ = text_.substr(at_, complete_ ? end - at_ : std::string::npos);
        at_ = complete_ ? end + 1 : text_.size();
        ++number_;
        return true;
    }
    std::size_t number() const { return number_; }
    /// The line as an object; none if it is torn. Throws UsageError with `otherwise` for any other content.
    std::optional<json> object(const char* otherwise = "expected a JSON object") const {
        try {
            if (json value = read_json(line_, "line"); value.is_object()) return value;
        } catch (const UsageError&) {}  // handled below, like other lines that are no object
        if (!complete_) return std::nullopt;
        complain(otherwise);
    }
    [[noreturn]] void complain(const std::string& reason) const {
        throw UsageError(fmt::format("{}:{}: {}", path_.string(), number_, reason));
    }
    std::string text_of(const json& object, const char* key) const {
        if (!object.contains(key) || !object[key].is_string()) complain(fmt::format("expected a text \"{}\"", key));
        return object[key].get<std::string>();
    }
    std::uint64_t step_of(const json& object) const {
        if (!object.contains("step") || !object["step"].is_number_unsigned())
            complain("expected \"step\": a whole number from 0 on");
        return object["step"].get<std::uint64_t>();
    }

  private:
    const fs::path path_;
    const std::string text_;
    std::string line_;
    std::size_t at_ = 0, number_ = 0;
    bool complete_ = true;
};

LogStart read_start(const LogReader& reader) {
    constexpr const char* no_log = "this is no log of commands; a recording's folder holds one called commands.jsonl";
    const auto line = reader.object(no_log);
    if (!line || !line->contains("commands")) reader.complain(no_log);
    if ((*line)["commands"] != CommandLog::format)
        reader.complain(fmt::format("\"commands\": {} is not a format that this program reads; it reads {}",
                                    json_text((*line)["commands"]), CommandLog::format));
    const auto version = reader.text_of(*line, "version");
    if (version != NEARFIELD_VERSION)
        reader.complain(fmt::format("was recorded by nearfield {}; this is {}, whose steps may differ: replay it with "
                                    "the program that recorded it",
                                    version, NEARFIELD_VERSION));
    if (!line->contains("settings")) reader.complain("expected \"settings\": an object");
    return {reader.text_of(*line, "scene"), reader.text_of(*line, "backend"), (*line)["settings"]};
}

std::optional<std::uint64_t> checksum_of(const LogReader& reader, const json& line) {
    if (line["end"].is_null()) return std::nullopt;
    const auto sum = read_checksum(reader.text_of(line, "end"));
    if (!sum) reader.complain("\"end\": expected a checksum of 16 hexadecimal digits");
    return sum;
}

}  // namespace

std::string checksum_text(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

std::optional<std::uint64_t> read_checksum(const std::string& text) {
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
    return std::stoull(text, nullptr, 16);
}

CommandLog::CommandLog(OutputFolder& folder, const LogStart& start) : path_(folder.path() / file_name) {
    file_.open(folder, file_name);
    ordered_json line = {{"commands", format},
                         {"version", NEARFIELD_VERSION},
                         {"scene", start.scene},
                         {"backend", start.backend},
                         {"seed", start.settings.value("seed", json())},
                         {"settings", start.settings}};
    write(line);
}

void CommandLog::note(std::uint64_t step, const std::string& command) { write({{"step", step}, {"command", command}}); }

void CommandLog::end(std::uint64_t step, std::optional<std::uint64_t> checksum) {
    write({{"step", step}, {"end", checksum ? ordered_json(checksum_text(*checksum)) : ordered_json()}});
}

void CommandLog::write(const ordered_json& line) {
    file_.add(json_text(line) + '\n');
    if (!file_.send()) throw Error(fmt::format("cannot write {}: {}", path_.string(), file_.problem()));
}

LoggedCommands read_command_log(const fs::path& path) {
    std::error_code ignored;
    const fs::path file = fs::is_directory(path, ignored) ? path / CommandLog::file_name : path;
    LogReader reader(file);
    if (!reader.next()) throw UsageError(file.string() + ": is empty");
    LoggedCommands log{.file = file.string(), .start = read_start(reader), .lines = {}, .end = {}};
    while (reader.next()) {
        const auto line = reader.object();
        if (!line) {
            log.torn = true;
            break;
        }
        if (log.end) reader.complain("nothing may follow the line with \"end\"");
        const auto step = reader.step_of(*line);
        if (line->contains("end")) log.end = {reader.number(), step, checksum_of(reader, *line)};
        else log.lines.push_back({reader.number(), step, reader.text_of(*line, "command")});
    }
    return log;
}

}  // namespace nearfield
