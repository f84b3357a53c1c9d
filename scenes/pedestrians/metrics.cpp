#include "scenes/pedestrians/metrics.hpp"

namespace nearfield::pedestrians {

std::vector<MetricSpec> describe_metrics() {
    using M = Metrics;
    using R = crowd::Reading;
    return metric_list<M>({
        metric(&M::present, "present", "people", "", "People on the plan now."),
        metric(&M::evacuated, "evacuated", "left", "", "People who have left through an exit."),
        metric(&M::last_left, "last_left", "last left at", "s",
               "Time at which the last person so far left; 0 before the first."),
        metric(&M::mean_speed, "mean_speed", "mean speed", "m/s", "Speed, averaged over people."),
        metric(&M::mean_density, "mean_density", "mean density", "1/m²",
               "Density around a person (square of 2.5 m), averaged over people."),
        metric(&M::measured, &R::flow, "flow", "flow", "1/s",
               "People who crossed the measured line per second in the last 10 s, both ways."),
        metric(&M::measured, &R::net_flow, "net_flow", "net flow", "1/s",
               "The same, minus those who cross from left to right."),
        metric(&M::measured, &R::crossed, "crossed", "crossed", "",
               "People who crossed the measured line since the start, both ways."),
        metric(&M::measured, &R::density, "area_density", "area: density", "1/m²",
               "Mean density of the measured area over the last 10 s (Edie 1963)."),
        metric(&M::measured, &R::speed, "area_speed", "area: speed", "m/s",
               "Mean speed in the measured area over the last 10 s (Edie 1963)."),
        metric(&M::measured, &R::specific_flow, "area_flow", "area: flow", "1/(m s)",
               "Specific flow in the measured area over the last 10 s: density times speed."),
        metric(&M::lanes, "lanes", "lane index", "",
               "1: in every band of 0.6 m along x all walk the same way; 0: as mixed as by chance."),
        metric(&M::pressure, "pressure", "highest pressure", "N/m",
               "Greatest sum of radial forces on a person over the circumference. Above 1600 people are injured."),
        metric(&M::injured, "injured", "pressed", "", "People under more than 1600 N/m at present."),
        metric(&M::at_level, 0, "level_a", "level A", "", "Share of the floor at level of service A."),
        metric(&M::at_level, 1, "level_b", "level B", "", "Share of the floor at level of service B."),
        metric(&M::at_level, 2, "level_c", "level C", "", "Share of the floor at level of service C."),
        metric(&M::at_level, 3, "level_d", "level D", "", "Share of the floor at level of service D."),
        metric(&M::at_level, 4, "level_e", "level E", "", "Share of the floor at level of service E."),
        metric(&M::at_level, 5, "level_f", "level F", "", "Share of the floor at level of service F."),
        metric(&M::stopped, "stopped", "stopped at walls", "",
               "Steps through a wall that were stopped, since the start."),
        metric(&M::boarded, "boarded", "boarded", "people", "People who got into the train at its last stop."),
        metric(&M::alighted, "alighted", "alighted", "people", "People who got out of the train at its last stop."),
    });
}

}  // namespace nearfield::pedestrians
