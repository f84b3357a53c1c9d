#pragma once
// The one way to read a file: regular files up to a size limit, opened without blocking.
#include <filesystem>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace nearfield {

/// Size limit, bytes.
enum class Most : std::size_t {
    document = 64'000'000,  ///< presets, lessons, experiments, plans, tanks, settings
    data = 2'000'000'000,   ///< models, grids, points, tables, recordings
};

/// The bytes of a regular file. Throws UsageError "path: why; give `wanted`" for a folder, pipe, device or socket, for
/// an unreadable file, and for more than `most` bytes. `wanted` names the expected input, such as "the name of a preset
/// file". Throws WorkStopped when this thread's work is no longer wanted.
std::string read_file(const std::filesystem::path& path, const std::string& wanted, Most most = Most::document);

/// Like read_file, for a name that the user typed: also reads a pipe until its writers close it. WorkStopped ends the
/// wait.
std::string read_named(const std::filesystem::path& path, const std::string& wanted, Most most = Most::document);

/// Like read_file, for a name from the user or a document. The only pipes that it reads are /dev/stdin and /dev/fd/N,
/// which a shell passes on.
std::string read_chosen(const std::filesystem::path& path, const std::string& wanted, Most most = Most::document);

/// Like read_file, for a path that `document` gives relative to its own folder. Refuses files outside of that folder,
/// with links resolved, unless allow_outside was called.
std::string read_beside(const std::filesystem::path& document, const std::string& reference, const std::string& wanted,
                        Most most = Most::data);

/// Throws UsageError if `file`, named in `document`, lies outside of the document's folder with links resolved, unless
/// allow_outside was called. An existing one must be a regular file.
void require_beside(const std::filesystem::path& document, const std::filesystem::path& file);

/// Lets documents name files outside of their folders from now on. Called once, for the flag --allow-outside.
void allow_outside();
bool is_outside_allowed();

/// The content of a system file (/proc, /sys, /etc); empty if it cannot be read.
std::string read_system_file(const std::filesystem::path& path);

/// A stream over a file or pipe that the user named, for text too long to be kept in memory. Throws like read_named.
class InputStream : public std::istream {
  public:
    InputStream(const std::filesystem::path& path, const std::string& wanted, Most most = Most::data);
    ~InputStream() override;

  private:
    std::unique_ptr<std::streambuf> buffer_;
};

}  // namespace nearfield
