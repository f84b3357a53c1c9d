#pragma once
// The lessons that there are: those that come with the program, and the user's own.
#include "app/lessons/lesson.hpp"

namespace nearfield::lessons {

struct Listed {
    std::string name;  ///< for --lesson: "strips"
    bool own = false;
    Lesson lesson;
    std::string problem;  ///< why it cannot be read; then the lesson is empty
};

/// The shipped lessons in their order, then the user's own: NAME.json in own_lessons_folder().
std::vector<Listed> all_lessons();
/// The user's own lesson of that name, else the shipped one, else the file. Throws UsageError.
Listed find_lesson(const std::string& name_or_file);
std::filesystem::path own_lessons_folder();

/// How far a user is in a lesson.
struct Progress {
    std::size_t step = 0;  ///< the present one, from 0
    bool done = false;     ///< once all the way through
    Notes notes;
};
using ProgressByName = std::map<std::string, Progress>;

/// What is kept in `file`. If it cannot be read, nothing, and a complaint.
ProgressByName load_progress(const std::filesystem::path& file, std::string& complaint);
/// Throws Error if the file cannot be written.
void save_progress(const std::filesystem::path& file, const ProgressByName& progress);
/// lessons.json in the user's folder.
std::filesystem::path progress_file();

}  // namespace nearfield::lessons
