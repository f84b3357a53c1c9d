#pragma once
#include <ctime>
#include <string>

namespace nearfield {

/// A moment as a date and a time of day in UTC, in the terms of strftime; ISO 8601 if nothing else is asked for.
std::string utc(std::time_t moment, const char* pattern = "%Y-%m-%dT%H:%M:%SZ");

}  // namespace nearfield
