#pragma once
// Keratinocytes: skin cells divide, differentiate and push each other into a layered tissue. Sun et al. 2007; Richmond
// et al. 2010. README.md has the rules and their interpretation.
#include "scenes/keratinocyte/anatomy.hpp"
#include "scenes/keratinocyte/biology.hpp"
#include "scenes/keratinocyte/checks.hpp"
#include "scenes/keratinocyte/forces.hpp"
#include "scenes/keratinocyte/params.hpp"

#include "base/error.hpp"
#include "params/settings.hpp"
#include "sim/world_of.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

struct Keratinocyte {
    using Params = keratinocyte::Params;

    static const char* key() { return "keratinocyte"; }
    static const char* title() { return "Keratinocyte"; }
    static const char* elements() { return "cells"; }
    static const char* length_unit() { return "µm"; }
    static const char* summary() {
        return "Skin cells divide, differentiate and push each other into layers; two searches of different radius.";
    }

    static std::vector<ParamSpec> describe() { return keratinocyte::describe_params(); }
    static std::vector<CheckSuite> check_suites() {
        return {{"keratinocyte", "a colony's growth", keratinocyte_checks()}};
    }
    struct Metrics {
        double cells = 0, stem = 0, amplifying = 0, committed = 0, corneocytes = 0, hacat = 0;
        double tick = 0, rounds = 0;
        double layers = 0, thickness = 0, top = 0, cover = 0;
        double neighbours = 0, overlap = 0, most_overlap = 0;
        double unsettled = 0, waiting = 0, shed = 0;
    };
    static std::vector<MetricSpec> metrics() {
        using M = Metrics;
        const char* by_type = "cells by type";
        return metric_list<M>({
            metric(&M::cells, "cells", "cells", "", "Cells now.").on(by_type),
            metric(&M::stem, "stem", "stem cells", "", "Stem cells now.").on(by_type),
            metric(&M::amplifying, "amplifying", "TA cells", "", "Transit-amplifying cells present.").on(by_type),
            metric(&M::committed, "committed", "committed cells", "", "Committed cells present; they no longer divide.")
                .on(by_type),
            metric(&M::corneocytes, "corneocytes", "corneocytes", "", "Corneocytes present.").on(by_type),
            metric(&M::hacat, "hacat", "HaCaT cells", "", "HaCaT cells present.").on(by_type),
            metric(&M::tick, "tick", "tick", "", "Ticks so far; cells divide, differentiate and walk once per tick."),
            metric(&M::rounds, "rounds", "rounds per tick", "", "Rounds of forces per tick, averaged since the start."),
            metric(&M::layers, "layers", "layers", "",
                   "Cells per occupied column of the sheet; columns are as wide as a cell."),
            metric(&M::thickness, "thickness", "thickness", "µm",
                   "Height of the highest cell's top, averaged over these columns."),
            metric(&M::top, "top", "highest cell", "µm", "Height of the top of the highest cell."),
            metric(&M::cover, "cover", "cover", "%", "Share of the columns that have cells."),
            metric(&M::neighbours, "neighbours", "mean neighbours", "",
                   "Cells within the contact radius, averaged over cells."),
            metric(&M::overlap, "overlap", "mean overlap", "µm",
                   "Overlap with the nearest neighbour, averaged over cells."),
            metric(&M::most_overlap, "most_overlap", "greatest overlap", "µm", "Deepest overlap of two cells."),
            metric(&M::unsettled, "unsettled", "unsettled", "", "Cells that had not settled after the last round."),
            metric(&M::waiting, "waiting", "waiting", "", "Divisions postponed in the last tick for lack of room."),
            metric(&M::shed, "shed", "shed", "", "Corneocytes that have left since the start."),
        });
    }
    static std::vector<Quantity> attributes() {
        return {{"type", "type", "", "Stem, transit-amplifying (TA), committed, corneocyte or HaCaT."},
                {"height", "height", "µm", "Height of the cell's centre above the substrate."},
                {"cycle", "cycle", "ticks", "Ticks since the last division, not counting inhibition."},
                {"inhibited", "inhibited", "ticks", "Consecutive ticks of contact inhibition."},
                {"bonds", "bonds", "", "Neighbours in contact at the same height or higher.", Known::after_a_step},
                {"neighbours", "neighbours", "", "Cells within the contact radius.", Known::after_a_step},
                {"overlap", "overlap", "µm", "Overlap with the nearest neighbour.", Known::after_a_step},
                {"stems", "stem cells in reach", "", "Stem cells in reach of its signals in the last tick.",
                 Known::after_a_step},
                {"nearest", "nearest stem cell", "µm", "Distance of the nearest stem cell in reach in the last tick.",
                 Known::after_a_step}};
    }
    static constexpr Facets facets = Facets::held | Facets::derived | Facets::names;
    static constexpr Depth depth = Depth::deep;

