#pragma once
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Writes a file whole or not at all: `fill` writes to a temporary file beside it, which is then renamed; a signal that
/// ends the program removes it first. Symbolic links are followed. Throws Error if the file exists (unless `force`),
/// the folder is missing or not writable, or the disk is full. Of two programs that write one file without `force`, the
/// later one fails. A stream is written directly.
void write_file(const std::filesystem::path& path, bool force, const std::function<void(std::ostream&)>& fill);

/// Throws what write_file would for a path that exists or cannot be written, before any work is done.
void require_writable(const std::filesystem::path& path, bool force);

/// A pipe or device, such as /dev/null, or an open descriptor, such as /dev/stdout, wherever it leads: there is no file
/// to protect, and what was written cannot be replaced.
bool is_stream(const std::filesystem::path& path);

/// The output of a flag such as --out; empty if it is not given.
struct Output {
    const char* flag;
    std::filesystem::path path;
};

/// Throws UsageError if two outputs are the same file, however its name is spelt.
void require_different(const std::vector<Output>& outputs);

/// Throws now what a recording and a picture of a run would throw later. The picture may go into the folder that the
/// recording makes.
void require_run_outputs(const std::optional<std::filesystem::path>& record,
                         const std::optional<std::filesystem::path>& picture, bool force);

/// RGB rows from the top, 8 bits each.
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
