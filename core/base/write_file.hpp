#pragma once
#include <filesystem>
#include <functional>
#include <iosfwd>

namespace nearfield {

using FillFile = std::function<void(std::ostream&)>;

/// Writes a file whole or not at all: `fill` writes to an unnamed file, which then takes the name
/// (unfinished_file.hpp). A replaced file keeps its owner and rights. Links are followed as in place.hpp. Throws Error
/// if the file exists (unless `force`) or is another user's, if the folder is missing or not writable, or if the disk
/// is full. If two programs write one file without `force`, the later one fails. Streams are written directly.
void write_file(const std::filesystem::path& path, bool force, const FillFile& fill);

/// Writes to an open file. Throws Error, which names `path`, on failure.
void fill_file(int descriptor, const std::filesystem::path& path, const FillFile& fill);

/// Throws the Error that write_file would, before any work is done.
void require_writable(const std::filesystem::path& path, bool force);

/// True for a pipe, a device such as /dev/null, or an open descriptor such as /dev/stdout: there is no file to protect,
/// and written bytes cannot be replaced.
bool is_stream(const std::filesystem::path& path);

}  // namespace nearfield