    struct Setup {
        int dimensions = 3;
        u32 start = 0, room = 0;
        Environment<3> box;
    };
    static Setup prepare(const Params& p, u32) {
        constexpr double usual = 160, um2_per_mm2 = 1e6;
        const double room = p.room > 0 ? p.room : std::min(100e6, usual * p.actors);
        if (room < p.actors)
            throw UsageError("room: " + std::to_string(p.room) + " is less than the " + std::to_string(p.actors) +
                             " cells at the start; raise room, or lower actors");
        const float side = float(std::sqrt(std::max(1, p.actors) / double(p.density) * um2_per_mm2));
        return {.start = u32(p.actors),
                .room = u32(room),
                .box = {.lo = vec<3>(0.f), .hi = {side, p.height, side}, .wrapped = false}};
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec&, const Setup& setup)
            : setup_(setup),
              space_(setup.box, setup.room),
              look_(column<keratinocyte::Appearance>("visible states of cells")),
              life_(column<keratinocyte::Life>("lives")),
              bonds_(column<keratinocyte::Bonds>("bonds")),
              heard_(column<keratinocyte::Heard>("signals")),
              overlap_(space_.actors().template derive<float>("overlaps")),
              neighbours_(space_.actors().template derive<float>("neighbour counts")),
              counts_(space_.actors().template keep<u32>("counts of a colony")) {}

        auto& space() { return space_; }

        /// Configures both searches. Throws UsageError for inconsistent radii.
        void configure(Exec&, const Params& p) {
            require_radii(p);
            const auto grid = make_grid(in<3>(setup_.box), p.signal_radius, p.search, setup_.room);
            signals_.configure(grid, p.search, setup_.room);
            space_.configure(p.search, p.radius, false);
            params_ = p;
        }

        void reset(Exec& exec, const Params& p, u32 seed) {
            auto& actors = space_.actors();
            progress_ = Progress{.seed = seed};
            counts_.upload(exec, std::vector<u32>(counters));
            signals_.clear_lost(exec);
            const u32 type =
                p.start == keratinocyte::Start::stem ? keratinocyte::type::stem : keratinocyte::type::hacat;
            for_each(exec, actors.size(),
                     keratinocyte::Seed{.growth = growth(p),
                                        .box = space_.box(),
                                        .random = random(keratinocyte::Draw::start),
                                        .cells = setup_.start,
                                        .type = type,
                                        .position = actors.position.writable(),
                                        .id = actors.id.writable(),
                                        .look = look_.writable(),
                                        .life = life_.writable(),
                                        .bonds = bonds_.writable(),
                                        .heard = heard_.writable(),
                                        .overlap = overlap_.data(),
                                        .neighbours = neighbours_.data()});
        }

        /// A round of forces. Starts with a tick if all cells settled in the last round.
        void step(StepContext<Exec>& context, const Params& p) {
            auto step = space_.begin(context);
            if (progress_.rounds > 0 && (progress_.rounds >= u32(p.rounds) || count(step.exec, unsettled) == 0))
                tick(step, p);
            ++progress_.rounds;
            ++progress_.all_rounds;
            step.construct();
            fill_zero(step.exec, counts_.data() + unsettled, 1);
            const keratinocyte::Mechanics mechanics{p.diameter,  p.overlap, p.attraction,
                                                    p.substrate, p.damping, p.settled};
            auto& position = step.actors.position;
            step.query("forces", keratinocyte::Resolve{.m = mechanics,
                                                       .reading = reading(p, 15.625f),
                                                       .box = space_.box(),
                                                       .look = look_.current(),
                                                       .id = step.actors.id.current(),
                                                       .next = position.next(),
                                                       .bonds = bonds_.writable(),
                                                       .overlap = overlap_.data(),
                                                       .neighbours = neighbours_.data(),
                                                       .unsettled = counts_.data() + unsettled});
            for_each(step.exec, step.actors.size(), keratinocyte::StayAway{step.search.present(), position.next()});
            position.swap();
        }

