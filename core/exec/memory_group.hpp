#pragma once
#include <cstddef>
#include <filesystem>

namespace nearfield {

/// Bytes that this process's control group (a container's, a Slurm job's) may still take, both versions of cgroups; the
/// largest number if none is limited. `own` names the groups, `mounted` is where they lie.
std::size_t bytes_left_in_group(const std::filesystem::path& own = "/proc/self/cgroup",
                                const std::filesystem::path& mounted = "/sys/fs/cgroup");

}  // namespace nearfield
