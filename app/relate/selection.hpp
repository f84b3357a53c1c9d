#pragma once
// Selection of a building's parts by their attributes.
#include "scenes/building/building.hpp"

namespace nearfield {

/// "type=IfcWall,IfcSlab", "type=IfcPipe*", "storey=Upper floor", "name=*door*", "group=Heating", "id=…"; "*" selects
/// every part. Case is ignored; * matches any characters.
class Selection {
  public:
    /// `flag`: name for error messages. Throws UsageError for an unknown key.
    Selection(std::string flag, const std::string& text);

    bool holds(const building::Part&) const;
    /// Throws UsageError, with the closest existing value, if it selects no part.
    void require_some(const building::Building&) const;

  private:
    std::vector<std::string> values_of(const building::Part&) const;

    std::string flag_, text_, key_;
    std::vector<std::string> patterns_;
};

/// True if a text matches a pattern with *, ignoring case.
bool fits(const std::string& text, const std::string& pattern);

/// Two sets of parts: pairs have one part in each.
struct Sides {
    Selection a, b;
};

/// Sides from the values of a flag, two by two. Throws UsageError for an odd number of values.
std::vector<Sides> read_sides(const std::string& flag, const std::vector<std::string>& values);

}  // namespace nearfield
