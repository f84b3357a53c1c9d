#pragma once
// A metric takes two lines in a scene: the member of its Metrics, and its description:
//
//   double mean_speed = 0;
//   metric(&M::mean_speed, "mean_speed", "mean speed", "m/s", "Speed, averaged over people."),
//
// The description may continue with
//   after_a_step()   unknown before the first step
//   on(chart)        metrics in a row that name the same chart are curves of it
#include "sim/world.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace nearfield {

/// A number of a scene as a whole, and its place among the numbers of the scene's Metrics.
struct MetricSpec : Quantity {
    std::size_t place = 0;

    MetricSpec& after_a_step();
    MetricSpec& on(std::string title);
};

namespace detail {

/// Number of members of a struct that has only members double.
template <class M> constexpr std::size_t numbers_in = std::is_empty_v<M> ? 0 : sizeof(M) / sizeof(double);

/// Place of a member among the numbers of a struct.
template <class M, class T> std::size_t place_of(T M::*member) {
    const M whole{};
    const auto* part = reinterpret_cast<const std::byte*>(&(whole.*member));
    return std::size_t(part - reinterpret_cast<const std::byte*>(&whole)) / sizeof(double);
}

/// Returns the metrics. Throws std::logic_error if two have one place.
std::vector<MetricSpec> each_once(std::vector<MetricSpec> metrics);

}  // namespace detail

template <class M>
MetricSpec metric(double M::*member, std::string key, std::string title, std::string unit, std::string help) {
    return {{std::move(key), std::move(title), std::move(unit), std::move(help)}, detail::place_of(member)};
}

/// One of several numbers of the same kind.
template <class M, std::size_t N> MetricSpec metric(std::array<double, N> M::*member, std::size_t item, std::string key,
                                                    std::string title, std::string unit, std::string help) {
    return {{std::move(key), std::move(title), std::move(unit), std::move(help)}, detail::place_of(member) + item};
}

/// A member of a part.
template <class M, class Part> MetricSpec metric(Part M::*part, double Part::*member, std::string key,
                                                 std::string title, std::string unit, std::string help) {
    return {{std::move(key), std::move(title), std::move(unit), std::move(help)},
            detail::place_of(part) + detail::place_of(member)};
}

/// The list that describes a Metrics struct, in the order in which metrics are shown and recorded. Does not compile if
/// a member lacks its description.
template <class M, std::size_t N> std::vector<MetricSpec> metric_list(MetricSpec (&&metrics)[N]) {
    static_assert(N == detail::numbers_in<M>, "every member of Metrics needs exactly one description");
    return detail::each_once({metrics, metrics + N});
}
/// The numbers of a Metrics struct in the order of the list that describes it.
template <class M> std::vector<double> values_of(const M& metrics, const std::vector<MetricSpec>& list) {
    static_assert(std::is_trivially_copyable_v<M> && (std::is_empty_v<M> || sizeof(M) % sizeof(double) == 0),
                  "every member of Metrics is a double");
    std::vector<double> numbers(detail::numbers_in<M>);
    if (!numbers.empty()) std::memcpy(numbers.data(), &metrics, sizeof metrics);
    std::vector<double> values;
    values.reserve(list.size());
    for (const MetricSpec& metric : list) values.push_back(numbers[metric.place]);
    return values;
}

}  // namespace nearfield
