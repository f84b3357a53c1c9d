#include "app/study/slurm.hpp"

#include "app/files.hpp"
#include "app/say.hpp"
#include "app/study/spoken.hpp"
#include "app/terminal/interrupt.hpp"
#include "base/error.hpp"
#include "base/joined.hpp"
#include "base/one_line.hpp"
#include "base/own_folder.hpp"
#include "base/own_program.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

namespace nearfield {
namespace {

namespace fs = std::filesystem;

const std::string without = "install Slurm's commands (on Debian: slurm-client), or leave --slurm out";

/// Returns the text in single quotes, as a shell reads it.
std::string quoted(const std::string& text) {
    std::string safe = "'";
    for (const char c : text) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return safe + "'";
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// True for names of files that this program writes to a job's folder.
bool is_job_file(const std::string& name) {
    const auto is_numbered = [&](const std::string& before, const std::string& after) {
        return name.size() > before.size() + after.size() && name.starts_with(before) && name.ends_with(after) &&
               is_number(name.substr(before.size(), name.size() - before.size() - after.size()));
    };
    return name == "job.sh" || name == "job.json" || name == "experiment.json" || is_numbered("shard-", ".csv") ||
           is_numbered("task-", ".log");
}

/// The queue of Slurm: tasks of an array that wait or run. Throws Error if Slurm has not answered for a minute.
class Queue {
  public:
    bool holds(const std::string& id) {
        const auto answer = run_words({"squeue", "--noheader", "--jobs=" + id, "--format=%i"}, without);
        if (answer.code == 0) return silent_ = 0, !last_line(answer.out).empty();
        if (answer.err.find("Invalid job id") != std::string::npos) return false;  // ended long ago
        constexpr int patience = 60;
        if (++silent_ > patience)
            throw Error(fmt::format("squeue does not answer: {}; job {} may go on, and --resume gathers it",
                                    last_line(answer.err), id));
        return true;
    }

  private:
    int silent_ = 0;
};

/// A job array and its folder.
class JobArray {
  public:
    JobArray(const Experiment& experiment, ClusterJob job, ResultTable& table)
        : experiment_(experiment),
          job_(std::move(job)),
          table_(table) {
        job_.folder = fs::absolute(job_.folder);
        if (job_.force) clear();
        require_own_folder(job_.folder);
        if (const auto before = read_job(job_.folder)) id_ = before->id, job_.tasks = before->tasks;
        seen_.resize(job_.tasks);
        gather();
    }

    bool complete() const { return table_.size() == experiment_.runs(); }
    const std::string& id() const { return id_; }

    /// Tasks with runs that are missing from the table, in the form of sbatch: "1,4,7".
    std::string missing() const {
        std::string tasks;
        for (u64 part = 1; part <= job_.tasks; ++part)
            if (lacks({part, job_.tasks})) tasks += (tasks.empty() ? "" : ",") + std::to_string(part);
        return tasks;
    }

    /// Writes job.sh and experiment.json anew, replacing any in the folder, and submits them.
    void submit() {
        write("experiment.json", json_text(to_json(experiment_), 2) + "\n");
        write("job.sh", script());
        std::vector<std::string> words{"sbatch",
                                       "--parsable",
                                       "--array=" + missing(),
                                       "--job-name=nearfield",
                                       "--requeue",
                                       "--open-mode=append",
                                       "--chdir=" + job_.folder.string(),
                                       "--output=" + (job_.folder / "task-%a.log").string(),
                                       fmt::format("--cpus-per-task={}", job_.threads)};
        words.insert(words.end(), job_.options.begin(), job_.options.end());
        words.push_back((job_.folder / "job.sh").string());
        const auto answer = run_words(words, without);
        if (answer.code != 0)
            throw Error(fmt::format("sbatch refused the job: {}; give it what it wants by --sbatch, or leave --slurm "
                                    "out",
                                    last_line(answer.err.empty() ? answer.out : answer.err)));
        const std::string line = last_line(answer.out);
        id_ = line.substr(0, line.find(';'));  // the cluster's name may follow
        write("job.json", json_text(nlohmann::json{{"job", id_}, {"tasks", job_.tasks}}) + "\n");
    }

    bool is_queued() { return !id_.empty() && queue_.holds(id_); }

    /// Takes the rows of every task's table that has grown.
    void gather() {
        for (u64 part = 1; part <= job_.tasks; ++part) {
            const fs::path path = job_.folder / fmt::format("shard-{}.csv", part);
            std::error_code unknown;
            const auto written = fs::last_write_time(path, unknown);
            if (unknown || seen_[part - 1] == written) continue;
            ResultTable shard(experiment_);
            shard.read(path, ResultTable::Failed::kept);
            shard.require_continuable();
            table_.take(shard);
            seen_[part - 1] = written;
        }
    }

    void require_progress(std::size_t before) {
        constexpr int most_tries = 3;
        tries_ = table_.size() > before ? 0 : tries_ + 1;
        if (tries_ < most_tries) return;
        const std::string tasks = missing(), first = tasks.substr(0, tasks.find(','));
        const fs::path log = job_.folder / fmt::format("task-{}.log", first);
        const std::string said = fs::exists(log) ? last_line(read_file(log, "a log")) : "";
        throw Error(fmt::format("task {} was submitted {} times and gave no result{}; see {}, then use --resume", first,
                                most_tries, said.empty() ? "" : ": " + said.substr(0, 80), log.string()));
    }

    /// Deletes the array's files, and the folder if it is then empty.
    void clear() const {
        const auto stay = remove_own_folder(job_.folder, is_job_file);
        if (!stay.empty())
            say("nearfield: {} stays: it holds {}, which no job made", job_.folder.string(), joined(stay, ", "));
    }

  private:
    bool lacks(const Shard& shard) const {
        for (u64 run = shard.part - 1; run < experiment_.runs(); run += shard.of)
            if (!table_.holds(run)) return true;
        return false;
    }
    std::string script() const {
        const std::string program = own_program().string();
        return fmt::format("#!/bin/sh\n"
                           "# A task runs every {0}th run of the experiment, from its own number on.\n"
                           "exec {1} experiment {2} --shard \"$SLURM_ARRAY_TASK_ID/{0}\" "
                           "--out {3}/shard-\"$SLURM_ARRAY_TASK_ID\".csv --jobs {4} --resume\n",
                           job_.tasks, quoted(program), quoted((job_.folder / "experiment.json").string()),
                           quoted(job_.folder.string()), job_.threads);
    }
    void write(const char* name, const std::string& text) const {
        write_file(job_.folder / name, true, [&](std::ostream& out) { out << text; });
    }

    const Experiment& experiment_;
    ClusterJob job_;
    ResultTable& table_;
    std::vector<fs::file_time_type> seen_;  ///< time of last write of each task's table
    std::string id_;
    Queue queue_;
    int tries_ = 0;
};

void pause() {
    for (int tenth = 0; tenth < 10 && !Interrupt::signal(); ++tenth)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

}  // namespace

std::optional<JobRecord> read_job(const fs::path& folder) {
    const fs::path path = folder / "job.json";
    if (!fs::exists(path)) return std::nullopt;
    const auto kept = read_json(read_file(path, "a job's record"), path.string());
    if (!kept.is_object() || !kept.contains("job") || !kept["job"].is_string() || !kept.contains("tasks") ||
        !kept["tasks"].is_number_unsigned() || kept["tasks"] < 1 || kept["tasks"] > most_tasks ||
        !is_number(kept["job"].get<std::string>()))
        throw UsageError(path.string() + ": not the record of a job; remove its folder to begin anew");
    return JobRecord{kept["job"].get<std::string>(), kept["tasks"].get<u64>()};
}

void require_slurm(const ClusterJob& job) {
    run_words({"sbatch", "--version"}, without);
    const bool is_ours = fs::exists(job.folder / "job.sh");
    if (!fs::exists(job.folder) || (job.resume && is_ours)) return;
    if (!is_ours) throw Error(job.folder.string() + " exists and is no job's folder; give --out another name");
    if (!job.force)
        throw Error(job.folder.string() + " exists: add --resume to continue its job, or --force to replace it");
    if (const auto before = read_job(job.folder); before && Queue().holds(before->id))
        throw Error(fmt::format("job {} of {} still waits or runs; end it by scancel {}, or gather it by --resume",
                                before->id, job.folder.string(), before->id));
}

void run_on_slurm(const Experiment& experiment, const ClusterJob& job, ResultTable& table,
                  const std::function<void()>& wait) {
    JobArray array(experiment, job, table);
    std::size_t before = table.size();
    for (bool queued = array.is_queued(); !array.complete(); queued = array.is_queued()) {
        if (!queued) {
            array.gather();  // rows written between the last look and the end
            if (array.complete()) break;
            if (!array.id().empty()) array.require_progress(before);
            before = table.size();
            array.submit();
            say("nearfield: job {} of Slurm: tasks {}", array.id(), array.missing());
        }
        pause();
        array.gather();
        wait();
        if (Interrupt::signal())
            return say("nearfield: job {} goes on; the same command with --resume gathers it, scancel {} ends it",
                       array.id(), array.id());
    }
    array.clear();
}

}  // namespace nearfield
