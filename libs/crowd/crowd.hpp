#pragma once
// The people of a plan on a backend: who is there, whom they meet, what moves them, and what is observed of them. A
// scene holds one and takes it a step on when it likes.
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
    /// Values by person in storage order, as of the last derive.
    const Array<Exec, float>& colours(int attribute) const { return *colours_[attribute]; }

    /// What a step changes on the host.
    struct Held {
        double time = 0;                    ///< s
        std::string shut;                   ///< the exits and doors that a setting wanted shut, as it was last minded
        std::shared_ptr<const Plan> doors;  ///< the plan with its exits and doors as they are now
        bool moved = false;    ///< something else has moved doors or walls: everybody chooses anew in the next step
        double queues_at = 0;  ///< s: when queues are minded next
        std::shared_ptr<const Measured> counted;  ///< the lines and areas that the counts belong to
    };
    Held& held() { return held_; }

    std::size_t bytes() const;

    /// Changes the measured lines and areas. Those that stay keep their counts; averages start again.
    void measure(Exec& exec, Measured wanted);

    /// Everybody at their start, at time 0; `shut` as in with_shut.
    void reset(Exec& exec, const Manner& manner, const std::string& shut, u32 seed);

    /// A step of `dt` seconds.
    void step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut, float dt);
    /// The same in two parts. In between people are in storage order, and what surrounds them may set `hindered()` and
    /// lead them anew.
    void begin_step(const StepContext<Exec>& context, const Manner& manner, const std::string& shut);
    void finish_step(const StepContext<Exec>& context, const Manner& manner, float dt);

    /// The factor of everybody's speed, in storage order; from its first use on it has to be set in every step.
    Array<Exec, float>& hindered();
    /// Opens or shuts an exit or door at once, until `shut` changes; everybody chooses anew in the next step. Names
    /// that the plan lacks mean nothing.
    void move_door(Exec& exec, const std::string& name, bool open);
    /// The same for walls other than the plan's; a reset does not bring those back.
    void move_walls(Exec& exec, const std::vector<Wall>& walls) { held_.moved |= floor_.set_walls(exec, walls); }
    /// Everybody chooses an exit, or who can reach none a refuge. In a step, between its parts.
    void choose_anew(Exec& exec, const Manner& manner);
    const Array<Exec, Traits>& traits() const { return traits_; }

    /// Density and level of service of every cell, and what colours people.
    void derive(Exec& exec, const Manner& manner, const LevelLimits& limits);

    /// Density and level of service of every cell.
    void grade(Exec& exec, const LevelLimits& limits);
    /// After `grade`.
    CrowdTotals totals(Exec& exec) const;
    LevelAreas floor_at_level(Exec& exec) const;
    const Array<Exec, std::uint8_t>& cell_levels() const { return cell_level_; }

    /// How many have left through each exit.
    std::vector<u32> left(Exec& exec) const { return left_.download(exec); }
    /// Those whom a train took in and let out at its last stop.
    Stop last_stop(Exec& exec, const Train& train) const;
    /// Time at which the last person so far left, s, or 0, and steps that walls stopped.
    std::pair<float, u32> notes(Exec& exec) const;
    /// Takes a sample of the counters at lines and in areas, from which flows follow.
    const Sample& sample(Exec& exec);
    /// After a sample.
    std::vector<Gauge> gauges() const { return gauges_of(*floor_.measured(), floor_.measured_floor(), history_); }
    std::vector<double> readings(const Readings& which) const;

    double lanes(Exec& exec, const Manner& manner);

  private:
    using Step = typename Space::Step;

    Actors<Exec, 2>& columns() { return space_.actors(); }
    float now() const { return float(held_.time); }

    Floor floor_view();
    Aim aim(const Manner& manner);

    /// Opens and shuts exits and doors as `shut` asks; true if anything changed. The floor follows a state that was
    /// restored, too.
    bool open_doors(Exec& exec, const std::string& shut);

    void begin_counts(Exec& exec);
    void begin_history(Exec& exec);
    /// Counts stay with their lines and areas, those of a restored state too, which may have known others.
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
    Array<Exec, u32>&left_, &born_, &notes_;  ///< notes: bits of the time at which somebody left last, stopped steps
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
