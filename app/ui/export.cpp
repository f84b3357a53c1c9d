#include "app/ui/export.hpp"

#include "app/files.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"

#include <cctype>

namespace nearfield::ui {
namespace {

/// Returns the letters and digits of a title, for a file name.
std::string as_stem(const std::string& title) {
    std::string stem;
    for (const char c : title)
        if (std::isalnum(static_cast<unsigned char>(c))) stem += char(std::tolower(static_cast<unsigned char>(c)));
        else if (!stem.empty() && stem.back() != '-') stem += '-';
    while (!stem.empty() && stem.back() == '-') stem.pop_back();
    return stem.empty() ? "plot" : stem;
}

void save(Session& s, const std::string& stem, const char* extension, const std::function<void(std::ostream&)>& write) {
    const auto path = fresh_path(output_folder(), stem, extension);
    write_file(path, false, write);
    tell(s, "saved " + path.string());
}

/// Functions that write a plot as CSV and as SVG.
struct Writers {
    std::function<void(std::ostream&)> csv, svg;
};

void menu(Session& s, const std::string& name, ImVec2 lo, ImVec2 hi, const Writers& write) {
    const std::string id = "export/" + name, stem = as_stem(name);
    focus_ring();
    if (!begin_item_menu(id.c_str())) return;
    const auto item = [&](const char* words, const char* kind, const std::function<void()>& act) {
        if (menu_item(id + "/" + kind, words)) attempt(s, act);
    };
    item("Save as CSV", "csv", [&] { save(s, stem, ".csv", write.csv); });
    item("Save as SVG", "svg", [&] { save(s, stem, ".svg", write.svg); });
    item("Save as PNG", "png", [&] { s.window.cut = Cut{stem, lo, hi}; });
    ImGui::EndPopup();
}

}  // namespace

void export_menu(Session& s, const std::string& name, ImVec2 lo, ImVec2 hi, const std::function<Curves()>& curves,
                 const std::string& of) {
    const auto drawing = [&](std::ostream& out) {
        const auto shown = curves();
        const std::string when = of.empty() ? s.status->scene->title + ", step " + std::to_string(s.status->step) : of;
        write_svg(out, {shown.title, when, {chart_of(shown)}, {}});
    };
    menu(s, name, lo, hi, {.csv = [&](std::ostream& out) { write_csv(out, curves()); }, .svg = drawing});
}

void export_figure_menu(Session& s, const std::string& name, ImVec2 lo, ImVec2 hi, const Figure& figure) {
    menu(s, name, lo, hi,
         {.csv = [&](std::ostream& out) { write_csv(out, figure); },
          .svg = [&](std::ostream& out) { write_svg(out, figure); }});
}

}  // namespace nearfield::ui
