#pragma once
#include "sim/scene.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nearfield {

/// A column of elements with its name and unit.
struct NamedColumn {
    ElementColumn column;
    std::string key, unit;
    std::vector<std::string> values = {};  ///< names of the values 0, 1 ...; empty if they are numbers

    bool is_part(ElementColumn::Part part) const { return column.part == part; }
    /// "speed [m/s]"
    std::string label() const { return unit.empty() ? key : key + " [" + unit + "]"; }
};

/// The present elements of a world as a table, a row per element by id. Read block by block, so that no copy of the
/// state is made. Valid until the next step or change.
class ElementTable {
  public:
    /// Throws UsageError if the scene has no elements.
    ElementTable(const SceneInfo& scene, World& world);
    ~ElementTable();

    const std::string& scene() const { return scene_; }
    const std::string& elements() const { return elements_; }
    const std::string& length_unit() const { return length_unit_; }
    u64 step() const { return step_; }
    /// On the scene's clock, s; NaN without one.
    double time() const { return time_; }
    Extent box() const;
    bool is_wrapped() const;

    /// Name and unit of every column: id, x, y, z, vx, vy, vz, attributes.
    const std::vector<NamedColumn>& columns() const { return columns_; }
    /// Indices of the columns of the position or velocity; empty if there are none.
    std::vector<std::size_t> columns_of(ElementColumn::Part part) const;
    /// Number of elements present.
    u64 rows();

    /// A block of rows: of each requested column the bits of its values.
    using Block = std::span<const std::vector<u32>>;
    /// Reads these columns, block by block.
    void read(const std::vector<std::size_t>& columns, const std::function<void(Block)>& take);

  private:
    std::string scene_, elements_, length_unit_;
    u64 step_;
    double time_;
    std::unique_ptr<ElementReader> reader_;
    std::vector<NamedColumn> columns_;
    u64 rows_ = 0;
    bool counted_ = false;
};

}  // namespace nearfield
