#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace nearfield {

/// An error for the user: one line that names the value and says what to do instead. Exit code 1.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A mistake in how the program was called: an unknown name or a bad value. Exit code 2.
struct UsageError : Error {
    using Error::Error;
};

/// " Did you mean 'x'?" for the valid name nearest to `given` (edit distance), or the list of names if none is near.
std::string suggest(const std::string& given, const std::vector<std::string>& names);

}  // namespace nearfield
