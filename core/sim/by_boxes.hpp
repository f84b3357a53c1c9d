#pragma once
// The search of a Model whose elements meet where their boxes do, for the facet SearchLens. Ways of searching differ
// only in the search for pairs of boxes, so a step here is that search.
#include "boxes/probe.hpp"
#include "sim/search_lens_of.hpp"

namespace nearfield {

template <class Core> class SearchOf<Core, Meeting::by_boxes> {
    using Exec = typename Core::Exec;

  public:
    explicit SearchOf(Core& core) : core_(core) {}

    GridReport grid() const {
        auto& boxes = core_.model.boxes();
        GridReport report{.bin_count = 0, .radius = 0};
        if (boxes.count() == 0) return report;
        switch (boxes.built().broad) {
        case Broad::bins: note_bins(report, boxes.bins()); break;
        case Broad::rtree:
            report.nodes = boxes.rtree().groups();
            report.height = boxes.rtree().height();
            report.pbm_bytes = boxes.rtree().bytes();
            break;
        case Broad::lbvh:
            report.nodes = 2 * boxes.count() - 1;
            report.pbm_bytes = boxes.lbvh().bytes();
            break;
        case Broad::brute: break;
        }
        return report;
    }
    void lay_open() {
        StageTimer<Exec> untimed;
        if (!core_.model.pairs_are_found()) core_.model.find_pairs(core_.exec, untimed);
    }
    Audit audit(u32 sample) { return nearfield::audit(core_.exec, core_.model.boxes(), sample); }
    std::optional<Inspection> inspect(u32) { return {}; }
    /// Checks the pairs found and, where the model can check them, its results for them.
    Verification verify(u32 sample) {
        auto result = nearfield::verify(core_.exec, core_.model.boxes(), sample);
        if constexpr (requires { core_.model.misjudged(core_.exec, sample); })
            for (const u32 i : core_.model.misjudged(core_.exec, sample)) {
                ++result.mismatches;
                result.first_actor = std::min(i, result.first_actor.value_or(i));
            }
        return result;
    }
    bool can_sample() const { return core_.model.pairs_are_found(); }
    void sample(u32 count, u32 turn, NeighbourSample& into) {
        sample_partners(core_.exec, core_.model.boxes(), count, turn, into);
    }
    u64 signature() { return nearfield::signature(core_.exec, core_.model.boxes().pairs()); }
    void step(StageTimer<Exec>& timer) {
        timer.begin_step(core_.exec, core_.steps);
        core_.model.find_pairs(core_.exec, timer);
        timer.end_step(core_.exec);
    }
    std::optional<Audit> work() { return audit(1u << 16); }

  private:
    void note_bins(GridReport& report, const BoxBins<Exec>& bins) const {
        const BinLattice& lattice = bins.lattice();
        report.bin_count = lattice.count();
        report.pbm_bytes = bins.bytes();
        for (int a = 0; a < 3; ++a) report.bins[a] = int(lattice.bins[a]);
        report.width = glm::vec3(float(lattice.width * core_.model.box_step()));
    }

    Core& core_;
};

}  // namespace nearfield
