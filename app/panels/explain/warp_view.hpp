#pragma once
#include "app/ui/rest.hpp"
#include "usp/explain/laid_out.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace nearfield::ui {

/// A warp of the present state at work, by any visit of bins. The warp is that of the selected actor until another is
/// chosen.
class WarpView {
  public:
    /// Takes over a newer state; with very many actors not at once, so that the window need not wait often.
    void follow(const std::shared_ptr<const ActorsInMemory>& latest);
    void select(std::optional<u32> id);
    void choose_visit(Visit visit) { visit_ = visit; }
    void choose_warp(u32 number) { chosen_ = number; }

    /// Null before the first state and without actors.
    const ActorsInMemory* actors() const { return actors_.get(); }
    /// The chosen visit, or else the present one; strips instead of brute, which reads no bins.
    Visit visit() const;
    /// The actors laid out for a visit; null if `refused` says why not.
    const LaidOut* laid(Visit visit);
    const std::string& refused(Visit visit) { return ways_[visit].refused; }
    /// Warp execution efficiency of the whole state, from a sample like that of the audit.
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
