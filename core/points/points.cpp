#include "points/points.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "points/point_table.hpp"
#include "points/points_ply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nearfield {
namespace {

using namespace std::string_view_literals;

/// True for text in two bytes per character. It has a byte order mark, or every other byte of its ASCII is zero.
bool is_utf16(std::string_view text) {
    if (text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv)) return true;
    if (text.size() < 4) return false;
    const auto is_zero = [&](std::size_t at) { return text[at] == 0; };
    return (is_zero(0) && is_zero(2) && !is_zero(1) && !is_zero(3)) ||
           (is_zero(1) && is_zero(3) && !is_zero(0) && !is_zero(2));
}

/// Throws UsageError for a file that is no text, with a way to convert it to a table.
void require_text(const std::string& name, std::string_view text) {
    if (is_utf16(text))
        throw UsageError(name + ": is UTF-16 text; save it as UTF-8, or convert it with "
                                "iconv -f UTF-16 -t UTF-8 FILE > NEW.csv");
    const struct {
        std::string_view begin;
        const char* advice;
    } others[] = {{"\x1f\x8b"sv, "is compressed; unpack it first, for example with gunzip"},
                  {"PK\x03\x04"sv, "is a spreadsheet or another ZIP archive; export the table as CSV"},
                  {"\xd0\xcf\x11\xe0"sv, "is an Excel file; export the table as CSV"},
                  {"LASF"sv, "is a LAS file; convert it to CSV or PLY"}};
    for (const auto& other : others)
        if (text.starts_with(other.begin)) throw UsageError(name + ": " + other.advice);
    if (const auto zero = text.find('\0'); zero != std::string_view::npos)
        throw UsageError(fmt::format("{}:{}: has a zero byte, so that it is no text; give a CSV, XYZ or PLY file", name,
                                     1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(zero), '\n')));
}

}  // namespace

PointTable read_points(const std::filesystem::path& path, const PointChoice& choice) {
    return parse_points(path.string(), read_named(path, "a table of points", Most::data), choice);
}

PointTable parse_points(const std::string& name, std::string_view text, const PointChoice& choice) {
    if (text.starts_with("\xef\xbb\xbf"sv)) text.remove_prefix(3);  // byte order mark
    if (is_ply(text)) return read_ply(name, text, choice);
    require_text(name, text);
    return read_point_table(name, text, choice);
}

}  // namespace nearfield
