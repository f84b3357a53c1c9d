#pragma once
#include "app/elements/element_table.hpp"

#include <filesystem>
#include <iosfwd>

namespace nearfield {

/// Formats of files of elements, by the ending of the name.
enum class ElementFormat {
    csv,  ///< with comment lines for scene, step, time and units
    npy,  ///< NumPy, a structured array: field names are keys, their titles have the units
    npz,  ///< NumPy, an array per column, and the arrays columns, units, step and time (NaN without a clock)
    vtp,  ///< VTK XML, points for ParaView
    xyz   ///< extended XYZ, for OVITO and ASE
};

/// Format of a file's name. Throws UsageError, which begins with `flag`, for another ending.
ElementFormat element_format(const std::string& flag, const std::filesystem::path& path);

/// Writes all columns. Bytes are little-endian.
void write_elements(std::ostream& out, ElementTable& table, ElementFormat format);

// Each format. Names, units and order of the columns are the table's.
void write_csv(std::ostream& out, ElementTable& table);
void write_npy(std::ostream& out, ElementTable& table);
/// Throws Error if the file would be larger than 4 GB.
void write_npz(std::ostream& out, ElementTable& table);
void write_vtp(std::ostream& out, ElementTable& table);
void write_xyz(std::ostream& out, ElementTable& table);

/// A file of a series, for ParaView.
struct SeriesFile {
    std::string name;
    double time;
};
/// Writes a ParaView collection (.pvd).
void write_pvd(std::ostream& out, const std::vector<SeriesFile>& files);

}  // namespace nearfield
