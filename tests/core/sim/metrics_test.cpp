#include "sim/metrics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace nearfield {
namespace metrics_test {

struct Pair {
    double first = 0, second = 0;
};
struct Numbers {
    double one = 1;
    Pair pair{2, 3};
    std::array<double, 2> list{4, 5};
};

TEST(Metrics, AreReadByMemberWhateverTheirOrder) {
    using M = Numbers;
    const auto list =
        metric_list<M>({metric(&M::list, 1, "e", "", "", ""), metric(&M::pair, &Pair::second, "c", "", "", ""),
                        metric(&M::one, "a", "", "", ""), metric(&M::pair, &Pair::first, "b", "", "", ""),
                        metric(&M::list, 0, "d", "", "", "")});
    EXPECT_EQ(values_of(M{}, list), (std::vector<double>{5, 3, 1, 2, 4}));
    EXPECT_EQ(keys_of({list.begin(), list.end()}), (std::vector<std::string>{"e", "c", "a", "b", "d"}));
    EXPECT_THROW(
        metric_list<Pair>({metric(&Pair::first, "first", "", "", ""), metric(&Pair::first, "again", "", "", "")}),
        std::logic_error);
}

}  // namespace metrics_test
}  // namespace nearfield
