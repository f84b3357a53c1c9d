#pragma once
#include "base/write_file.hpp"

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// The file of a flag such as --out; empty if it is not given.
struct Output {
    std::string flag;
    std::filesystem::path path;
};

/// Throws UsageError if two outputs are the same file, or if an output would replace an input, however the names are
/// spelt and linked.
void require_different(const std::vector<Output>& outputs, const std::vector<Output>& inputs = {});

/// Throws now what a recording and a picture of a run would throw later. The picture may go into the folder that the
/// recording makes.
void require_run_outputs(const std::optional<std::filesystem::path>& record,
                         const std::optional<std::filesystem::path>& picture, bool force);

/// RGB rows from the top, 8 bits each.
void write_png(std::ostream& out, int width, int height, const std::vector<unsigned char>& rgb);
void write_png(const std::filesystem::path& path, bool force, int width, int height,
               const std::vector<unsigned char>& rgb);

/// $XDG_CONFIG_HOME/nearfield; ~/.config/nearfield if that is relative or not set. Throws Error if no home folder is
/// known.
std::filesystem::path config_place();
/// The same, made if missing.
std::filesystem::path config_folder();
/// ~/nearfield (or $NEARFIELD_OUTPUT): screenshots, recordings; made if missing.
std::filesystem::path output_folder();
/// A path in `folder` called stem-YYYYMMDD-HHMMSS[-n]extension that does not exist yet.
std::filesystem::path fresh_path(const std::filesystem::path& folder, const std::string& stem,
                                 const std::string& extension);

}  // namespace nearfield
