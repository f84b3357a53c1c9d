#include "app/elements/element_rows.hpp"

#include <iterator>
#include <numeric>
#include <ostream>

namespace nearfield {

static_assert(std::endian::native == std::endian::little, "files of elements are little-endian");

std::vector<std::size_t> all_columns(const ElementTable& table) {
    std::vector<std::size_t> all(table.columns().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

void append_value(fmt::memory_buffer& to, const NamedColumn& column, u32 bits) {
    if (column.column.whole) fmt::format_to(std::back_inserter(to), "{}", bits);
    else fmt::format_to(std::back_inserter(to), "{}", std::bit_cast<float>(bits));
}

void write_words(std::ostream& out, const std::vector<u32>& words) {
    out.write(reinterpret_cast<const char*>(words.data()), std::streamsize(words.size() * sizeof(u32)));
}

void read_rows(ElementTable& table, const std::vector<std::size_t>& columns,
               const std::function<void(const std::vector<u32>&)>& take) {
    std::vector<u32> rows;
    table.read(columns, [&](ElementTable::Block block) {
        const std::size_t count = block.empty() ? 0 : block[0].size();
        rows.resize(count * columns.size());
        for (std::size_t c = 0; c < columns.size(); ++c)
            for (std::size_t r = 0; r < count; ++r) rows[r * columns.size() + c] = block[c][r];
        take(rows);
    });
}

}  // namespace nearfield
