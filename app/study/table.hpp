#pragma once
#include "base/platform.hpp"

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace nearfield {

/// The results of a plan as a CSV file, one or several rows per run. Lines with # say when and on what they were made.
class StudyTable {
  public:
    using Cells = std::vector<std::string>;

    virtual ~StudyTable() = default;
    /// Takes the rows and remarks of an earlier table. Throws UsageError if the file is no such table or was made with
    /// other settings, and names the first that differs.
    virtual void read(const std::filesystem::path& path) = 0;
    virtual bool holds(u64 run) const = 0;
    virtual std::size_t size() const = 0;  ///< number of rows
    virtual void write(std::ostream& out) const = 0;
    /// Adds a line that begins with #.
    void remark(const std::string& text) { remarks_.push_back("# " + text); }

  protected:
    /// What messages say of a file with other columns, and of a row with too few cells.
    StudyTable(const char* other_columns, const char* remedy) : other_columns_(other_columns), remedy_(remedy) {}

    void read_lines(const std::string& text, const std::string& name);
    virtual void take_remark(const std::string& line, const std::string& where);
    virtual bool is_head(const Cells& cells) const { return cells == columns_; }
    virtual void take_row(Cells cells, const std::string& where) = 0;
    /// Throws UsageError: the place, the reason, the remedy.
    [[noreturn]] void refuse(const std::string& where, const std::string& reason) const;
    void write_remarks(std::ostream& out) const;

    Cells columns_;
    std::vector<std::string> remarks_;
    bool has_head_ = false;  ///< of the file that was read

  private:
    const char *other_columns_, *remedy_;
};

}  // namespace nearfield
