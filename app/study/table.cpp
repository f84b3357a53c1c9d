#include "app/study/table.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/read_file.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <sstream>

namespace nearfield {
namespace {

const std::string made_by = "# build: ", made_from = "# inputs: ";
const char* const way_out = "or give --out another name to begin anew";

/// The first difference between two builds, as "its sources (... and ...)".
std::string difference(const Build& one, const Build& other) {
    const auto both = [](const char* what, const std::string& a, const std::string& b) {
        return fmt::format("{} ({} and {})", what, a, b);
    };
    const auto of_commit = [](const Build& build) {
        return build.sources + (build.commit.empty() ? "" : ", commit " + build.commit.substr(0, 10));
    };
    if (one.version != other.version) return both("its version", one.version, other.version);
    if (one.sources != other.sources) return both("its sources", of_commit(one), of_commit(other));
    if (one.compiler != other.compiler) return both("its compiler", one.compiler, other.compiler);
    return both("its build type", one.type, other.type);
}

/// SHA-256 of a file's content. Empty for what is no regular file, such as a pipe, which was read once.
std::string sha256_of(const std::string& path) {
    std::error_code problem;
    if (const bool exists = std::filesystem::exists(path, problem);
        exists && !std::filesystem::is_regular_file(path, problem))
        return "";
    const FilesRead read;
    InputStream in(path, "the file that the rows were made from, " + std::string(way_out));
    in.ignore(std::numeric_limits<std::streamsize>::max());
    return read.files().empty() ? "" : read.files().front().sha256;
}

}  // namespace

void StudyTable::read_lines(const std::string& text, const std::string& name) {
    name_ = name;
    std::istringstream in(text);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const std::string where = fmt::format("{}:{}", name, number);
        if (line.starts_with('#')) {
            take_remark(line, where);
            continue;
        }
        auto cells = csv_cells(line, where);
        if (!has_head_) {
            if (!is_head(cells)) throw UsageError(where + ": " + other_columns_);
            has_head_ = true;
        } else {
            if (cells.size() != columns_.size())
                refuse(where, fmt::format("{} cells, expected {}", cells.size(), columns_.size()));
            take_row(std::move(cells), where);
        }
    }
    if (size() > 0) return;
    build_.reset();  // of no row
    inputs_.clear();
}

void StudyTable::take_remark(const std::string& line, const std::string& where) {
    if (line.starts_with(made_by)) {
        build_ = build_of(nlohmann::ordered_json(read_json(line.substr(made_by.size()), where)));
    } else if (line.starts_with(made_from)) {
        const auto files = read_json(line.substr(made_from.size()), where);
        for (const auto& [path, sha256] : files.items()) {
            if (!sha256.is_string()) refuse(where, fmt::format("the hash of '{}' is no text", path));
            inputs_[path] = sha256.get<std::string>();
        }
    } else {
        remarks_.push_back(line);
    }
}

void StudyTable::require_continuable() const {
    if (size() == 0) return;
    if (!build_)
        throw UsageError(fmt::format("{}: the file does not state the build that made its rows; give --out another "
                                     "name to begin anew",
                                     name_));
    if (!is_same_program(*build_, this_build()))
        throw UsageError(fmt::format("{}: its rows were made by another build, which differs in {}; continue it with "
                                     "that program, {}",
                                     name_, difference(*build_, this_build()), way_out));
    for (const auto& [path, sha256] : inputs_)
        if (const auto now = sha256_of(path); !now.empty()) require_same_input(path, now);
}

void StudyTable::note_inputs(const std::vector<FileRead>& files) {
    for (const auto& file : files) {
        require_same_input(file.path, file.sha256);
        inputs_[file.path] = file.sha256;
    }
}

void StudyTable::require_same_input(const std::string& path, const std::string& sha256) const {
    const auto known = inputs_.find(path);
    if (known != inputs_.end() && known->second != sha256)
        throw UsageError(
            fmt::format("{}{}{} has changed since rows were made from it (SHA-256 {:.12}, and now {:.12}); "
                        "restore it, {}",
                        name_, name_.empty() ? "" : ": ", path, known->second, sha256, way_out));
}

void StudyTable::refuse(const std::string& where, const std::string& reason) const {
    throw UsageError(fmt::format("{}: {}; {}", where, reason, remedy_));
}

void StudyTable::write_remarks(std::ostream& out) const {
    for (const auto& remark : remarks_) out << terminal_text(remark) << '\n';
    out << made_by << json_text(to_json(build_ && size() > 0 ? *build_ : this_build())) << '\n';
    if (!inputs_.empty()) out << made_from << json_text(nlohmann::json(inputs_)) << '\n';
}

}  // namespace nearfield
