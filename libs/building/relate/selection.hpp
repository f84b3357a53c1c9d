#pragma once
// Parts of a building chosen by what is known of them.
#include "libs/building/readers/building.hpp"

namespace nearfield {

/// "type=IfcWall,IfcSlab", "type=IfcPipe*", "storey=Upper floor", "name=*door*", "group=Heating", "id=…"; "*" chooses
/// every part. Capitals do not matter; * stands for any characters.
class Selection {
  public:
    /// `flag` is what errors call it. Throws UsageError for an unknown key.
    Selection(std::string flag, const std::string& text);

    bool holds(const building::Part&) const;
    /// Throws UsageError with the nearest value there is, if it holds for no part.
    void require_some(const building::Building&) const;

  private:
    std::vector<std::string> values_of(const building::Part&) const;

    std::string flag_, text_, key_;
    std::vector<std::string> patterns_;
};

/// Whether a text is what a pattern with * says, whatever the capitals.
bool fits(const std::string& text, const std::string& pattern);

/// Two sets of parts: pairs with one part in each.
struct Sides {
    Selection a, b;
};

/// Sides from the values of a flag, two by two. Throws UsageError for an odd number of them.
std::vector<Sides> read_sides(const std::string& flag, const std::vector<std::string>& values);

}  // namespace nearfield
