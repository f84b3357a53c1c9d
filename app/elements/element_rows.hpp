#pragma once
#include "app/elements/element_table.hpp"

#include <fmt/format.h>

#include <bit>
#include <iosfwd>

namespace nearfield {

/// Indices of all columns.
std::vector<std::size_t> all_columns(const ElementTable& table);

/// Appends a value as text: the shortest that reads back as the same number.
void append_value(fmt::memory_buffer& to, const NamedColumn& column, u32 bits);

/// Writes the words as bytes.
void write_words(std::ostream& out, const std::vector<u32>& words);

/// Reads the columns row by row; `take` receives the words of whole rows.
void read_rows(ElementTable& table, const std::vector<std::size_t>& columns,
               const std::function<void(const std::vector<u32>&)>& take);

}  // namespace nearfield
