#pragma once
// Readers with an error each, for which the fuzzer is tried: an overflow, a leak, an endless loop, and reading that
// takes the square of the text's length. Each waits behind a word with which a text has to begin: the fuzzer is given
// such words, but not where they belong.
#include "readers.hpp"

namespace nearfield::fuzz {

const std::vector<Reader>& planted_readers();

}  // namespace nearfield::fuzz
