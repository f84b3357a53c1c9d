#include "scenes/building/depiction.hpp"

#include "picture/palettes.hpp"

#include <algorithm>

namespace nearfield::building {
namespace {

/// Places in Palette::relations.
enum class Related { picked, overlapping, equal, within, around, touching, apart, meeting };
glm::vec3 colour_of(Related which) { return palette(Palette::relations)[std::size_t(which)]; }

Material bystander() { return {colour_of(Related::apart), true}; }
glm::vec3 unrelated() { return palette(Palette::overlaps)[1]; }
glm::vec3 in_reach() { return palette(Palette::reach)[0]; }
glm::vec3 out_of_reach() { return palette(Palette::reach)[1]; }

/// Relation of a part to the picked one, seen from the picked one.
Predicate to_picked(const Said& said, u32 part) { return said.relations.between(*said.picked, part); }

Material material_of(Predicate p) { return p == Predicate::disjoint ? bystander() : Material{colour_of(p)}; }

/// True for both parts of a compared pair, which are drawn transparent to show where they meet.
bool is_of_pair(const Said& said, u32 part) { return said.beside && (part == *said.picked || part == *said.beside); }

/// Colour by relation to the picked part; without a picked part, parts that overlap another are marked.
Material material_by_relation(const Building& building, const Said& said, u32 part) {
    const bool room = building.parts[part].type == "IfcSpace";
    if (said.picked) {
        if (said.beside && !is_of_pair(said, part)) return bystander();
        Material colour =
            part == *said.picked ? Material{colour_of(Related::picked)} : material_of(to_picked(said, part));
        colour.glass = colour.glass || room || is_of_pair(said, part);
        return colour;
    }
    const auto& partners = said.relations.of(part);
    if (!room && !partners.empty() && partners.front().predicate == Predicate::overlap)
        return {colour_of(Predicate::overlap)};
    return room ? building::material_of("IfcSpace") : Material{unrelated()};
}

Material material_by_nearness(const Building& building, const Said& said, u32 part) {
    if (part < said.near.size() && said.near[part]) return {in_reach()};
    return building.parts[part].type == "IfcSpace" ? building::material_of("IfcSpace") : Material{out_of_reach()};
}

}  // namespace

glm::vec3 colour_of(Predicate p) {
    switch (p) {
    case Predicate::overlap: return colour_of(Related::overlapping);
    case Predicate::touch: return colour_of(Related::touching);
    case Predicate::equals: return colour_of(Related::equal);
    case Predicate::contains:
    case Predicate::covers: return colour_of(Related::within);
    case Predicate::inside:
    case Predicate::covered_by: return colour_of(Related::around);
    case Predicate::disjoint: break;
    }
    return colour_of(Related::apart);
}

glm::vec3 BuildingPicture::mark_colour() { return colour_of(Related::meeting); }

Material BuildingPicture::material(Colouring colouring, const Said& said, u32 part) const {
    if (!said.near.empty()) return material_by_nearness(*building_, said, part);
    if (colouring == Colouring::relation) return material_by_relation(*building_, said, part);
    const Material& own = materials_[part];
    return colouring == Colouring::type || own.glass ? own : Material{};
}

ColourLegend BuildingPicture::legend_of(Colouring colouring, const Said& said) {
    if (!said.near.empty()) return {"Near the mouse", {{"within reach", in_reach()}, {"beyond", out_of_reach()}}};
    if (colouring != Colouring::relation) return {};
    if (!said.picked)
        return {"Relations",
                {{"overlaps another part", colour_of(Predicate::overlap)}, {"overlaps none", unrelated()}}};
    return {"To the picked part",
            {{"the picked part", colour_of(Related::picked)},
             {"overlaps", colour_of(Predicate::overlap)},
             {"equals", colour_of(Predicate::equals)},
             {"lies within it", colour_of(Predicate::contains)},
             {"has it within", colour_of(Predicate::inside)},
             {"touches", colour_of(Predicate::touch)},
             {"apart", colour_of(Related::apart)},
             {"where they meet", mark_colour()}}};
}

std::vector<Box> BuildingPicture::boxes_round(const Surfaces& surfaces, glm::vec3 place, float reach) const {
    std::vector<Box> boxes;
    const std::size_t storeys = shown_.apart > 0 ? std::max<std::size_t>(1, building_->storeys.size()) : 1;
    for (std::size_t s = 0; s < storeys; ++s) {
        const glm::vec3 at = place - glm::vec3(0, shown_.apart * float(s), 0);
        const glm::dvec3 p = glm::dvec3(at.x, -at.z, at.y) + shapes_->origin() - surfaces.origin;
        const auto corner = [&](double by) {
            return snapped(glm::clamp(p + by, glm::dvec3(-lattice_reach), glm::dvec3(lattice_reach)));
        };
        const double room = double(reach) + 1e-3;  // allowance for rounding to single precision
        Box box = box_of(corner(-room));
        box.hold(box_of(corner(room)));
        boxes.push_back(box);
    }
    return boxes;
}

std::vector<bool> BuildingPicture::within(glm::vec3 place, float reach, const std::vector<BoxPair>& among) {
    this->place();
    std::vector<bool> near(places_.size());
    for (const auto& [box, part] : among)
        if (shown_.apart <= 0 || shapes_->storey(part) == box)
            near[part] = near[part] || shapes_->distance(places_, part, place) <= reach;
    return near;
}

std::optional<u32> BuildingPicture::at(glm::vec3 place, float reach, const std::vector<BoxPair>& among,
                                       std::optional<u32> preferred) {
    const auto near = within(place, reach, among);
    std::optional<u32> found;
    const auto rank = [&](u32 part) {
        const bool room = building_->parts[part].type == "IfcSpace";
        return std::pair(room, preferred == part ? -1.f : shapes_->distance(places_, part, place));
    };
    for (u32 p = 0; p < near.size(); ++p)
        if (near[p] && (!found || rank(p) < rank(*found))) found = p;
    return found;
}

Extent BuildingPicture::extent_of(u32 part) {
    place();
    const glm::vec3 by = places_[part].value_or(moved_[part]);
    return {shapes_->extent(part).lo + by, shapes_->extent(part).hi + by};
}

void BuildingPicture::mark(const Surfaces& surfaces, const Said& said) {
    constexpr std::size_t most_partners = 24;
    place();
    marks_ = std::make_shared<std::vector<glm::vec3>>();
    mark_edges_ = std::make_shared<std::vector<Segment>>();
    if (!said.picked) return;
    std::size_t marked = 0;
    for (const Partner& other : said.relations.of(*said.picked)) {
        if (said.beside && other.part != *said.beside) continue;
        if (marked++ == most_partners) break;
        const auto deciding = deciding_triangles(surfaces, *said.picked, other.part, other.predicate);
        mark_triangles(surfaces, *said.picked, deciding.of_a);
        mark_triangles(surfaces, other.part, deciding.of_b);
    }
}

/// Slightly outside the surface, so the marks are visible on it.
void BuildingPicture::mark_triangles(const Surfaces& surfaces, u32 part, const std::vector<u32>& triangles) {
    if (!places_[part]) return;
    const glm::vec3 apart = *places_[part] - moved_[part];
    const float outside = std::max(2e-3f, 2 * float(surfaces.tolerance));
    for (const u32 t : triangles) {
        glm::vec3 at[3];
        for (int k = 0; k < 3; ++k) {
            const Point& p = surfaces.corners[u32(Copy::own)][surfaces.triangles[t].corner[k]];
            at[k] = Shapes::upright(metres(p) + surfaces.origin - shapes_->origin()) + apart;
        }
        const glm::vec3 across = glm::cross(at[1] - at[0], at[2] - at[0]);
        const float length = glm::length(across);
        for (glm::vec3& corner : at) corner += length > 0 ? across * (outside / length) : glm::vec3(0);
        marks_->insert(marks_->end(), std::begin(at), std::end(at));
        for (int k = 0; k < 3; ++k) mark_edges_->push_back({at[k], at[(k + 1) % 3]});
    }
}

std::shared_ptr<const std::vector<float>> BuildingPicture::values_of(const std::vector<u32>& parts,
                                                                     const std::vector<float>& values) {
    auto column = std::make_shared<std::vector<float>>();
    column->reserve(parts.size());
    for (const u32 part : parts) column->push_back(values[part]);
    return column;
}

std::shared_ptr<const std::vector<Segment>> BuildingPicture::box_lines(const Surfaces& surfaces,
                                                                       const std::vector<Box>& boxes) const {
    auto lines = std::make_shared<std::vector<Segment>>();
    for (const Box& box : boxes) {
        if (box.is_empty()) continue;
        const auto corner = [&](int n) {
            const Point p{n & 1 ? box.hi[0] : box.lo[0], n & 2 ? box.hi[1] : box.lo[1], n & 4 ? box.hi[2] : box.lo[2]};
            return Shapes::upright(metres(p) + surfaces.origin - shapes_->origin());
        };
        for (int n = 0; n < 8; ++n)
            for (const int axis : {1, 2, 4})
                if (!(n & axis)) lines->push_back({corner(n), corner(n | axis)});
    }
    return lines;
}

void BuildingPicture::place() {
    if (!stale_) return;
    places_ = shapes_->places(*building_, shown_, moved_);
    outlines_ = shapes_->outlines(places_);
    lo_ = shapes_->lo();
    hi_ = shapes_->hi();
    hi_.y += shown_.apart * float(std::max<std::size_t>(1, building_->storeys.size()) - 1);
    stale_ = false;
}

}  // namespace nearfield::building
