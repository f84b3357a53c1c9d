#include "sim/check.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nearfield {

Finding within(std::string what, double value, double lo, double hi, std::string unit) {
    return {std::move(what), value, std::move(unit), fmt::format("{:.6g} to {:.6g}", lo, hi),
            value >= lo && value <= hi};
}
Finding at_most(std::string what, double value, double most, std::string unit) {
    return {std::move(what), value, std::move(unit), fmt::format("<= {:.6g}", most), value <= most};
}
Finding at_least(std::string what, double value, double least, std::string unit) {
    return {std::move(what), value, std::move(unit), fmt::format(">= {:.6g}", least), value >= least};
}
Finding left_out(const std::string& why) { return reported("left out: " + why, NAN); }
Finding reported(std::string what, double value, std::string unit) {
    return {std::move(what), value, std::move(unit), "", true};
}

}  // namespace nearfield
