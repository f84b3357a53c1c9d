#pragma once
// The sandbox of a helper process that reads files from unknown sources.
#include <filesystem>
#include <string>
#include <vector>

namespace nearfield {

/// Files that the process still needs. Descriptors that are already open stay usable.
struct Confinement {
    std::vector<std::filesystem::path> read;  ///< readable files and folders, with all below them; usually none
};

/// Confinement that a system offers, or that a process achieved.
struct Confined {
    int landlock = 0;      ///< ABI of Landlock, 0 where the kernel has none
    bool seccomp = false;  ///< a filter of system calls is active

    bool whole() const { return landlock > 0 && seccomp; }
};

/// Confines this process and its threads for good: they may compute, use open descriptors and read the files of
/// `wanted`. Starting programs, making sockets, and opening, creating, changing or deleting other files fail with EPERM
/// or EACCES. Must be called before the first thread starts. Without Landlock the filter alone allows reading every
/// file if `wanted.read` has an entry, and none otherwise.
Confined confine(const Confinement& wanted = {});

/// The confinement that confine() would achieve here.
Confined confinement_here();

/// "Landlock ABI 7, seccomp", or what is missing.
std::string words_for(const Confined& confined);

}  // namespace nearfield
