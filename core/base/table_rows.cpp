#include "base/table_rows.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

constexpr std::size_t longest_row = 1'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Returns the text from `at` to the next line break.
std::string_view line_at(std::string_view text, std::size_t at) {
    const std::size_t end = text.find_first_of("\r\n", at);
    return text.substr(at, end == std::string_view::npos ? end : end - at);
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

std::string text_of(const Cell& cell) {
    std::string text(cell.text);
    if (cell.quoted)
        for (auto at = text.find('"'); at != std::string::npos; at = text.find('"', at + 1)) text.erase(at, 1);
    return text;
}

TableRows::TableRows(const std::string& name, std::string_view text, char separator, Comments comments)
    : name_(name),
      text_(text),
      comments_(comments),
      separator_(separator) {
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);  // byte order mark
}

void TableRows::complain(const std::string& reason) const {
    throw UsageError(fmt::format("{}:{}: {}", name_, line_, reason));
}

void TableRows::require_short() const {
    if (at_ - row_begin_ > longest_row) complain(fmt::format("a row of more than {} characters", longest_row));
}

void TableRows::end_line() {
    if (at_ >= text_.size()) return;
    const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    at_ += pair ? 2 : 1;
    ++next_line_;
}

std::string_view TableRows::skip_line() {
    const auto line = line_at(text_, at_);
    at_ += line.size();
    end_line();
    return line;
}

void TableRows::skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] == '\t' && separator_ != '\t'))) ++at_;
}

/// Advances to the first cell of a row, past empty lines and comments.
bool TableRows::skip_to_row() {
    while (at_ < text_.size()) {
        line_ = next_line_;
        row_begin_ = at_;
        std::size_t first = at_;
        while (first < text_.size() && is_blank(text_[first])) ++first;
        if (first == text_.size()) return false;
        const auto rest = text_.substr(first, 2);
        const bool empty = rest[0] == '\n' || rest[0] == '\r';
        const bool comment = comments_ == Comments::skipped && (rest[0] == '#' || rest == "//");
        if (!empty && !comment) return true;
        const auto line = skip_line();
        if (comment) comment_ = without_blanks(line.substr(first - row_begin_ + (rest[0] == '#' ? 1 : 2)));
    }
    return false;
}

bool TableRows::next() {
    cells_.clear();
    if (!skip_to_row()) return false;
    if (separator_ == 0) {
        const auto line = line_at(text_, at_);
        if (line.size() == 5 && line.starts_with("sep=")) {  // as written for Excel
            separator_ = line[4];
            skip_line();
            return next();
        }
        separator_ = guess();
    }
    for (;;) {
        read_cell();
        require_short();
        if (at_ >= text_.size()) break;
        if (at_line_end()) {
            end_line();
            break;
        }
        if (separator_ != blanks) ++at_;
        if (separator_ != blanks && at_ >= text_.size()) cells_.push_back({text_.substr(at_)});  // empty last cell
        if (at_ >= text_.size()) break;
    }
    return true;
}

/// Reads a cell and the separator or line end after it.
void TableRows::read_cell() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') return read_quoted();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_cell(text_[at_])) ++at_;
    cells_.push_back({without_blanks(text_.substr(begin, at_ - begin))});
    if (separator_ == blanks) skip_blanks();
}

void TableRows::read_quoted() {
    const std::size_t begin = ++at_;
    for (;; ++at_) {
        if (at_ >= text_.size() || at_ - begin > longest_row) complain("a quote is not closed; add the missing \"");
        if (at_line_end()) {
            end_line();
            --at_;
        } else if (text_[at_] == '"') {
            if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
            ++at_;
        }
    }
    cells_.push_back({without_blanks(text_.substr(begin, at_ - begin)), true});
    ++at_;
    skip_blanks();
    if (at_ < text_.size() && separator_ != blanks && !ends_cell(text_[at_]))
        complain(fmt::format("'{}' after a quote; a quoted cell ends at a separator", text_[at_]));
}

/// Guesses the separator from the present row.
char TableRows::guess() const {
    bool quoted = false, tab = false, semicolon = false, comma = false;
    const std::size_t end = std::min(text_.size(), at_ + longest_row);
    for (std::size_t i = at_; i < end; ++i) {
        const char c = text_[i];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '\n' || c == '\r') break;
        tab |= c == '\t';
        semicolon |= c == ';';
        comma |= c == ',';
    }
    return tab && !semicolon ? '\t' : semicolon ? ';' : comma ? ',' : blanks;
}

}  // namespace nearfield
