#pragma once
// A cellular automaton on hexagons: a scene without actors and search.
#include "base/random.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace hexagons {

/// Living cells by index; the border wraps.
struct Board {
    u32 columns, rows;

    NF_HD u32 at(int column, int row) const {
        const u32 c = u32(column + int(columns)) % columns, r = u32(row + int(rows)) % rows;
        return r * columns + c;
    }
    /// Number of living cells among a cell's six neighbours.
    NF_HD u32 living_around(const float* age, u32 cell) const {
        const int c = int(cell % columns), r = int(cell / columns), left = (r & 1) ? c : c - 1;
        const u32 around[6] = {at(c - 1, r),        at(c + 1, r),    at(left, r - 1),
                               at(left + 1, r - 1), at(left, r + 1), at(left + 1, r + 1)};
        u32 living = 0;
        for (const u32 other : around) living += age[other] > 0;
        return living;
    }
};

struct Scatter {
    Random random;
    float share;
    float* age;
    NF_HD void operator()(u32 cell) const { age[cell] = random.uniform<2>(cell)[0] < share ? 1.f : 0.f; }
};

/// A dead cell is born with two living neighbours; a living one survives with three or four and grows older.
struct Live {
    Board board;
    const float* now;
    float* next;
    NF_HD void operator()(u32 cell) const {
        const u32 around = board.living_around(now, cell);
        const bool lives = now[cell] > 0 ? around == 3 || around == 4 : around == 2;
        next[cell] = lives ? now[cell] + 1 : 0;
    }
};

struct Lives {
    const float* age;
    NF_HD double operator()(u32 cell) const { return age[cell] > 0; }
};

}  // namespace hexagons

struct Hexagons {
    struct Params {
        int columns = 1000;
        int rows = 1000;
        float share = 0.3f;
    };

    static const char* key() { return "hexagons"; }
    static const char* title() { return "Hexagons"; }
    static const char* elements() { return "cells"; }
    static const char* summary() { return "A cellular automaton on hexagons."; }
    static std::vector<ParamSpec> describe() {
        using P = Params;
        return param_list<P>({
            integer(&P::columns, "columns", "Columns", "cells", 2, 10000, "Cells in a row.").does(Effect::respawn),
            integer(&P::rows, "rows", "Rows", "cells", 2, 10000, "Rows of cells; odd numbers are rounded up.")
                .does(Effect::respawn),
            real(&P::share, "share", "Share", "", 0, 1, "Share of the cells that live at the start.")
                .does(Effect::respawn),
        });
    }
    struct Metrics {
        double living = 0;
    };
    static std::vector<MetricSpec> metrics() {
        return metric_list<Metrics>({metric(&Metrics::living, "living", "living", "", "Cells that live.")});
    }
    static std::vector<Quantity> attributes() { return {{"age", "age", "steps", "Steps that the cell has lived."}}; }
    static constexpr Facets facets = Facets::elements;
    static constexpr Depth depth = Depth::flat;

    struct Setup {
        int dimensions = 2;
        Environment<3> box;
        CellLattice lattice;
    };
    static Setup prepare(const Params& p, u32) {
        Setup setup{
            .lattice = {.shape = CellShape::hexagon, .columns = u32(p.columns), .rows = u32(p.rows + p.rows % 2)}};
        setup.box = {.lo = vec<3>(0.f), .hi = vec<3>(setup.lattice.size(), 0.f), .wrapped = true};
        return setup;
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec&, const Setup& setup) : lattice_(setup.lattice) { age_.resize(lattice_.cells(), "ages"); }

        void configure(Exec&, const Params&) {}
        void reset(Exec& exec, const Params& p, u32 seed) {
            for_each(exec, count(), hexagons::Scatter{{seed}, p.share, age_.writable()});
        }
        void step(StepContext<Exec>& step, const Params&) {
            step.each("live", count(), hexagons::Live{board(), age_.current(), age_.next()});
            age_.swap();
        }
        Metrics metrics(Exec& exec) {
            return {.living = reduce<double>(exec, count(), hexagons::Lives{age_.current()})};
        }
        AttributeView attribute(int) const { return {.real = age_.current()}; }
        void picture(Canvas<Exec>& canvas) {
            canvas.cells({.name = "cells", .lattice = lattice_, .value = age_.current()});
        }
        u32 count() const { return lattice_.cells(); }
        glm::vec3 centre(u32 cell) const { return lattice_.middle(cell); }
        std::size_t bytes() const { return age_.bytes(); }

      private:
        hexagons::Board board() const { return {lattice_.columns, lattice_.rows}; }

        const CellLattice lattice_;
        Column<Exec, float> age_;
    };
};

using SceneHere = Hexagons;

}  // namespace nearfield
