#pragma once
#include "base/hidden_file.hpp"
#include "base/place.hpp"
#include "base/rights.hpp"
#include "base/write_file.hpp"

#include <map>
#include <memory>
#include <string>

namespace nearfield {

/// A folder that is filled under a hidden name beside its destination, and may grow after it is put in place. If the
/// program is killed, the destination holds either the old content or the new folder, whole. The folder is opened once,
/// so that files go into it even if it is renamed.
class OutputFolder {
  public:
    /// `known`: names of the files that the program writes into such folders. Throws Error, which names `folder`, if no
    /// folder can be made beside it, if it is another user's, or if it holds the current folder.
    OutputFolder(const std::filesystem::path& folder, KnowsName known);
    /// Deletes the folder unless it was put in place.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;

    /// The destination.
    const std::filesystem::path& path() const { return place_.path(); }

    /// Makes a new file with the rights of the file that it replaces. Returns its descriptor, open for writing. Throws
    /// Error on failure, or if the name is taken.
    int create(const std::string& name);
    /// Creates, fills and closes a file.
    void write(const std::string& name, const FillFile& fill);

    /// Gives the folder its name in one step. With `over` it replaces a folder, takes over its rights and keeps its
    /// unknown files. Throws Error, with nothing changed, if the name is taken or the file system cannot exchange
    /// names.
    void put_in_place(bool over);

  private:
    void make();
    void replace();
    void remember();

    const Place place_;
    const KnowsName known_;
    std::string hidden_;                    ///< empty once it is in place
    std::unique_ptr<Descriptor> opened_;    ///< holds the lock
    std::optional<Rights> rights_;          ///< of the replaced folder
    std::map<std::string, Rights> before_;  ///< of the replaced files
};

}  // namespace nearfield
