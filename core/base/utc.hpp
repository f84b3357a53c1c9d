#pragma once
#include <ctime>
#include <string>

namespace nearfield {

/// Date and time of day in UTC, with a pattern of strftime; ISO 8601 by default.
std::string utc(std::time_t moment, const char* pattern = "%Y-%m-%dT%H:%M:%SZ");

}  // namespace nearfield
