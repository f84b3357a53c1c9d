#pragma once
#include "base/write_file.hpp"

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// The file of a flag such as --out. Empty without the flag.
struct Output {
    std::string flag;
    std::filesystem::path path;
};

/// Throws UsageError if two outputs are the same file or if an output would replace an input. Resolves links and
/// different spellings.
void require_different(const std::vector<Output>& outputs, const std::vector<Output>& inputs = {});

/// Throws in advance the errors of writing a run's recording and picture. The picture may be in the folder that the
/// recording creates.
void require_run_outputs(const std::optional<std::filesystem::path>& record,
                         const std::optional<std::filesystem::path>& picture, bool force);

/// Writes rows of RGB from the top, 8 bits per channel.
void write_png(std::ostream& out, int width, int height, const std::vector<unsigned char>& rgb);
void write_png(const std::filesystem::path& path, bool force, int width, int height,
               const std::vector<unsigned char>& rgb);

/// Returns $XDG_CONFIG_HOME/nearfield, or ~/.config/nearfield if that is relative or not set. Throws Error if no home
/// folder is known.
std::filesystem::path config_place();
/// Returns the same folder and creates it if missing.
std::filesystem::path config_folder();
/// Returns ~/nearfield (or $NEARFIELD_OUTPUT), the folder of screenshots and recordings. Creates it if missing.
std::filesystem::path output_folder();
/// Returns a path in `folder`, stem-YYYYMMDD-HHMMSS[-n]extension, that does not exist yet.
std::filesystem::path fresh_path(const std::filesystem::path& folder, const std::string& stem,
                                 const std::string& extension);

}  // namespace nearfield
