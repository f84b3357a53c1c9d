// NumPy's .npy, and .npz: a ZIP archive of them without compression.
#include "app/elements/element_files.hpp"
#include "app/elements/element_rows.hpp"
#include "base/error.hpp"

#include <array>
#include <cmath>
#include <ostream>

namespace nearfield {
namespace {

const char* type_of(const NamedColumn& column) { return column.column.whole ? "<u4" : "<f4"; }

/// The head of a .npy file of version 3, whose text is UTF-8: it ends at a multiple of 64 bytes.
std::string npy_head(const std::string& descr, const std::string& shape) {
    constexpr std::size_t fixed = 12, unit = 64;
    std::string text = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}", descr, shape);
    text += std::string(unit - 1 - (fixed + text.size()) % unit, ' ') + "\n";
    std::string head("\x93NUMPY\x03\x00", 8);
    for (int shift = 0; shift < 32; shift += 8) head += char(text.size() >> shift & 0xff);
    return head + text;
}

std::string field(const NamedColumn& column) {
    if (column.unit.empty()) return fmt::format("('{}', '{}')", column.key, type_of(column));
    return fmt::format("(('{}', '{}'), '{}')", column.label(), column.key, type_of(column));
}

/// CRC-32 of ZIP archives (IEEE 802.3).
class Crc32 {
  public:
    void add(const char* bytes, std::size_t count) {
        static const auto table = [] {
            std::array<u32, 256> all{};
            for (u32 i = 0; i < 256; ++i) {
                all[i] = i;
                for (int bit = 0; bit < 8; ++bit) all[i] = all[i] & 1 ? 0xedb88320u ^ (all[i] >> 1) : all[i] >> 1;
            }
            return all;
        }();
        for (std::size_t i = 0; i < count; ++i) sum_ = table[(sum_ ^ u32(u8(bytes[i]))) & 0xff] ^ (sum_ >> 8);
    }
    u32 value() const { return ~sum_; }

  private:
    using u8 = unsigned char;
    u32 sum_ = ~0u;
};

/// A ZIP archive whose members are stored as they are. A member's checksum follows its bytes.
class StoredZip {
  public:
    explicit StoredZip(std::ostream& out) : out_(out) {}

    void begin(const std::string& name) {
        members_.push_back({.name = name, .at = written_});
        std::string head;
        words(head, {0x04034b50}), halves(head, {20, flags, 0, 0, midnight});
        words(head, {0, 0, 0}), halves(head, {u32(name.size()), 0});
        put(head + name);
        crc_ = {};
    }
    void add(const char* bytes, std::size_t count) {
        crc_.add(bytes, count);
        members_.back().bytes += count;
        put({bytes, count});
    }
    void add(const std::string& text) { add(text.data(), text.size()); }
    void end() {
        auto& member = members_.back();
        member.crc = crc_.value();
        std::string tail;
        words(tail, {0x08074b50, member.crc, u32(member.bytes), u32(member.bytes)});
        put(tail);
    }
    void finish() {
        const u64 begin = written_;
        for (const auto& m : members_) {
            std::string entry;
            words(entry, {0x02014b50}), halves(entry, {20, 20, flags, 0, 0, midnight});
            words(entry, {m.crc, u32(m.bytes), u32(m.bytes)}), halves(entry, {u32(m.name.size()), 0, 0, 0, 0});
            words(entry, {0, u32(m.at)});
            put(entry + m.name);
        }
        std::string last;
        const auto count = u32(members_.size());
        words(last, {0x06054b50}), halves(last, {0, 0, count, count});
        words(last, {u32(written_ - begin), u32(begin)}), halves(last, {0});
        put(last);
    }

  private:
    static constexpr u32 flags = 1u << 3 | 1u << 11;  ///< checksum behind the bytes; names are UTF-8
    static constexpr u32 midnight = 0x21;             ///< 1 January 1980
    struct Member {
        std::string name;
        u64 at = 0, bytes = 0;
        u32 crc = 0;
    };
    static void halves(std::string& to, std::initializer_list<u32> values) {
        for (const u32 v : values) to += char(v & 0xff), to += char(v >> 8 & 0xff);
    }
    static void words(std::string& to, std::initializer_list<u32> values) {
        for (const u32 v : values) halves(to, {v & 0xffff, v >> 16});
    }
    void put(std::string_view bytes) {
        out_.write(bytes.data(), std::streamsize(bytes.size()));
        written_ += bytes.size();
    }

    std::ostream& out_;
    std::vector<Member> members_;
    Crc32 crc_;
    u64 written_ = 0;
};

/// The characters of UTF-8 text, as NumPy stores them.
std::vector<u32> characters_of(const std::string& text) {
    std::vector<u32> all;
    for (const char c : text) {
        const u32 byte = static_cast<unsigned char>(c);
        if (byte < 0x80) all.push_back(byte);
        else if (byte >= 0xc0) all.push_back(byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07));
        else all.back() = all.back() << 6 | (byte & 0x3f);
    }
    return all;
}

void add_texts(StoredZip& zip, const std::string& name, const std::vector<std::string>& texts) {
    std::size_t longest = 1;
    for (const auto& text : texts) longest = std::max(longest, characters_of(text).size());
    zip.begin(name);
    zip.add(npy_head(fmt::format("'<U{}'", longest), fmt::format("({},)", texts.size())));
    for (const auto& text : texts) {
        auto characters = characters_of(text);
        characters.resize(longest, 0);
        zip.add(reinterpret_cast<const char*>(characters.data()), longest * sizeof(u32));
    }
    zip.end();
}

void add_number(StoredZip& zip, const std::string& name, const char* type, u64 bits) {
    zip.begin(name);
    zip.add(npy_head(fmt::format("'{}'", type), "()"));
    zip.add(reinterpret_cast<const char*>(&bits), sizeof bits);
    zip.end();
}

}  // namespace

void write_npy(std::ostream& out, ElementTable& table) {
    std::string fields;
    for (const auto& column : table.columns()) fields += (fields.empty() ? "" : ", ") + field(column);
    out << npy_head("[" + fields + "]", fmt::format("({},)", table.rows()));
    read_rows(table, all_columns(table), [&](const std::vector<u32>& rows) { write_words(out, rows); });
}

void write_npz(std::ostream& out, ElementTable& table) {
    const auto& columns = table.columns();
    if (table.rows() * columns.size() * sizeof(u32) > 4'000'000'000)
        throw Error(fmt::format("{} rows of {} columns do not fit in a .npz file, which holds 4 GB; save a .npy file",
                                table.rows(), columns.size()));
    StoredZip zip(out);
    std::vector<std::string> keys, units;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        keys.push_back(columns[c].key), units.push_back(columns[c].unit);
        zip.begin(columns[c].key + ".npy");
        zip.add(npy_head(fmt::format("'{}'", type_of(columns[c])), fmt::format("({},)", table.rows())));
        table.read({c}, [&](ElementTable::Block block) {
            zip.add(reinterpret_cast<const char*>(block[0].data()), block[0].size() * sizeof(u32));
        });
        zip.end();
    }
    add_texts(zip, "columns.npy", keys);
    add_texts(zip, "units.npy", units);
    add_number(zip, "step.npy", "<u8", table.step());
    add_number(zip, "time.npy", "<f8", std::bit_cast<u64>(table.time()));
    zip.finish();
}

}  // namespace nearfield
