#pragma once
// The only reader of CSV files and other tables.
#include <string>
#include <string_view>
#include <vector>

namespace nearfield {

/// A cell of a table: its text without quotes and surrounding blanks.
struct Cell {
    std::string_view text;
    bool quoted = false;
};

/// Returns the text of a cell. Two quotes in a quoted cell are one.
std::string text_of(const Cell& cell);

/// The rows of a text as cells. Lines end with LF, CR LF or CR. A cell in double quotes may contain separators and line
/// breaks. Skips a byte order mark, empty lines, and comments, which are lines that begin with # or //. Views are valid
/// as long as the text.
class TableRows {
  public:
    static constexpr char blanks = ' ';  ///< as a separator: a run of blanks and tabs
    enum class Comments { skipped, are_rows };

    /// `name`: of the file, for messages. Without a `separator`, a line such as "sep=;" decides, or else the first row:
    /// by the first of semicolon, tab, comma and blanks that it has.
    TableRows(const std::string& name, std::string_view text, char separator = 0, Comments = Comments::skipped);

    /// Reads the next row. False if there is none. Throws UsageError for a row of more than a million characters and
    /// for an unclosed quote.
    bool next();

    const std::vector<Cell>& cells() const { return cells_; }
    std::size_t line() const { return line_; }  ///< line where the row begins, from 1 on
    std::size_t column(const Cell& cell) const { return std::size_t(cell.text.data() - text_.data()) - row_begin_ + 1; }
    char separator() const { return separator_; }          ///< 0 before the first row
    std::string_view comment() const { return comment_; }  ///< last comment before the row, without its mark

    /// Skips a line of any content and returns it.
    std::string_view skip_line();

    /// Throws UsageError as "file:line: reason".
    [[noreturn]] void complain(const std::string& reason) const;

  private:
    bool at_line_end() const { return text_[at_] == '\n' || text_[at_] == '\r'; }
    bool ends_cell(char c) const {
        return c == '\n' || c == '\r' || c == separator_ || (separator_ == blanks && c == '\t');
    }
    bool skip_to_row();
    void skip_blanks();
    void read_cell();
    void read_quoted();
    void end_line();
    char guess() const;
    void require_short() const;

    const std::string name_;
    std::string_view text_, comment_;
    const Comments comments_;
    std::vector<Cell> cells_;
    std::size_t at_ = 0, row_begin_ = 0, line_ = 0, next_line_ = 1;
    char separator_;
};

}  // namespace nearfield
