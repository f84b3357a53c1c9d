#pragma once
#include "app/ui/rest.hpp"
#include "usp/explain/laid_out.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace nearfield::ui {

/// A warp of the current state and its execution with any visit of bins. Shows the selected actor's warp unless another
/// is chosen.
class WarpView {
  public:
    /// Adopts a newer state. With many actors, updates are delayed to limit the load on the window.
    void follow(const std::shared_ptr<const ActorsInMemory>& latest);
    void select(std::optional<u32> id);
    void choose_visit(Visit visit) { visit_ = visit; }
    void choose_warp(u32 number) { chosen_ = number; }

    /// Null before the first state and without actors.
    const ActorsInMemory* actors() const { return actors_.get(); }
    /// Returns the chosen visit, or else the current one. Replaces brute force by strips, since it reads no bins.
    Visit visit() const;
    /// Returns the actors laid out for a visit; null if `refused` gives a reason.
    const LaidOut* laid(Visit visit);
    const std::string& refused(Visit visit) { return ways_[visit].refused; }
    /// Returns the warp execution efficiency of the whole state, from a sample as large as the audit's.
    double efficiency(Visit visit);
    u32 number();
    const WarpTrace& trace();

  private:
    struct ByVisit {
        std::optional<LaidOut> laid;
        std::string refused;
        std::optional<double> efficiency;
    };
    std::shared_ptr<const ActorsInMemory> actors_;
    std::map<Visit, ByVisit> ways_;
    std::optional<Visit> visit_;
    std::optional<u32> chosen_, id_;
    WarpTrace trace_;
    std::optional<std::pair<Visit, u32>> traced_;
    Rest rest_;
};

}  // namespace nearfield::ui
