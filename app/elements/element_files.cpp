#include "app/elements/element_files.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace nearfield {

void write_elements(std::ostream& out, ElementTable& table, ElementFormat format) {
    switch (format) {
    case ElementFormat::csv: return write_csv(out, table);
    case ElementFormat::npy: return write_npy(out, table);
    case ElementFormat::npz: return write_npz(out, table);
    case ElementFormat::vtp: return write_vtp(out, table);
    case ElementFormat::xyz: return write_xyz(out, table);
    }
}

ElementFormat element_format(const std::string& flag, const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    const std::pair<const char*, ElementFormat> formats[] = {{".csv", ElementFormat::csv},
                                                             {".npy", ElementFormat::npy},
                                                             {".npz", ElementFormat::npz},
                                                             {".vtp", ElementFormat::vtp},
                                                             {".xyz", ElementFormat::xyz}};
    for (const auto& [known, format] : formats)
        if (ending == known) return format;
    throw UsageError(
        fmt::format("{} {}: '{}' is no ending of a file of elements; choose .csv, .npy, .npz, .vtp or .xyz", flag,
                    path.string(), ending));
}

}  // namespace nearfield
