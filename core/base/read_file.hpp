#pragma once
// The one way to read a file: regular files, without waiting for them to open, up to a size.
#include <filesystem>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace nearfield {

/// Largest file that is read, bytes.
enum class Most : std::size_t {
    document = 64'000'000,  ///< presets, lessons, experiments, plans, tanks, settings
    data = 2'000'000'000,   ///< models, grids, points, tables, recordings
};

/// The bytes of a regular file. Throws UsageError "path: why; give `wanted`" for anything else (a folder, a pipe, a
/// device, a socket), for a file that cannot be read, and for one with more bytes than `most`. `wanted` is what the
/// message asks for, such as "the name of a preset file". Throws WorkStopped when the work of this thread is unwanted.
std::string read_file(const std::filesystem::path& path, const std::string& wanted, Most most = Most::document);

/// As read_file, for a name that the user typed: a pipe is read, too, until its writers close it. WorkStopped ends the
/// waiting.
std::string read_named(const std::filesystem::path& path, const std::string& wanted, Most most = Most::document);

/// As read_file, for a name that the user may have typed, or a document may hold. Of pipes it reads only those that a
/// shell hands on: /dev/stdin, /dev/fd/N.
std::string read_chosen(const std::filesystem::path& path, const std::string& wanted, Most most = Most::document);

/// As read_file, for a file that `document` refers to by a path relative to its folder. Refuses what lies outside of
/// that folder once links are resolved, unless allow_outside was called.
std::string read_beside(const std::filesystem::path& document, const std::string& reference, const std::string& wanted,
                        Most most = Most::data);

/// Throws UsageError unless `file`, which `document` names, lies in the document's folder or below it once links are
/// resolved, or allow_outside was called. What is there must be a regular file; there may be none.
void require_beside(const std::filesystem::path& document, const std::filesystem::path& file);

/// From now on documents may name files outside of their folders. Called once, for the flag --allow-outside.
void allow_outside();
/// True once allow_outside was called.
bool is_outside_allowed();

/// The bytes of a file of the system (/proc, /sys, /etc); empty if it cannot be read.
std::string read_system_file(const std::filesystem::path& path);

/// A stream over a file or pipe that the user named, for text too long to be kept whole. Reading throws as read_named.
class InputStream : public std::istream {
  public:
    InputStream(const std::filesystem::path& path, const std::string& wanted, Most most = Most::data);
    ~InputStream() override;

  private:
    std::unique_ptr<std::streambuf> buffer_;
};

}  // namespace nearfield
