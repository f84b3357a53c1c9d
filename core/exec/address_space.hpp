#pragma once
#include <cstddef>

namespace nearfield {

/// Bytes that this process may still map (ulimit -v); the largest number if there is no limit.
std::size_t addressable_bytes();

}  // namespace nearfield
