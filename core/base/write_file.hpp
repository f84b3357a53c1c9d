#pragma once
#include <filesystem>
#include <functional>
#include <iosfwd>

namespace nearfield {

using FillFile = std::function<void(std::ostream&)>;

/// Writes a file whole or not at all: `fill` writes to one without a name, which then takes its place
/// (unfinished_file.hpp). A file that is replaced keeps its owner and its rights. Links are followed as in place.hpp.
/// Throws Error if the file exists (unless `force`) or is another user's, the folder is missing or not writable, or the
/// disk is full. Of two programs that write one file without `force`, the later one fails. A stream is written
/// directly.
void write_file(const std::filesystem::path& path, bool force, const FillFile& fill);

/// Writes to an open file. Throws Error, which names `path`, if it cannot grow.
void fill_file(int descriptor, const std::filesystem::path& path, const FillFile& fill);

/// Throws what write_file would for a path that exists or cannot be written, before any work is done.
void require_writable(const std::filesystem::path& path, bool force);

/// A pipe or device, such as /dev/null, or an open descriptor, such as /dev/stdout, wherever it leads: there is no file
/// to protect, and what was written cannot be replaced.
bool is_stream(const std::filesystem::path& path);

}  // namespace nearfield
