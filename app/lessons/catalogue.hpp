#pragma once
// All lessons: the shipped ones and the user's own.
#include "app/lessons/lesson.hpp"

namespace nearfield::lessons {

struct Listed {
    std::string name;  ///< argument of --lesson: "strips"
    bool own = false;
    Lesson lesson;
    std::string problem;  ///< why the lesson cannot be read and is empty; empty if it can
};

/// The shipped lessons in order, then the user's own: NAME.json in own_lessons_folder().
std::vector<Listed> all_lessons();
/// Returns the user's own lesson of that name, else the shipped one, else the file. Throws UsageError if all are
/// missing.
Listed find_lesson(const std::string& name_or_file);
std::filesystem::path own_lessons_folder();

/// A user's progress in a lesson.
struct Progress {
    std::size_t step = 0;  ///< present step, from 0
    bool done = false;     ///< true once the whole lesson was passed
    Notes notes;
};
using ProgressByName = std::map<std::string, Progress>;

/// Returns the progress saved in `file`. If it cannot be read, returns none and sets `complaint`.
ProgressByName load_progress(const std::filesystem::path& file, std::string& complaint);
/// Throws Error if the file cannot be written.
void save_progress(const std::filesystem::path& file, const ProgressByName& progress);
/// Path of lessons.json in the user's folder.
std::filesystem::path progress_file();

}  // namespace nearfield::lessons
