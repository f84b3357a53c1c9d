#include "app/headless/elements_output.hpp"

#include "app/files.hpp"
#include "app/say.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

namespace nearfield {
namespace {

constexpr const char* every = "every:";

double time_of(const std::string& flag, const std::string& text, const std::string& written, double least) {
    double time = 0;
    if (!read_number(written, time) || !(time >= least && time < 1e12))
        throw UsageError(
            fmt::format("{} {}: '{}' is no time; write FILE, FILE@TIME or FILE@every:TIME, with seconds of "
                        "the scene's clock, or steps in a scene without a clock",
                        flag, text, written));
    return time;
}

/// The unit of clock_of().
const char* clock_unit(Run& run) { return std::isnan(run.world().time()) ? "steps" : "s"; }

}  // namespace

ElementsOutput elements_output(const std::string& flag, const std::string& text) {
    const auto at = text.rfind('@');
    const std::string file = text.substr(0, at);
    ElementsOutput output{.path = file, .format = element_format(flag, file), .time = {}, .every = {}};
    if (at == std::string::npos) return output;
    const std::string when = text.substr(at + 1);
    if (when.starts_with(every)) output.every = time_of(flag, text, when.substr(std::string(every).size()), 1e-9);
    else output.time = time_of(flag, text, when, 0);
    return output;
}

ElementsSeries::ElementsSeries(Run& run, const ElementsOutput& output, bool force)
    : run_(run),
      output_(output),
      force_(force),
      next_(output.every ? clock_of(run.world()) : output.time.value_or(INFINITY)) {
    ElementTable(run.scene(), run.world());
    require_writable(path_now(), force);
}

std::filesystem::path ElementsSeries::path_now() const {
    if (!output_.every) return output_.path;
    std::filesystem::path path = output_.path;
    return path.replace_filename(fmt::format("{}-{:06}{}", path.stem().string(), number_, path.extension().string()));
}

void ElementsSeries::write() {
    const auto path = path_now();
    ElementTable table(run_.scene(), run_.world());
    write_file(path, force_, [&](std::ostream& out) { write_elements(out, table, output_.format); });
    if (output_.every) return list();
    print("{}: {} ({} rows, {} columns)\n", table.elements(), path.string(), table.rows(), table.columns().size());
}

/// Adds the present file to the collection for ParaView, and writes the collection anew: a killed run leaves a complete
/// one.
void ElementsSeries::list() {
    files_.push_back({path_now().filename().string(), clock_of(run_.world())});
    ++number_;
    if (output_.format != ElementFormat::vtp) return;
    std::filesystem::path series = output_.path;
    write_file(series.replace_extension(".pvd"), force_ || number_ > 1,
               [&](std::ostream& out) { write_pvd(out, files_); });
}

void ElementsSeries::keep() {
    write();
    if (!output_.every) return void(next_ = INFINITY);
    while (has_come(clock_of(run_.world()), next_)) next_ += *output_.every;
}

void ElementsSeries::finish() {
    if (output_.every) {
        print("{}: {}, {} to {}\n", run_.scene().elements, counted(files_.size(), "file"),
              (output_.path.parent_path() / files_.front().name).string(), files_.back().name);
    } else if (!output_.time) {
        write();
    } else if (std::isfinite(next_)) {
        throw Error(fmt::format("--save-actors {}: the run ended at {:g} {}, before {:g}; give more --steps",
                                output_.path.string(), clock_of(run_.world()), clock_unit(run_), *output_.time));
    }
}

}  // namespace nearfield
