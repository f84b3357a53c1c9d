#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace nearfield {

/// A cell of a table: its text without quotes and without the blanks around it.
struct Cell {
    std::string_view text;
    bool quoted = false;
};

/// The text of a cell; two quotes in a quoted cell are one.
std::string text_of(const Cell& cell);

/// The rows of a text as cells. Lines end with LF, CR LF or CR. A cell in double quotes may hold separators and line
/// breaks. Skips empty lines, and comments: lines that begin with # or //. Views stay valid as long as the text does.
class TableRows {
  public:
    static constexpr char blanks = ' ';  ///< as a separator: one blank or tab, or several

    /// `name`: of the file, for messages. `separator` 0: the first row decides, or a line such as "sep=;" before it:
    /// a tab, a semicolon, a comma or blanks, whichever it has, in this order.
    TableRows(const std::string& name, std::string_view text, char separator = 0);

    /// Reads the next row; false if there is none. Throws UsageError for a row of more than a million characters and
    /// for a quote that is not closed.
    bool next();

    const std::vector<Cell>& cells() const { return cells_; }
    std::size_t line() const { return line_; }             ///< where the row begins, from 1 on
    char separator() const { return separator_; }          ///< 0 before the first row
    std::string_view comment() const { return comment_; }  ///< the last comment before the row, without its mark

    /// Skips a line, whatever it holds, and returns it.
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
    std::vector<Cell> cells_;
    std::size_t at_ = 0, row_begin_ = 0, line_ = 0, next_line_ = 1;
    char separator_;
};

}  // namespace nearfield
