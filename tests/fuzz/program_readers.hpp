#pragma once
// Readers of the program's own files and of its command line.
#include <string>

namespace nearfield::fuzz {

/// steps.csv of a recording.
void read_steps(const std::string& text);
/// run.json of a recording.
void read_recording(const std::string& text);
/// An experiment's table, as --resume reads it.
void read_results(const std::string& text);
/// The first lines of a table for read_results(): "# experiment: ..." and the column titles.
const std::string& begin_of_results();
/// A user's progress in the lessons.
void read_progress(const std::string& text);
/// job.json of an experiment on a cluster.
void read_job(const std::string& text);
/// A command and its arguments, one per line. Writes nothing, and executes only `neighbours`.
void read_words(const std::string& text);
/// The sides of --between, one per line.
void read_sides(const std::string& text);

}  // namespace nearfield::fuzz
