#pragma once
#include <cstddef>
#include <filesystem>

namespace nearfield {

/// Bytes that this process's control group (of a container, a Slurm job) may still allocate, for both versions of
/// cgroups; the maximum value without a limit. `own` lists the groups, `mounted` is the mount point.
std::size_t bytes_left_in_group(const std::filesystem::path& own = "/proc/self/cgroup",
                                const std::filesystem::path& mounted = "/sys/fs/cgroup");

}  // namespace nearfield
