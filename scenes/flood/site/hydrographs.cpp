#include "scenes/flood/site/hydrographs.hpp"

#include "base/error.hpp"
#include "base/one_line.hpp"
#include "libs/document/time_table.hpp"
#include "params/spans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace nearfield::flood {
namespace {

using document::Hydrograph, document::load_hydrograph;

struct Item {
    std::string place, file;
    [[noreturn]] void refuse(const std::string& why) const {
        throw UsageError(fmt::format("hydrographs: {}={}: {}", place, file, why));
    }
};

std::vector<Item> items_of(const std::string& text) {
    std::vector<Item> items;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ';');) {
        if (trimmed(part).empty()) continue;
        const auto equals = part.find('=');
        Item item{trimmed(part.substr(0, equals)), equals == std::string::npos ? "" : trimmed(part.substr(equals + 1))};
        if (item.place.empty() || item.file.empty())
            throw UsageError(fmt::format("hydrographs: '{}' is not a place and a file; write PLACE=FILE.csv, and ; "
                                         "between them",
                                         trimmed(part)));
        items.push_back(std::move(item));
    }
    return items;
}

std::vector<glm::vec2> curve_of(const Hydrograph& hydrograph) {
    return {hydrograph.points.begin(), hydrograph.points.end()};
}

void put_to_edge(const SiteDescription& site, const Item& item, Edge& edge, const Hydrograph& hydrograph) {
    if (edge.kind == Edge::Kind::periodic || (site.strip && (&edge == &site.south || &edge == &site.north)))
        item.refuse("this edge is joined to the one opposite");
    edge.kind = hydrograph.is_level ? Edge::Kind::level : Edge::Kind::discharge;
    edge.curve = curve_of(hydrograph);
    edge.place = fmt::format("hydrographs: {}={}: the edge", item.place, item.file);
}

/// Puts a hydrograph to an area of the site if the place consists of four numbers; returns false otherwise.
bool put_to_area(SiteDescription& site, const Item& item, const Hydrograph& hydrograph) {
    if (item.place.find_first_not_of("0123456789+-.eE ,\t") != std::string::npos) return false;
    const auto spans = read_spans("hydrographs", item.place);
    if (spans.size() != 1) return false;
    const glm::dvec2 lo = glm::min(spans[0].a, spans[0].b), hi = glm::max(spans[0].a, spans[0].b);
    if (!(lo.x >= 0 && lo.y >= 0 && hi.x <= site.size.x && hi.y <= site.size.y))
        item.refuse(fmt::format("the area leaves the site, {:g} x {:g} m", site.size.x, site.size.y));
    const bool is_line = lo.x == hi.x || lo.y == hi.y;
    site.sources.push_back({item.place, is_line ? std::vector{lo, hi} : rectangle(lo, hi), curve_of(hydrograph),
                            fmt::format("hydrographs: {}={}: the area", item.place, item.file)});
    return true;
}

void put(SiteDescription& site, const Item& item) {
    const Hydrograph hydrograph = load_hydrograph(item.file);
    const std::pair<std::string, Edge*> edges[] = {
        {"west", &site.west}, {"east", &site.east}, {"south", &site.south}, {"north", &site.north}};
    std::vector<std::string> known;
    for (const auto& [name, edge] : edges) {
        if (name == item.place) return put_to_edge(site, item, *edge, hydrograph);
        known.push_back(name);
    }
    if (hydrograph.is_level) item.refuse("levels belong to an edge: west, east, south or north");
    for (auto& source : site.sources) {
        if (source.name == item.place) return void(source.curve = curve_of(hydrograph));
        known.push_back(source.name);
    }
    if (!put_to_area(site, item, hydrograph))
        item.refuse(fmt::format("the site has no such edge or inflow.{} An area is written x1 y1 x2 y2",
                                suggest(item.place, known)));
}

}  // namespace

void apply_hydrographs(SiteDescription& site, const std::string& text) {
    for (const Item& item : items_of(text)) put(site, item);
}

}  // namespace nearfield::flood
