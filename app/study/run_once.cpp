#include "app/study/run_once.hpp"

#include "app/terminal/interrupt.hpp"
#include "base/error.hpp"
#include "base/one_line.hpp"
#include "exec/gpus.hpp"
#include "sim/clock.hpp"
#include "sim/run.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>

namespace nearfield {
namespace {

/// A run with the current values of the names in formulas.
class MeasuredRun {
  public:
    MeasuredRun(const Experiment& experiment, u64 index)
        : experiment_(experiment),
          run_(*experiment.scene, experiment.settings_of(index), experiment.backend),
          values_(experiment.names.size()) {
        for (const auto& measure : experiment.measures) gatherers_.emplace_back(measure);
        if (std::isfinite(experiment.seconds) && std::isnan(run_.world().time()))
            throw UsageError(
                fmt::format("the scene '{}' has no clock; limit its runs by steps", experiment.scene->key));
        for (std::size_t n = first_parameter(); n < values_.size(); ++n) {
            const auto& value = run_.settings().value(experiment.names[n]);
            const bool* on = std::get_if<bool>(&value);
            values_[n] = on ? double(*on) : number_of(value);
        }
    }

    /// Runs to its end. False after a signal.
    bool finish(RunResult& result) {
        result.inputs = run_.inputs();
        for (;; run_.advance(batch(), Interrupt::signal)) {
            result.steps = steps(), result.seconds = run_.world().time();
            if (Interrupt::signal()) return false;
            if (steps() % experiment_.every != 0 && !limit()) continue;
            measure();
            if (const auto why = stopped()) {
                result.stopped = *why;
                for (const auto& gatherer : gatherers_) result.measured.push_back(gatherer.result());
                return true;
            }
        }
    }

  private:
    u64 steps() const { return run_.world().steps(); }
    std::size_t first_parameter() const { return experiment_.scene->metrics.size() + 2; }

    /// Number of steps that pass neither the next measurement nor a limit.
    u64 batch() {
        const u64 wanted = std::min(experiment_.every - steps() % experiment_.every, experiment_.steps - steps());
        return pace_.limit(run_.world(), experiment_.seconds, wanted);
    }
    void measure() {
        const auto& kinds = experiment_.scene->metrics;
        const auto& metrics = *run_.measure().metrics;
        for (std::size_t m = 0; m < kinds.size(); ++m) {
            const bool known = m < metrics.size() && (steps() > 0 || kinds[m].known == Known::always);
            values_[m] = known ? metrics[m] : NAN;
        }
        values_[kinds.size()] = run_.world().time(), values_[kinds.size() + 1] = double(steps());
        for (auto& gatherer : gatherers_) gatherer.take(values_);
    }
    std::optional<Stopped> stopped() const {
        return experiment_.stop && experiment_.stop->holds(values_) ? Stopped::condition : limit();
    }
    /// The limit that the run has reached.
    std::optional<Stopped> limit() const {
        if (has_come(run_.world().time(), experiment_.seconds)) return Stopped::seconds;
        if (steps() >= experiment_.steps) return Stopped::steps;
        return std::nullopt;
    }

    const Experiment& experiment_;
    Run run_;
    ClockPace pace_;
    std::vector<double> values_;
    std::vector<Gatherer> gatherers_;
};

/// Results handed over by the threads.
class Mailbox {
  public:
    void put(u64 index, RunResult result) {
        const std::lock_guard lock(mutex_);
        results_.push_back({index, std::move(result)});
        arrived_.notify_one();
    }
    /// Counts a thread as ended and keeps an exception that it could not handle.
    void leave(std::exception_ptr problem) {
        const std::lock_guard lock(mutex_);
        ++left_;
        if (problem && !problem_) problem_ = problem;
        arrived_.notify_one();
    }
    /// Waits at most a tenth of a second for results.
    std::deque<std::pair<u64, RunResult>> take(std::size_t& left, std::exception_ptr& problem) {
        std::unique_lock lock(mutex_);
        if (results_.empty() && left_ == left) arrived_.wait_for(lock, std::chrono::milliseconds(100));
        left = left_, problem = problem_;
        return std::exchange(results_, {});
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::pair<u64, RunResult>> results_;
    std::size_t left_ = 0;
    std::exception_ptr problem_;
};

/// Threads that execute runs. The destructor waits for the runs under way.
class Crew {
  public:
    Crew(const Experiment& experiment, const std::vector<u64>& indices, std::size_t jobs, Mailbox& mailbox) {
        for (std::size_t j = 0; j < jobs; ++j)
            threads_.emplace_back([this, &experiment, &indices, &mailbox, j] {
                std::exception_ptr problem;
                try {
                    if (experiment.backend == Backend::cuda) use_gpu(j);
                    work(experiment, indices, mailbox);
                } catch (...) { problem = std::current_exception(); }
                mailbox.leave(problem);
            });
    }
    ~Crew() {
        next_ = never;
        for (auto& thread : threads_) thread.join();
    }

  private:
    static constexpr u64 never = u64(1) << 62;

    void work(const Experiment& experiment, const std::vector<u64>& indices, Mailbox& mailbox) {
        for (u64 i = next_++; i < indices.size(); i = next_++)
            if (auto result = run_once(experiment, indices[i])) mailbox.put(indices[i], std::move(*result));
            else return;
    }

    std::atomic<u64> next_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace

void require_start(const Experiment& experiment) { MeasuredRun(experiment, 0); }

std::optional<RunResult> run_once(const Experiment& experiment, u64 index) {
    omp_set_num_threads(1);
    RunResult result;
    const auto fail = [&](const std::string& why) {
        result.measured.assign(experiment.measures.size(), NAN);
        result.stopped = Stopped::failed, result.error = one_line(why);
    };
    try {
        const Stoppable setup([] { return Interrupt::signal() != 0; });
        if (!MeasuredRun(experiment, index).finish(result)) return std::nullopt;
    } catch (const WorkStopped&) { return std::nullopt; } catch (const Error& problem) {
        fail(problem.what());
    } catch (const std::bad_alloc&) { fail("memory is full; use fewer jobs or actors"); }
    return result;
}

void run_all(const Experiment& experiment, const std::vector<u64>& indices, std::size_t jobs,
             const std::function<void(u64, RunResult)>& done, const std::function<void()>& wait) {
    Mailbox mailbox;
    const std::size_t threads = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(1, indices.size()));
    const Crew crew(experiment, indices, threads, mailbox);
    std::size_t left = 0;
    std::exception_ptr problem;
    for (bool last = false; !last;) {
        last = left == threads;  // this take then returns the last results
        for (auto& [index, result] : mailbox.take(left, problem)) done(index, std::move(result));
        if (problem) std::rethrow_exception(problem);
        wait();
    }
}

}  // namespace nearfield
