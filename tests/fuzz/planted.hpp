#pragma once
// Readers with a planted error each, to test the fuzzer: an overflow, a leak, an endless loop and quadratic time. Each
// needs a text to begin with a certain word; the fuzzer's dictionary has these words, but not their position.
#include "readers.hpp"

namespace nearfield::fuzz {

const std::vector<Reader>& planted_readers();

}  // namespace nearfield::fuzz
