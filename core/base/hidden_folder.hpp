#pragma once
#include <filesystem>
#include <functional>
#include <string>

namespace nearfield {

/// A folder that is filled under a hidden name beside the place where it shall be. Whenever the program is killed,
/// either what was in that place is still there, whole, or the new folder is.
class HiddenFolder {
  public:
    /// Throws Error, which names `folder`, if none can be made beside it, or if it holds the current folder.
    explicit HiddenFolder(const std::filesystem::path& folder);
    /// Removes the folder with what is in it unless it has its place.
    ~HiddenFolder();
    HiddenFolder(const HiddenFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Gives the folder its place at once. With `over` it takes the place of one that has files: of these, those with
    /// names that `replaces` knows are removed and all others stay. Throws Error if the place is taken, or if the file
    /// system cannot do this; nothing has changed then.
    void put_in_place(bool over, const std::function<bool(const std::string&)>& replaces);

  private:
    std::filesystem::path folder_, place_, path_;
    int owned_ = -1;  ///< holds the lock
};

}  // namespace nearfield
