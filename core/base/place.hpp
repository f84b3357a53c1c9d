#pragma once
#include "base/child.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace nearfield {

/// Destination of an output: a name in a folder that was opened once. Links that another user could have planted are
/// refused (docs/trust.md). A link with the output's own name is followed if the user owns the link and its target. A
/// link to a folder on the way is followed if the user or root owns it, or if only its owner can write its folder.
class Place {
  public:
    enum class Of { file, folder };
    enum class Kind {
        free,    ///< the name is not in use
        file,    ///< a regular file
        folder,  ///< itself, not a link to one
        stream,  ///< a character device, such as /dev/null, or a pipe
        other    ///< a disk or a socket
    };

    /// Throws Error, which names `path`, if the folder is missing or a link is refused; UsageError if the name is
    /// empty.
    explicit Place(const std::filesystem::path& path, Of of = Of::file);

    /// The path as given, for messages.
    const std::filesystem::path& path() const { return path_; }
    /// Descriptor of the folder, for openat() and similar calls.
    int folder() const { return *folder_; }
    /// The name in that folder, with links resolved.
    const std::string& name() const { return name_; }

    /// Kind of the entry that has the name now.
    Kind kind() const;
    /// Throws Error if the name belongs to a folder, a disk or a socket, or to another user's file or pipe; without
    /// `over` also if it belongs to any file.
    void require_file(bool over) const;
    /// "cannot write x: why; choose another place"
    [[noreturn]] void complain(const std::string& why) const;
    /// "x exists; choose another name, or add --force to replace it"
    [[noreturn]] void complain_of_twin() const;

  private:
    class Walk;

    std::filesystem::path path_;
    Of of_;
    std::unique_ptr<Descriptor> folder_;
    std::string name_;
};

/// The system's message for an error number.
std::string reason(int error);
/// Reason why a file cannot grow: the disk is full, or the limit of the shell (ulimit -f) is reached.
std::string reason_not_to_grow(int error);

}  // namespace nearfield
