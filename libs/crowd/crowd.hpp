#pragma once
// The people of a plan on a backend: state, neighbours, forces and measurements. A scene owns one and decides when it
// steps.
#include "libs/crowd/floor.hpp"
#include "libs/crowd/manner.hpp"
#include "libs/crowd/observations.hpp"
#include "sim/by_distance.hpp"

namespace nearfield::crowd {

template <class Exec> class Crowd {
  public:
    using Space = ByDistance<Exec, 2, Presence::comes_and_goes>;

    Crowd(Exec& exec, const Plan& plan, const Environment<3>& box);

    Space& space() { return space_; }
    const Space& space() const { return space_; }
    FloorMemory<Exec>& floor() { return floor_; }
    const FloorMemory<Exec>& floor() const { return floor_; }
    const Column<Exec, Body>& bodies() const { return body_; }
    double time() const { return held_.time; }
    /// Values per person in storage order, as of the last derive().
    const Array<Exec, float>& colours(int attribute) const { return *colours_[attribute]; }

    /// State on the host that steps change.
    struct Held {
        double time = 0;                    ///< s
        std::string shut;                   ///< the last applied list of shut exits and doors
        std::shared_ptr<const Plan> doors;  ///< the plan with the present state of exits and doors
        bool moved = false;    ///< doors or walls were moved otherwise: everybody chooses again in the next step
        double queues_at = 0;  ///< time of the next comparison of queues, s
        std::shared_ptr<const Measured> counted;  ///< lines and areas to which the counts belong
    };
    Held& held() { return held_; }

    std::size_t bytes() const;

    /// Changes the measured lines and areas. Remaining ones keep their counts; averages restart.
    void measure(Exec& exec, Measured wanted);

    /// Puts everybody at their start, at time 0. `shut`: see with_shut.
    void reset(Exec& exec, const Manner& manner, const std::string& shut, u32 seed);

    /// Advances by `dt` seconds.
    void step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut, float dt);
    /// The same in two parts. In between, people are in storage order, and callers may set `hindered()` and change the
    /// ways.
    void begin_step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut);
    void finish_step(const StepContext<Exec>& context, const Manner& manner, float dt);

    /// Speed factor per person, in storage order; once used, the caller must set it in every step.
    Array<Exec, float>& hindered();
    /// Opens or shuts an exit or door at once, until `shut` changes; everybody chooses again in the next step. Unknown
    /// names are ignored.
    void move_door(Exec& exec, const std::string& name, bool open);
    /// Replaces the walls of the plan; a reset keeps the new ones.
    void move_walls(Exec& exec, const std::vector<Wall>& walls) { held_.moved |= floor_.set_walls(exec, walls); }
    /// Lets everybody choose an exit, or a refuge if no exit is reachable. Call between the parts of a step.
    void choose_anew(Exec& exec, const Manner& manner);
    const Array<Exec, Traits>& traits() const { return traits_; }

    /// Computes density and level of service of every cell, and the colours of people.
    void derive(Exec& exec, const Manner& manner, const LevelLimits& limits);

    /// Computes density and level of service of every cell.
    void grade(Exec& exec, const LevelLimits& limits);
    /// Valid after grade().
    CrowdTotals totals(Exec& exec) const;
    LevelAreas floor_at_level(Exec& exec) const;
    const Array<Exec, std::uint8_t>& cell_levels() const { return cell_level_; }

    /// Number of people who have left through each exit.
    std::vector<u32> left(Exec& exec) const { return left_.download(exec); }
    /// People who boarded and alighted at the train's last stop.
    Stop last_stop(Exec& exec, const Train& train) const;
    /// Time when the last person so far left, s, or 0; and number of steps stopped by walls.
    std::pair<float, u32> notes(Exec& exec) const;
    /// Samples the counters of lines and areas, for flows.
    const Sample& sample(Exec& exec);
    /// Valid after sample().
    std::vector<Gauge> gauges() const { return gauges_of(*floor_.measured(), floor_.measured_floor(), history_); }
    Reading reading(const ReadAt& at) const;

    double lanes(Exec& exec, const Manner& manner);

  private:
    using Step = typename Space::Step;

    Actors<Exec, 2>& columns() { return space_.actors(); }
    float now() const { return float(held_.time); }

    Floor floor_view();
    Aim aim(const Manner& manner);

    /// Applies the list of shut exits and doors. Returns true if anything changed. Also updates the floor after a
    /// restore.
    bool open_doors(Exec& exec, const std::string& shut);

    void begin_counts(Exec& exec);
    void begin_history(Exec& exec);
    /// Matches counters to lines and areas by identity, also after a restore of a state with others.
    void match_counts(Exec& exec);

    Choose choose(const Actors<Exec, 2>& actors, const Manner& manner, const u32* present, bool queues);

    bool minds_queues(const Manner& manner) const { return manner.choice == ExitChoice::queues && floor_.exits() > 1; }
    void mind_queues(Step& step, const Manner& manner, float dt);
    void count_queues(Exec& exec);

    template <class Law> void advance(Step& step, const Manner& manner, float dt, const Law& law);

    void let_in(Step& step, const Manner& manner);

    const Plan& plan_;
    Space space_;
    FloorMemory<Exec> floor_;
    u32 seed_ = 0;
    Held held_;
    bool gated_ = false;
    History history_;

    Column<Exec, Body>& body_;
    Array<Exec, Traits>& traits_;  ///< by id
    Array<Exec, Push>& push_;
    Array<Exec, LineSums>& passed_;
    Array<Exec, u32>&left_, &born_, &notes_;  ///< notes: time of the last departure as bits, number of stopped steps
    Array<Exec, Gate>& gates_;
    Array<Exec, AreaSums>& sums_;
    Array<Exec, float>* colours_[attributes];
    Array<Exec, Entrance> entrances_;
    Array<Exec, Packed<2>> spots_;
    Array<Exec, u32> everybody_, queue_, count_, lane_count_;
    Array<Exec, float> cell_density_, hindered_;
    Array<Exec, std::uint8_t> cell_level_;
};

}  // namespace nearfield::crowd
