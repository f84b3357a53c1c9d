#pragma once
#include "base/build.hpp"
#include "base/files_read.hpp"
#include "base/platform.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace nearfield {

/// The results of a plan as a CSV file, one or several rows per run. Comment lines with # state the date and machine,
/// the build, and the hashes of the files that the runs were made from.
class StudyTable {
  public:
    using Cells = std::vector<std::string>;

    virtual ~StudyTable() = default;
    /// Takes the rows and remarks of an earlier table. Throws UsageError if the file is no such table or was made with
    /// other settings; the message names the first different one.
    virtual void read(const std::filesystem::path& path) = 0;
    virtual bool holds(u64 run) const = 0;
    virtual std::size_t size() const = 0;  ///< number of rows
    /// Throws UsageError if rows of this program cannot be added to those that were read: they were made by another
    /// build, or from files that have changed since. The message names the way out.
    void require_continuable() const;
    /// Notes the files that a run was made from. Throws UsageError if other rows were made from other contents.
    void note_inputs(const std::vector<FileRead>& files);
    virtual void write(std::ostream& out) const = 0;
    /// Adds a line that begins with #.
    void remark(const std::string& text) { remarks_.push_back("# " + text); }

  protected:
    /// `other_columns` is the message for a file with other columns. `remedy` ends the messages of refuse().
    StudyTable(const char* other_columns, const char* remedy) : other_columns_(other_columns), remedy_(remedy) {}

    void read_lines(const std::string& text, const std::string& name);
    virtual void take_remark(const std::string& line, const std::string& where);
    virtual bool is_head(const Cells& cells) const { return cells == columns_; }
    virtual void take_row(Cells cells, const std::string& where) = 0;
    /// Throws UsageError with place, reason and remedy.
    [[noreturn]] void refuse(const std::string& where, const std::string& reason) const;
    /// Writes the remarks, the build and the inputs.
    void write_remarks(std::ostream& out) const;
    const std::map<std::string, std::string>& inputs() const { return inputs_; }

    Cells columns_;
    std::vector<std::string> remarks_;
    bool has_head_ = false;  ///< true once the file's head was read

  private:
    void require_same_input(const std::string& path, const std::string& sha256) const;

    std::string name_;                           ///< of the file that was read
    std::optional<Build> build_;                 ///< of the rows that were read; none if the file states none
    std::map<std::string, std::string> inputs_;  ///< SHA-256 by path
    const char *other_columns_, *remedy_;
};

}  // namespace nearfield
