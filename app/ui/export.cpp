#include "app/ui/export.hpp"

#include "app/chart.hpp"
#include "app/files.hpp"

#include <cctype>

namespace nearfield::ui {
namespace {

/// Letters and digits of a title, for a file's name.
std::string as_stem(const std::string& title) {
    std::string stem;
    for (const char c : title)
        if (std::isalnum(static_cast<unsigned char>(c))) stem += char(std::tolower(static_cast<unsigned char>(c)));
        else if (!stem.empty() && stem.back() != '-') stem += '-';
    while (!stem.empty() && stem.back() == '-') stem.pop_back();
    return stem.empty() ? "plot" : stem;
}

void save(State& s, const std::string& stem, const char* extension, const std::function<void(std::ostream&)>& write) {
    const auto path = fresh_path(output_folder(), stem, extension);
    write_file(path, false, write);
    tell(s, "saved " + path.string());
}

}  // namespace

void export_menu(State& s, const std::string& name, ImVec2 lo, ImVec2 hi, const std::function<Curves()>& curves,
                 const std::string& of) {
    const std::string id = "export/" + name, stem = as_stem(name);
    if (!ImGui::BeginPopupContextItem(id.c_str())) return;
    const auto item = [&](const char* words, const char* kind, const std::function<void()>& act) {
        if (ImGui::MenuItem(words)) attempt(s, act);
        s.probe.item(id + "/" + kind);
    };
    item("Save as CSV", "csv", [&] { save(s, stem, ".csv", [&](std::ostream& out) { write_csv(out, curves()); }); });
    item("Save as SVG", "svg", [&] {
        const auto shown = curves();
        const std::string when = of.empty() ? s.status->scene->title + ", step " + std::to_string(s.status->step) : of;
        save(s, stem, ".svg", [&](std::ostream& out) { write_svg(out, {shown.title, when, {chart_of(shown)}, {}}); });
    });
    item("Save as PNG", "png", [&] { s.requests.cut = Cut{stem, lo, hi}; });
    ImGui::EndPopup();
}

}  // namespace nearfield::ui
