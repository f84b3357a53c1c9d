#include "scenes/flood/metrics.hpp"

namespace nearfield::flood {
namespace {

MetricSpec people(Doing doing, std::string key, std::string title, std::string help) {
    return metric(&Metrics::people, std::size_t(doing), std::move(key), std::move(title), "", std::move(help));
}

}  // namespace

std::vector<MetricSpec> describe_metrics() {
    using M = Metrics;
    using R = crowd::Reading;
    return metric_list<M>({
        metric(&M::volume, "volume", "volume", "m³", "Water in the site."),
        metric(&M::flooded, "flooded", "flooded", "m²", "Area under water at least as deep as Shown from."),
        metric(&M::deepest, "deepest", "deepest", "m", "Greatest depth."),
        metric(&M::fastest, "fastest", "fastest", "m/s", "Greatest velocity."),
        metric(&M::time_step, "time_step", "time step", "s", "The next time step."),
        metric(&M::rained, "rained", "rained", "m³", "Rain since the start."),
        metric(&M::flowed_in, "flowed_in", "flowed in", "m³",
               "Water from inflows since the start, minus that taken by drains."),
        metric(&M::soaked, "soaked", "soaked", "m³", "Water that has soaked into the ground."),
        metric(&M::flowed_out, "flowed_out", "flowed out", "m³",
               "Water that has left across edges, minus inflow there; the remainder of the other sums."),
        metric(&M::broken, "broken", "broken doors", "", "Doors that are broken, by the water or by hand."),
        metric(&M::balance, "balance", "balance", "m³",
               "Volume minus initial water, rain, inflow and water poured by hand: the rounding error. Unknown where "
               "water crosses an edge."),
        metric(&M::by_hand, "by_hand", "by hand", "m³",
               "Water poured, rained or added by moved walls, minus water taken, all by hand."),
        people(Doing::dry, "dry", "people: dry", "People on the way on dry floor; unknown without people."),
        people(Doing::wading, "wading", "people: wading", "People in water of 5 cm or more; unknown without people."),
        people(Doing::trapped, "trapped", "people: trapped",
               "People surrounded by water that they avoid, or without a way to any exit or refuge; unknown without "
               "people."),
        people(Doing::toppled, "toppled", "people: toppled",
               "People swept off their feet by the water (Xia et al. 2014); unknown without people."),
        people(Doing::refuge, "refuge", "people: on refuge", "People in a refuge; unknown without people."),
        people(Doing::left, "left", "people: left", "People who have left through an exit; unknown without people."),
        metric(&M::measured, &R::flow, "flow", "people: flow", "1/s",
               "People who crossed the measured line per second in the last 10 s, both ways; unknown without people."),
        metric(&M::measured, &R::net_flow, "net_flow", "people: net flow", "1/s",
               "The same, minus those who cross from left to right; unknown without people."),
        metric(&M::measured, &R::crossed, "crossed", "people: crossed", "",
               "People who crossed the measured line since the start, both ways; unknown without people."),
        metric(&M::measured, &R::density, "area_density", "people in area: density", "1/m²",
               "Mean density of the measured area over the last 10 s (Edie 1963); unknown without people."),
        metric(&M::measured, &R::speed, "area_speed", "people in area: speed", "m/s",
               "Mean speed in the measured area over the last 10 s (Edie 1963); unknown without people."),
        metric(&M::measured, &R::specific_flow, "area_flow", "people in area: flow", "1/(m s)",
               "Specific flow in the measured area over the last 10 s: density times speed; unknown without people."),
    });
}

}  // namespace nearfield::flood
