#include "scenes/building/depiction.hpp"

namespace nearfield::building {
namespace {

constexpr Material bystander{{0.78f, 0.80f, 0.84f}, true}, picked_colour{{1.f, 0.82f, 0.22f}};

Material colour_of(Predicate p) {
    switch (p) {
    case Predicate::overlap: return {{0.86f, 0.24f, 0.20f}};
    case Predicate::touch: return {{0.30f, 0.66f, 0.42f}};
    case Predicate::equals: return {{0.72f, 0.30f, 0.72f}};
    case Predicate::contains:
    case Predicate::covers: return {{0.26f, 0.48f, 0.84f}};
    case Predicate::inside:
    case Predicate::covered_by: return {{0.92f, 0.58f, 0.20f}};
    case Predicate::disjoint: break;
    }
    return bystander;
}

/// How a part lies to the picked one, seen from that one.
Predicate to_picked(const Said& said, u32 part) { return said.relations.between(*said.picked, part); }

}  // namespace

Material material_by_relation(const Building& building, const Said& said, u32 part) {
    const bool room = building.parts[part].type == "IfcSpace";
    if (said.picked) {
        Material colour = part == *said.picked ? picked_colour : colour_of(to_picked(said, part));
        colour.glass = colour.glass || room;
        return colour;
    }
    const auto& partners = said.relations.of(part);
    if (!room && !partners.empty() && partners.front().predicate == Predicate::overlap)
        return colour_of(Predicate::overlap);
    return room ? material_of("IfcSpace") : Material{{0.74f, 0.74f, 0.73f}};
}

Material material_by_nearness(const Building& building, const Said& said, u32 part) {
    if (part < said.near.size() && said.near[part]) return {{0.95f, 0.68f, 0.22f}};
    return building.parts[part].type == "IfcSpace" ? material_of("IfcSpace") : Material{{0.66f, 0.68f, 0.71f}};
}

Material Depiction::material(Colouring colouring, const Said& said, u32 part) const {
    if (!said.near.empty()) return material_by_nearness(*building_, said, part);
    if (colouring == Colouring::relation) return material_by_relation(*building_, said, part);
    const Material& own = materials_[part];
    return colouring == Colouring::type || own.glass ? own : Material{};
}

std::shared_ptr<const std::vector<float>> Depiction::values_of(const std::vector<u32>& parts,
                                                               const std::vector<float>& values) {
    auto column = std::make_shared<std::vector<float>>();
    column->reserve(parts.size());
    for (const u32 part : parts) column->push_back(values[part]);
    return column;
}

std::shared_ptr<const std::vector<Segment>> Depiction::box_lines(const Surfaces& surfaces,
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

void Depiction::place() {
    if (!stale_) return;
    places_ = shapes_->places(*building_, shown_, moved_);
    outlines_ = shapes_->outlines(places_);
    lo_ = shapes_->lo(), hi_ = shapes_->hi();
    hi_.y += shown_.apart * float(std::max<std::size_t>(1, building_->storeys.size()) - 1);
    stale_ = false;
}

}  // namespace nearfield::building
