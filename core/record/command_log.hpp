#pragma once
#include "exec/backend.hpp"
#include "params/settings.hpp"
#include "record/growing_file.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// First line of a log: the start of the run.
struct LogStart {
    std::string scene, backend;
    nlohmann::json settings;  ///< from Settings::to_json
};

/// Writes the commands that acted on a simulation, one JSON object per line: first the start, then {"step": N,
/// "command": "..."} with the number of steps since the last setup or reset, and last {"step": N, "end": CHECKSUM}.
/// Every line is on the disk before the next step, so that a killed program loses at most part of the last line.
class CommandLog {
  public:
    static constexpr const char* file_name = "commands.jsonl";
    static constexpr int format = 1;

    /// Begins file_name in a recording's folder. Throws Error if it cannot be written.
    CommandLog(OutputFolder& folder, const LogStart& start);
    void note(std::uint64_t step, const std::string& command);
    /// Writes the last line. `checksum` is the state's, if known.
    void end(std::uint64_t step, std::optional<std::uint64_t> checksum);

  private:
    void write(const nlohmann::ordered_json& line);

    std::filesystem::path path_;
    GrowingFile file_;
};

/// A log that was read back.
struct LoggedCommands {
    struct Line {
        std::size_t number;  ///< in the file, from 1
        std::uint64_t step;
        std::string command;
    };
    struct End {
        std::size_t number;
        std::uint64_t step;
        std::optional<std::uint64_t> checksum;
    };
    std::string file;
    LogStart start;
    std::vector<Line> lines;
    std::optional<End> end;  ///< none if the program was killed
    bool torn = false;       ///< the last line was incomplete and is left out
};

/// Reads `path`, or commands.jsonl in the folder `path`. Throws UsageError, which names file, line and reason, for
/// another kind of file, another version or an invalid line.
LoggedCommands read_command_log(const std::filesystem::path& path);

/// 16 hexadecimal digits.
std::string checksum_text(std::uint64_t checksum);
/// The inverse of checksum_text(); none for any other text.
std::optional<std::uint64_t> read_checksum(const std::string& text);

}  // namespace nearfield
