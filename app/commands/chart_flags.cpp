#include "app/commands/chart_flags.hpp"

#include "app/terminal/options.hpp"
#include "base/error.hpp"

namespace nearfield {

void ChartFlags::add(CLI::App& command, const char* shows) {
    add_text(command, "--chart", chart, "FILE.svg|.pdf|.png", shows);
    add_text(command, "--chart-size", size, "WIDTHxHEIGHT", "size of the chart in mm, such as 85x60");
    add_text(command, "--chart-letters", letters, "PT", "size of the chart's letters in points (10.5 unless given)");
    add_switch(command, "--chart-untitled", untitled, "leave out the chart's title and subtitle");
    add_text(command, "--plot-script", script, "FILE.py", "a Python program that draws the table with matplotlib");
}

ChartForm ChartFlags::form() const {
    ChartForm form{.titled = !untitled};
    if (chart.empty())
        for (const auto& [flag, is_given] :
             {std::pair("--chart-size", !size.empty()), std::pair("--chart-letters", !letters.empty()),
              std::pair("--chart-untitled", untitled)})
            if (is_given) throw UsageError(std::string(flag) + " is for a chart; add --chart");
    if (!size.empty()) {
        const auto sides = split(size, 'x');
        if (sides.size() != 2)
            throw UsageError("--chart-size " + size + ": give width and height in mm, such as 85x60");
        form.width_mm = positive_number("--chart-size", sides[0]);
        form.height_mm = positive_number("--chart-size", sides[1]);
    }
    if (!letters.empty()) form.letters_pt = positive_number("--chart-letters", letters);
    return form;
}

}  // namespace nearfield
