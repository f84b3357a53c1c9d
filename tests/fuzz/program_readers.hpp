#pragma once
// Readers of what the program itself has written before, and of its command line.
#include <string>

namespace nearfield::fuzz {

/// steps.csv of a recording.
void read_steps(const std::string& text);
/// run.json of a recording.
void read_recording(const std::string& text);
/// An experiment's table, as --resume reads it.
void read_results(const std::string& text);
/// "# experiment: ..." and the heads of the columns, as the table that read_results() goes on with begins.
const std::string& begin_of_results();
/// How far a user is in the lessons.
void read_progress(const std::string& text);
/// job.json of an experiment on a cluster.
void read_job(const std::string& text);
/// A command and its words, one per line. Nothing is written, and only `neighbours` does what it is told to.
void read_words(const std::string& text);
/// The sides of --between, one per line.
void read_sides(const std::string& text);

}  // namespace nearfield::fuzz
