#include "app/elements/element_table.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield {
namespace {

using Part = ElementColumn::Part;

/// A range of ids is found by one pass over all elements, so it grows with their number.
u32 block_of(u32 count) { return std::clamp(count / 32, 1u << 16, 1u << 20); }

Elements& elements_of(const SceneInfo& scene, World& world) {
    if (auto* elements = world.elements()) return *elements;
    throw UsageError(fmt::format("the scene '{}' has no elements to save", scene.key));
}

/// The unit of velocities: that of the attribute "speed", or the unit of length per second.
std::string velocity_unit(const SceneInfo& scene) {
    const auto speed = index_by_key(scene.attributes, "speed");
    return speed ? scene.attributes[*speed].unit : scene.length_unit + "/s";
}

NamedColumn named(const SceneInfo& scene, Elements& elements, const ElementColumn& column) {
    const std::string axis(1, "xyz"[column.part == Part::attribute ? 0 : column.index]);
    switch (column.part) {
    case Part::id: return {column, "id", ""};
    case Part::position: return {column, axis, scene.length_unit};
    case Part::velocity: return {column, "v" + axis, velocity_unit(scene)};
    case Part::attribute: break;
    }
    const Quantity& attribute = scene.attributes.at(std::size_t(column.index));
    return {column, attribute.key, attribute.unit, elements.value_names(column.index)};
}

}  // namespace

ElementTable::ElementTable(const SceneInfo& scene, World& world)
    : scene_(scene.key),
      elements_(scene.elements),
      length_unit_(scene.length_unit),
      step_(world.steps()),
      time_(world.time()) {
    auto& elements = elements_of(scene, world);
    reader_ = elements.reader();
    for (const auto& column : reader_->columns()) columns_.push_back(named(scene, elements, column));
}

ElementTable::~ElementTable() = default;

Extent ElementTable::box() const { return reader_->box(); }
bool ElementTable::is_wrapped() const { return reader_->is_wrapped(); }

std::vector<std::size_t> ElementTable::columns_of(Part part) const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].is_part(part)) found.push_back(c);
    return found;
}

u64 ElementTable::rows() {
    if (!counted_) read({}, [](Block) {});
    return rows_;
}

void ElementTable::read(const std::vector<std::size_t>& columns, const std::function<void(Block)>& take) {
    const u32 all = reader_->count(), size = block_of(all);
    std::vector<std::vector<u32>> block(columns.size());
    u64 rows = 0;
    for (u64 first = 0; first < all; first += size) {
        rows += reader_->choose(u32(first), size).size();
        for (std::size_t c = 0; c < columns.size(); ++c) reader_->read(columns_[columns[c]].column, block[c]);
        take(block);
    }
    rows_ = rows, counted_ = true;
}

}  // namespace nearfield
