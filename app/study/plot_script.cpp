#include "app/study/plot_script.hpp"

#include "base/mean_interval.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nearfield {
namespace {

/// A literal of Python: JSON texts, lists and objects are such.
template <class T> std::string literal(const T& value) { return json_text(nlohmann::ordered_json(value)); }

/// Path of the table as seen from the script's folder.
std::string table_beside(const PlotScript& plot) {
    std::error_code unknown;
    const auto folder = std::filesystem::absolute(plot.script, unknown).parent_path();
    const auto near = std::filesystem::proximate(std::filesystem::absolute(plot.csv, unknown), folder, unknown);
    return (unknown || near.empty() ? plot.csv : near).string();
}

constexpr const char* head = R"(# Draws {table}. Change sizes (inches), letters (pt) and colours as the journal asks.
import collections, csv, math, pathlib, re, statistics
import matplotlib.pyplot as plt

here = pathlib.Path(__file__).resolve().parent
plt.rcParams.update({{"figure.figsize": (85 / 25.4, 60 / 25.4), "font.size": 8, "savefig.dpi": 600}})
table, x, others = {table}, {x}, {others}
measures = {measures}  # columns and their titles
with open(here / table, encoding="utf-8") as file:
    rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
numbers = bool(x) and all(re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", row[x]) for row in rows)
)";

constexpr const char* runs = R"(t = {t}  # Student's t for 95 % intervals, by number of runs


def value_and_range(values):
    half = t[len(values)] * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0
    return statistics.mean(values), half, half


)";

constexpr const char* times = R"(rows = [row for row in rows if row["stage"] == "total"]


def value_and_range(values):
    return values[0], values[0] - values[1], values[2] - values[0]  # median, 5th and 95th percentile


)";

constexpr const char* tail = R"(for measure, title in measures.items():
    lines = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        values = [float(row[column]) for column in {columns} if row[column]]
        if values and all(map(math.isfinite, values)):
            place = (float(row[x]) if numbers else row[x]) if x else ""
            lines[", ".join(f"{{key}} {{row[key]}}" for key in others)][place] += values
    figure, axes = plt.subplots(layout="constrained")
    for name, line in lines.items():
        places = sorted(line) if numbers else list(line)
        middle, below, above = zip(*(value_and_range(line[place]) for place in places))
        axes.errorbar(places, middle, (below, above), marker="o", markersize=3, capsize=2, linewidth=1, label=name)
    axes.set(xlabel={x_title}, ylabel=title)
    if others:
        axes.legend(frameon=False)
    figure.savefig(here / (pathlib.Path(table).stem + "-" + measure + ".pdf"))
)";

}  // namespace

void write_plot_script(std::ostream& out, const PlotScript& plot) {
    nlohmann::ordered_json measures = nlohmann::ordered_json::object();
    for (const auto& [column, title] : plot.measures) measures[column] = title;
    out << fmt::format(head, fmt::arg("table", literal(table_beside(plot))), fmt::arg("x", literal(plot.x)),
                       fmt::arg("others", literal(plot.others)), fmt::arg("measures", literal(measures)));
    std::string quantiles;
    for (std::size_t n = 2; n <= plot.most_runs; ++n)
        quantiles += fmt::format("{}{}: {:.5g}", quantiles.empty() ? "" : ", ", n, student_95(n - 1));
    if (plot.times) out << times;
    else out << fmt::format(runs, fmt::arg("t", "{" + quantiles + "}"));
    out << fmt::format(tail, fmt::arg("columns", plot.times ? R"(("median_ms", "p5_ms", "p95_ms"))" : "(measure,)"),
                       fmt::arg("x_title", literal(plot.x_title)));
}

}  // namespace nearfield
