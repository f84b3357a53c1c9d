#pragma once
// What a helper process gives up before it touches a stranger's file.
#include <filesystem>
#include <string>
#include <vector>

namespace nearfield {

/// What the process still needs from the disk. Descriptors that are open already stay as they are.
struct Confinement {
    std::vector<std::filesystem::path> read;  ///< folders and files to be read, with all below them; most need none
};

/// What a system offers, or what a process achieved.
struct Confined {
    int landlock = 0;      ///< ABI of Landlock, 0 where the kernel has none
    bool seccomp = false;  ///< a filter of system calls

    bool whole() const { return landlock > 0 && seccomp; }
};

/// From here on this process and its threads compute, read and write what is open, and open the files of `wanted` to
/// read. They start no program, make no socket, and neither open, create, change nor delete anything else: such calls
/// fail with EPERM or EACCES. There is no way back. Call it before the first thread starts. Without Landlock, the
/// filter alone lets every file be read if `wanted.read` has one, and none otherwise.
Confined confine(const Confinement& wanted = {});

/// What confine would achieve here.
Confined confinement_here();

/// "Landlock ABI 7, seccomp", or what is missing.
std::string words_for(const Confined& confined);

}  // namespace nearfield
