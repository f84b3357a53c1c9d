#pragma once
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace nearfield {

/// Writes a file whole or not at all: `fill` writes to a temporary file beside it, which is then renamed. Throws Error
/// if the file exists (unless `force`), the folder is missing or not writable, or the disk is full.
void write_file(const std::filesystem::path& path, bool force, const std::function<void(std::ostream&)>& fill);

/// Throws what write_file would for a path that exists or cannot be written, before any work is done.
void require_writable(const std::filesystem::path& path, bool force);

/// RGB rows from the top, 8 bits each.
void write_png(const std::filesystem::path& path, bool force, int width, int height,
               const std::vector<unsigned char>& rgb);

/// $XDG_CONFIG_HOME/nearfield, made if missing.
std::filesystem::path config_folder();
/// ~/nearfield (or $NEARFIELD_OUTPUT): screenshots, recordings; made if missing.
std::filesystem::path output_folder();
/// A path in `folder` called stem-YYYYMMDD-HHMMSS[-n]extension that does not exist yet.
std::filesystem::path fresh_path(const std::filesystem::path& folder, const std::string& stem,
                                 const std::string& extension);

}  // namespace nearfield
