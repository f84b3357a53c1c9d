#pragma once
#include "base/hidden_file.hpp"
#include "base/place.hpp"
#include "base/rights.hpp"
#include "base/write_file.hpp"

#include <map>
#include <memory>
#include <string>

namespace nearfield {

/// A folder that is filled under a hidden name beside the place where it shall be, and may grow after it has its place.
/// Whenever the program is killed, either what was in that place is still there, whole, or the new folder is. The
/// folder is opened once: whatever happens to its name, files go into it and nowhere else.
class OutputFolder {
  public:
    /// `known`: names of the files that the program writes into such folders. Throws Error, which names `folder`, if
    /// none can be made beside it, if it is another user's, or if it holds the current folder.
    OutputFolder(const std::filesystem::path& folder, KnowsName known);
    /// Removes the folder and the program's files in it unless it has its place.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;

    /// Where it shall be.
    const std::filesystem::path& path() const { return place_.path(); }

    /// Makes a new file with the rights of the one that it replaces. Returns its descriptor, open for writing. Throws
    /// Error if it cannot be made or if something has the name.
    int create(const std::string& name);
    /// The same, filled and closed.
    void write(const std::string& name, const FillFile& fill);

    /// Gives the folder its place at once. With `over` it replaces a folder and takes over its rights; files there that
    /// are not known stay. Throws Error if the place is taken, or if the file system cannot do this; nothing has
    /// changed then.
    void put_in_place(bool over);

  private:
    void make();
    void replace();
    void remember();

    const Place place_;
    const KnowsName known_;
    std::string hidden_;                    ///< its name until it has its place
    std::unique_ptr<Descriptor> opened_;    ///< holds the lock
    std::optional<Rights> rights_;          ///< of the folder that it replaces
    std::map<std::string, Rights> before_;  ///< of the known files there
};

}  // namespace nearfield
