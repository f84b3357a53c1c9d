#include "sim/metrics.hpp"

#include <set>
#include <stdexcept>

namespace nearfield {

MetricSpec& MetricSpec::after_a_step() {
    known = Known::after_a_step;
    return *this;
}

MetricSpec& MetricSpec::on(std::string title) {
    chart = std::move(title);
    return *this;
}

std::vector<MetricSpec> detail::each_once(std::vector<MetricSpec> metrics) {
    std::set<std::size_t> places;
    for (const MetricSpec& metric : metrics)
        if (!places.insert(metric.place).second)
            throw std::logic_error("a member of Metrics is described twice: " + metric.key);
    return metrics;
}

}  // namespace nearfield