        Metrics metrics(Exec& exec) {
            const auto& actors = space_.actors();
            const auto t = reduce<keratinocyte::Tally>(
                exec, actors.size(),
                keratinocyte::TallyOf{actors.position.current(), look_.current(), overlap_.data(), neighbours_.data()});
            const auto columns = keratinocyte::Columns::of(space_.box(), params_.diameter);
            tops_.resize(columns.count(), "columns of the sheet");
            fill_zero(exec, tops_.data(), columns.count());
            for_each(exec, actors.size(), keratinocyte::RaiseTops{columns, actors.position.current(), tops_.data()});
            const auto cover = reduce<keratinocyte::Cover>(exec, columns.count(), keratinocyte::CoverOf{tops_.data()});
            const double n = std::max(1u, t.cells), covered = std::max(1., cover.columns),
                         ticks = double(progress_.ticks), half = t.cells ? params_.diameter / 2 : 0;
            const auto counts = counts_.download(exec);
            return {.cells = double(t.cells),
                    .stem = double(t.of[0]),
                    .amplifying = double(t.of[1]),
                    .committed = double(t.of[2]),
                    .corneocytes = double(t.of[3]),
                    .hacat = double(t.of[4]),
                    .tick = ticks,
                    .rounds = double(progress_.all_rounds) / (ticks + 1),
                    .layers = t.cells / covered,
                    .thickness = cover.height / covered + half,
                    .top = t.top + half,
                    .cover = 100 * cover.columns / columns.count(),
                    .neighbours = t.neighbours / n,
                    .overlap = t.overlap / n,
                    .most_overlap = t.most_overlap,
                    .unsettled = double(counts[unsettled]),
                    .waiting = double(counts[waiting]),
                    .shed = double(counts[shed])};
        }

        void derive(Exec& exec) {
            const u32 n = space_.count();
            for (auto& whole : whole_) whole.resize(n, "values to show");
            for (auto& real : real_) real.resize(n, "values to show");
            for_each(exec, n,
                     keratinocyte::Show{space_.actors().position.current(),
                                        look_.current(),
                                        life_.current(),
                                        bonds_.current(),
                                        heard_.current(),
                                        {whole_[0].data(), whole_[1].data(), whole_[2].data(), whole_[3].data(),
                                         whole_[4].data(), real_[0].data(), real_[1].data()}});
        }
        AttributeView attribute(int index) const {
            const AttributeView views[] = {
                {.whole = whole_[0].data()}, {.real = real_[0].data()},   {.whole = whole_[1].data()},
                {.whole = whole_[2].data()}, {.whole = whole_[3].data()}, {.real = neighbours_.data()},
                {.real = overlap_.data()},   {.whole = whole_[4].data()}, {.real = real_[1].data()}};
            return views[index];
        }
        std::vector<std::string> value_names(int attribute) const {
            if (attribute != 0) return {};
            return {"stem", "TA", "committed", "corneocyte", "HaCaT"};
        }

        void picture(Canvas<Exec>& canvas) {
            canvas.actors().size = params_.diameter / 2;
            if (params_.cut <= 0) return;
            const auto& box = space_.box();
            const float front = box.hi[2] - params_.cut * (box.hi[2] - box.lo[2]);
            drawn_.resize(space_.count(), "places of drawn cells");
            for_each(canvas.exec(), space_.count(),
                     keratinocyte::CutAway{front, space_.actors().position.current(), drawn_.data()});
            canvas.actors().position = drawn_.data();
            canvas.lines({.name = "cut", .ends = frame(front), .look = LineLook::edge});
        }

        struct Progress {
            u32 seed = 0;
            u64 ticks = 0, all_rounds = 0;
            u32 rounds = 0;  ///< rounds since the last tick
        };
        Progress& held() { return progress_; }
        std::size_t bytes() const {
            std::size_t sum = space_.bytes() + signals_.bytes() + tops_.bytes() + drawn_.bytes() + mothers_.bytes() +
                              vacancies_.bytes() + place_.bytes();
            for (const auto& whole : whole_) sum += whole.bytes();
            for (const auto& real : real_) sum += real.bytes();
            return sum;
        }

      private:
        using Space = ByDistance<Exec, D, Presence::comes_and_goes>;
        using Step = typename Space::Step;
        enum Counter { unsettled, waiting, shed, counters };

        template <class T> Column<Exec, T>& column(const char* what) { return space_.actors().template add<T>(what); }

        static void require_radii(const Params& p) {
            const auto refuse = [](const char* key, float value, const char* what, float limit) {
                throw UsageError(std::string(key) + ": " + format_number(value) + " is not above the " + what + ", " +
                                 format_number(limit) + "; raise it");
            };
            if (!(p.radius > p.diameter)) refuse("radius", p.radius, "diameter of a cell", p.diameter);
            if (!(p.signal_radius > p.radius)) refuse("signal_radius", p.signal_radius, "contact radius", p.radius);
        }

        static keratinocyte::Growth growth(const Params& p) {
            return {u32(p.stem_cycle), u32(p.ta_cycle), u32(p.hacat_cycle),
                    u32(p.contacts),   u32(p.stacking), u32(p.rest),
                    u32(p.lifetime),   p.speed,         p.shedding};
        }
        static keratinocyte::Reading reading(const Params& p, float width) {
            if (p.reads == keratinocyte::Reads::all) return {};
            const int beyond = p.reads == keratinocyte::Reads::bins ? 1 : 2;
            return {float(beyond) / width, beyond};
        }
        /// Random numbers for a tick; they depend only on seed, tick, purpose and the cell's id.
        Random random(keratinocyte::Draw purpose) const {
            return {progress_.seed, u32(progress_.ticks) * keratinocyte::draws + u32(purpose)};
        }
        u32 count(Exec& exec, Counter which) const {
            u32 value = 0;
            copy_to_host(exec, &value, counts_.data() + which, 1);
            return value;
        }

