#pragma once
#include <cstddef>

namespace nearfield {

/// Bytes that this process may still map (ulimit -v); the maximum value without a limit.
std::size_t addressable_bytes();

}  // namespace nearfield
