#pragma once
// An experiment as an array of jobs on a cluster.
#include "app/study/result_table.hpp"

#include <optional>

namespace nearfield {

constexpr u64 most_tasks = 10'000;

/// Every `of`-th run of an experiment, from number `part` on (counted from 1).
struct Shard {
    u64 part = 1, of = 1;
    bool holds(u64 index) const { return index % of == part - 1; }
};

/// How to run on a cluster.
struct ClusterJob {
    std::filesystem::path folder;      ///< for the experiment, the job's script, the tasks' tables and logs
    u64 tasks = 1;                     ///< of the array, each with a shard
    std::size_t threads = 1;           ///< of a task
    std::vector<std::string> options;  ///< more words for sbatch
    bool resume = false, force = false;
};

/// What is kept of a job array that was submitted.
struct JobRecord {
    std::string id;
    u64 tasks = 1;
};

/// What job.json in a job's folder keeps; none if nothing was submitted from there. Throws UsageError if it is no such
/// record.
std::optional<JobRecord> read_job(const std::filesystem::path& folder);

/// Throws what run_on_slurm would throw before it submits anything: no sbatch, a folder that exists.
void require_slurm(const ClusterJob& job);

/// Writes and submits a job array, gathers what its tasks have done, and submits tasks again that were lost, until the
/// table has every run; then removes the folder. With `resume` it goes on with what an earlier call submitted. `wait`
/// is called after every look, about once a second. Returns after a signal: the jobs go on then. Throws Error if Slurm
/// refuses, or a task ends three times without a new result.
void run_on_slurm(const Experiment& experiment, const ClusterJob& job, ResultTable& table,
                  const std::function<void()>& wait);

}  // namespace nearfield
