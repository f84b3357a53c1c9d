#include "app/experiment/spoken.hpp"

#include "base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace nearfield {
namespace {

/// A file in memory that a program writes into.
class Ear {
  public:
    explicit Ear(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
        if (file_ < 0) throw Error("memory is full; close other programs");
    }
    ~Ear() { close(file_); }
    Ear(const Ear&) = delete;

    int file() const { return file_; }
    std::string heard() const {
        struct stat about {};
        fstat(file_, &about);
        std::string text(std::size_t(about.st_size), '\0');
        const ssize_t read = pread(file_, text.data(), text.size(), 0);
        text.resize(std::size_t(read < 0 ? 0 : read));
        return text;
    }

  private:
    int file_;
};

}  // namespace

Spoken run_words(const std::vector<std::string>& words, const std::string& way_out) {
    const Ear out("out"), err("err");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out.file(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err.file(), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int problem = posix_spawnp(&child, words[0].c_str(), &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (problem == ENOENT) throw Error(fmt::format("{} was not found; {}", words[0], way_out));
    if (problem) throw Error(fmt::format("{} could not be started: {}; {}", words[0], std::strerror(problem), way_out));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.heard(), err.heard()};
}

}  // namespace nearfield
