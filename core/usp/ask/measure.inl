// Implements measure.hpp. Included by measure_cpu.cpp and measure_cuda.cu, which choose the backend.
#include "usp/ask/measure.hpp"
#include "usp/ask/points.inl"
#include "usp/explain/probe.hpp"

#include <algorithm>

namespace nearfield {
namespace {

struct CountNeighbours {
    u32* count;
    template <class Near> NF_HD u32 operator()(u32 i, const Near& near) const {
        u32 n = 0;
        near.each(i, [&](u32, const auto&, float) { ++n; });
        return n;
    }
    NF_HD void write(u32 i, u32 neighbours) const { count[i] = neighbours; }
};

/// Hash of the bin in which each point is stored, independent of the order within bins. A point outside of its bin adds
/// 0.
template <int D> struct Placement {
    Storage<D> storage;
    const u32* id;
    NF_HD u64 operator()(u32 k) const {
        const u32 bin = storage.grid.bin(load<D>(storage.position + k));
        if (k < storage.start[bin] || k >= storage.start[bin + 1]) return 0;
        return (2ull * id[k] + 1) * 0x9e3779b97f4a7c15ull * (bin + 1ull);
    }
};

/// Repeats construction (and query) from the same start. Batches run without synchronisation.
template <class Exec, int D> class Repeater {
  public:
    /// `request` must have GridKind::full.
    explicit Repeater(const MeasureRequest& request) : request_(request), points_(request.points) {
        count_.resize(points_.actors.size(), "neighbour counts");
        if (request.sorted) points_.search.construct(points_.exec, untimed_, points_.actors, 0);
        start_ = points_.actors.save(points_.exec);
    }

    Measured run() {
        repeat(request_.warmup, true);
        Measured measured{.whole = repeat(request_.repeats, false), .staged = repeat(request_.repeats, true)};
        auto& [exec, actors, search] = points_;
        measured.bins = u32(search.grid().possible_bins());
        if (!request_.query) {
            measured.checksum = reduce<u64>(exec, actors.size(), Placement<D>{search.storage(), points_.id()});
            return measured;
        }
        measured.audit = audit(exec, search, 1u << 16);
        measured.checksum = signature(exec, search, points_.id());
        return measured;
    }

  private:
    std::vector<StepTimes> repeat(u64 times, bool detail) {
        StageTimer<Exec> timer;
        timer.set_detail(detail);
        std::vector<StepTimes> all;
        while (all.size() < times && !request_.interrupted()) {
            for (u64 batch = std::min<u64>(16, times - all.size()); batch > 0; --batch) once(timer);
            points_.exec.finish();
            for (auto& step : timer.collect()) all.push_back(std::move(step));
        }
        return all;
    }

    void once(StageTimer<Exec>& timer) {
        auto& [exec, actors, search] = points_;
        actors.restore(exec, start_);
        timer.begin_step(exec, 1);
        search.construct(exec, timer, actors, 0);
        if (request_.query) {
            timer.stage(exec, "query");
            search.query(exec, CountNeighbours{count_.data()});
        }
        timer.end_step(exec);
    }

    const MeasureRequest& request_;
    PointSearch<Exec, D> points_;
    StageTimer<Exec> untimed_;
    Array<Exec, u32> count_;
    typename Actors<Exec, D>::Saved start_;
};

template <class Exec> Measured measure_as(const MeasureRequest& request) {
    return request.points.dimensions == 2 ? Repeater<Exec, 2>(request).run() : Repeater<Exec, 3>(request).run();
}

}  // namespace
}  // namespace nearfield
