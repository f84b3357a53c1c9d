#include "app/study/spoken.hpp"

#include "base/child.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace nearfield {

Spoken run_words(const std::vector<std::string>& words, const std::string& way_out) {
    const Descriptor out(memory_file()), err(memory_file());
    if (out < 0 || err < 0) throw Error(fmt::format("{} could not be started: {}", words[0], why_not_started(errno)));
    Child child(words, {{out, STDOUT_FILENO}, {err, STDERR_FILENO}});
    if (child.problem() == ENOENT) throw Error(fmt::format("{} was not found; {}", words[0], way_out));
    if (child.problem())
        throw Error(
            fmt::format("{} could not be started: {}; {}", words[0], why_not_started(child.problem()), way_out));
    const int code = child.wait_for_code();
    return {code, content_of(out), content_of(err)};
}

}  // namespace nearfield
