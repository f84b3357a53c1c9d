#pragma once
// An experiment as an array of jobs on a Slurm cluster.
#include "app/study/result_table.hpp"

#include <optional>

namespace nearfield {

constexpr u64 most_tasks = 10'000;

/// Every `of`-th run of an experiment, from number `part` on (counted from 1).
struct Shard {
    u64 part = 1, of = 1;
    bool holds(u64 index) const { return index % of == part - 1; }
};

/// Settings of a cluster job.
struct ClusterJob {
    std::filesystem::path folder;      ///< for the experiment, the job's script, the tasks' tables and logs
    u64 tasks = 1;                     ///< number in the array, each with a shard
    std::size_t threads = 1;           ///< per task
    std::vector<std::string> options;  ///< more words for sbatch
    bool resume = false, force = false;
};

/// Record of a submitted job array.
struct JobRecord {
    std::string id;
    u64 tasks = 1;
};

/// Reads job.json in a job's folder. None if nothing was submitted from there. Throws UsageError if the file is no such
/// record.
std::optional<JobRecord> read_job(const std::filesystem::path& folder);

/// Throws the errors of run_on_slurm before the submission: sbatch is missing, or the folder exists.
void require_slurm(const ClusterJob& job);

/// Writes and submits a job array and gathers the results of its tasks. Resubmits lost tasks until the table has every
/// run, then deletes the folder. `resume` continues the job of an earlier call. `wait` is called after every query,
/// about once a second. Returns after a signal; the jobs then keep running. Throws Error if Slurm refuses a job, or if
/// a task ends three times without a new result.
void run_on_slurm(const Experiment& experiment, const ClusterJob& job, ResultTable& table,
                  const std::function<void()>& wait);

}  // namespace nearfield
