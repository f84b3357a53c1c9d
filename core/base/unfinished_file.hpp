#pragma once
#include "base/place.hpp"
#include "base/rights.hpp"

#include <optional>

namespace nearfield {

/// A file being written. It has no name until it is complete (O_TMPFILE): no other process can reach it, and nothing is
/// left if the program is killed. Fallback without O_TMPFILE or /proc: a random hidden name (hidden_file.hpp).
class UnfinishedFile {
  public:
    enum class Way { unnamed_if_possible, hidden };

    /// A file for `place`, which must outlive it. Throws Error if none can be made there.
    explicit UnfinishedFile(const Place& place, Way way = Way::unnamed_if_possible);
    /// Removes the file unless it was put in place.
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;

    /// Open for reading and writing.
    int descriptor() const { return file_; }

    /// Gives the file its name. With `over` it replaces a regular file and takes over its rights. Throws Error if the
    /// name is taken otherwise.
    void put_in_place(bool over);

  private:
    int opened(Way way);
    bool take_free_name();
    void hide();
    void remove();

    const Place& place_;
    std::optional<Rights> rights_;  ///< of the replaced file
    std::string hidden_;            ///< empty while it has no name
    Descriptor file_;
};

}  // namespace nearfield