        /// Everything except forces. The second search sorts the same cells into its own, wider bins.
        void tick(Step& step, const Params& p) {
            ++progress_.ticks;
            progress_.rounds = 0;
            divide(step, p);
            auto& actors = step.actors;
            signals_.template construct<true>(step.exec, step.timer, actors, step.number);
            step.timer.stage(step.exec, "signals");
            signals_.query(step.exec,
                           keratinocyte::Listen{reading(p, 125.f), p.radius * p.radius, p.diameter * p.diameter,
                                                look_.current(), heard_.writable()});
            const keratinocyte::Fate fate{u32(p.edge),  u32(p.crowd), p.reach_across,       p.reach_up,
                                          p.true_angle, p.turning,    p.turn * 0.01745329f, p.both_ways};
            step.each("differentiate", keratinocyte::Live{.growth = growth(p),
                                                          .fate = fate,
                                                          .box = space_.box(),
                                                          .chances = random(keratinocyte::Draw::fate),
                                                          .motion = random(keratinocyte::Draw::motion),
                                                          .heard = heard_.current(),
                                                          .bonds = bonds_.current(),
                                                          .id = actors.id.current(),
                                                          .position = actors.position.writable(),
                                                          .look = look_.writable(),
                                                          .life = life_.writable(),
                                                          .left = counts_.data() + shed});
        }

        void divide(Step& step, const Params& p) {
            auto& exec = step.exec;
            auto& actors = step.actors;
            const u32 n = actors.size();
            for (auto* list : {&mothers_, &vacancies_})
                if (list->size() != n + 1) {
                    list->resize(n + 1, "divisions");
                    fill_zero(exec, list->data(), n + 1);
                }
            place_.resize(n, "free places");
            step.each("cycle", keratinocyte::Cycle{.growth = growth(p),
                                                   .box = space_.box(),
                                                   .random = random(keratinocyte::Draw::cycle),
                                                   .position = actors.position.current(),
                                                   .look = look_.current(),
                                                   .bonds = bonds_.current(),
                                                   .id = actors.id.current(),
                                                   .life = life_.writable(),
                                                   .divides = mothers_.data(),
                                                   .vacant = vacancies_.data()});
            step.timer.stage(exec, "divide");
            for (auto* list : {&mothers_, &vacancies_}) exclusive_scan(exec, list->data(), list->data(), n + 1);
            fill_zero(exec, counts_.data() + waiting, 1);
            for_each(exec, n, keratinocyte::ListVacancies{actors.id.current(), vacancies_.data(), place_.data()});
            for_each(exec, n,
                     keratinocyte::Divide{.growth = growth(p),
                                          .box = space_.box(),
                                          .births = random(keratinocyte::Draw::birth),
                                          .daughters = random(keratinocyte::Draw::daughter),
                                          .id = actors.id.current(),
                                          .mothers = mothers_.data(),
                                          .vacancies = vacancies_.data(),
                                          .place = place_.data(),
                                          .room = n,
                                          .position = actors.position.writable(),
                                          .look = look_.writable(),
                                          .life = life_.writable(),
                                          .bonds = bonds_.writable(),
                                          .heard = heard_.writable(),
                                          .waiting = counts_.data() + waiting});
        }

        /// Outline of the cut.
        std::shared_ptr<const std::vector<Segment>> frame(float z) const {
            const auto& box = space_.box();
            const glm::vec3 a(box.lo[0], box.lo[1], z), b(box.hi[0], box.lo[1], z), c(box.hi[0], box.hi[1], z),
                d(box.lo[0], box.hi[1], z);
            return std::make_shared<const std::vector<Segment>>(std::vector<Segment>{{a, b}, {b, c}, {c, d}, {d, a}});
        }

        const Setup& setup_;
        Space space_;              ///< cells in contact, in every round
        Search<Exec, D> signals_;  ///< cells in signal range, in every tick
        Progress progress_;
        Params params_;
        Column<Exec, keratinocyte::Appearance>& look_;
        Column<Exec, keratinocyte::Life>& life_;
        Column<Exec, keratinocyte::Bonds>& bonds_;
        Column<Exec, keratinocyte::Heard>& heard_;
        Array<Exec, float>&overlap_, &neighbours_;
        Array<Exec, u32>& counts_;
        Array<Exec, u32> mothers_, vacancies_, place_, tops_, whole_[5];
        Array<Exec, float> real_[2];
        Array<Exec, Packed<D>> drawn_;
    };
};

using SceneHere = Keratinocyte;

}  // namespace nearfield
