// VTK XML PolyData: points with values, and one cell that holds all points. The data follow the XML as raw bytes.
#include "app/elements/element_files.hpp"
#include "app/elements/element_rows.hpp"
#include "base/foreign_text.hpp"
#include "base/shortest_text.hpp"

#include <array>
#include <cmath>
#include <ostream>

namespace nearfield {
namespace {

using Part = ElementColumn::Part;

/// An array of the file: one column, or three for a vector. Missing axes are 0.
struct VtkArray {
    std::string name;
    bool whole;
    std::vector<std::size_t> columns;
    std::size_t components;
};

std::string name_of(const std::string& key, const std::string& unit) {
    return unit.empty() ? key : key + " (" + unit + ")";
}

std::vector<VtkArray> arrays_of(const ElementTable& table) {
    const auto& columns = table.columns();
    std::vector<VtkArray> arrays;
    const auto velocity = table.columns_of(Part::velocity);
    if (!velocity.empty()) arrays.push_back({name_of("velocity", columns[velocity[0]].unit), false, velocity, 3});
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].is_part(Part::id) || columns[c].is_part(Part::attribute))
            arrays.push_back({name_of(columns[c].key, columns[c].unit), columns[c].column.whole, {c}, 1});
    return arrays;
}

/// Writes the XML and counts the offsets of the arrays behind it.
class VtpHead {
  public:
    VtpHead(std::ostream& out, u64 rows) : out_(out), rows_(rows) {}
    void array(const VtkArray& a) {
        declare(a.whole ? "UInt32" : "Float32", a.name, a.components, rows_ * a.components);
    }
    void declare(const char* type, const std::string& name, std::size_t components, u64 words) {
        out_ << fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
                            "offset=\"{}\"/>\n",
                            type, xml_text(name), components, offset_);
        offset_ += sizeof(u64) + words * sizeof(u32);
    }

  private:
    std::ostream& out_;
    u64 rows_, offset_ = 0;
};

void write_size(std::ostream& out, u64 words) {
    const u64 bytes = words * sizeof(u32);
    out.write(reinterpret_cast<const char*>(&bytes), sizeof bytes);
}

void write_array(std::ostream& out, ElementTable& table, const VtkArray& array) {
    write_size(out, table.rows() * array.components);
    std::vector<u32> words;
    table.read(array.columns, [&](ElementTable::Block block) {
        const std::size_t n = array.components;
        words.assign(block[0].size() * n, 0);
        for (std::size_t c = 0; c < block.size(); ++c)
            for (std::size_t r = 0; r < block[c].size(); ++r) words[r * n + c] = block[c][r];
        write_words(out, words);
    });
}

void write_vertices(std::ostream& out, u64 rows) {
    constexpr u64 block = 1 << 20;
    std::vector<u32> words;
    write_size(out, rows);
    for (u64 first = 0; first < rows; first += block) {
        words.clear();
        for (u64 i = first; i < std::min(first + block, rows); ++i) words.push_back(u32(i));
        write_words(out, words);
    }
    write_size(out, rows ? 1 : 0);
    if (rows) write_words(out, {u32(rows)});
}

void write_field(std::ostream& out, const char* name, double value) {
    out << fmt::format("<DataArray type=\"Float64\" Name=\"{}\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n",
                       name, shortest_text(value));
}

}  // namespace

void write_vtp(std::ostream& out, ElementTable& table) {
    const u64 rows = table.rows();
    const auto arrays = arrays_of(table);
    const VtkArray points{"Points", false, table.columns_of(Part::position), 3};
    out << "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
           "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
    if (!std::isnan(table.time())) write_field(out, "TimeValue", table.time());
    write_field(out, "step", double(table.step()));
    out << fmt::format("</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\">\n<PointData>\n", rows,
                       rows ? 1 : 0);
    VtpHead head(out, rows);
    for (const auto& array : arrays) head.array(array);
    out << "</PointData>\n<Points>\n";
    head.array(points);
    out << "</Points>\n<Verts>\n";
    head.declare("Int32", "connectivity", 1, rows);
    head.declare("Int32", "offsets", 1, rows ? 1 : 0);
    out << "</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    for (const auto& array : arrays) write_array(out, table, array);
    write_array(out, table, points);
    write_vertices(out, rows);
    out << "\n</AppendedData>\n</VTKFile>\n";
}

void write_pvd(std::ostream& out, const std::vector<SeriesFile>& files) {
    out << "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (const auto& file : files)
        out << fmt::format("<DataSet timestep=\"{}\" file=\"{}\"/>\n", shortest_text(file.time), xml_text(file.name));
    out << "</Collection>\n</VTKFile>\n";
}

}  // namespace nearfield
