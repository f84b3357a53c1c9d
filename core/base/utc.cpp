#include "base/utc.hpp"

namespace nearfield {

std::string utc(std::time_t moment, const char* pattern) {
    std::tm parts{};
    gmtime_r(&moment, &parts);
    char text[64];
    return {text, std::strftime(text, sizeof text, pattern, &parts)};
}

}  // namespace nearfield
