#include "base/child.hpp"

#include "base/error.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>

namespace nearfield {

void Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

std::string why_not_started(int problem) {
    if (problem == EMFILE || problem == ENFILE) return too_many_files;
    return problem == ENOMEM ? "memory is full; close other programs" : std::strerror(problem);
}

int memory_file(const std::string& text) {
    const int file = memfd_create("nearfield", MFD_CLOEXEC);
    for (std::size_t at = 0; file >= 0 && at < text.size();) {
        const ssize_t n = write(file, text.data() + at, text.size() - at);
        if (n <= 0) {
            const int problem = n < 0 && errno != ENOSPC ? errno : ENOMEM;
            close(file);
            errno = problem;
            return -1;
        }
        at += std::size_t(n);
    }
    if (file >= 0) lseek(file, 0, SEEK_SET);
    return file;
}

std::string content_of(int file) {
    struct stat about {};
    fstat(file, &about);
    std::string content(std::size_t(about.st_size), '\0');
    for (std::size_t at = 0; at < content.size();) {
        const ssize_t n = pread(file, content.data() + at, content.size() - at, off_t(at));
        if (n <= 0) throw Error("what another program wrote cannot be read; is memory full?");
        at += std::size_t(n);
    }
    return content;
}

Child::Child(const std::vector<std::string>& words, const std::vector<Link>& links) {
    int last = STDERR_FILENO;
    for (const auto& link : links) last = std::max(last, link.there);
    std::vector<std::unique_ptr<Descriptor>>
        parked;  // above all numbers that are given, so that none overwrites another
    std::vector<int> own;
    for (const auto& link : links) {
        own.push_back(link.own);
        if (link.own < 0 || link.own > last) continue;
        parked.push_back(std::make_unique<Descriptor>(fcntl(link.own, F_DUPFD_CLOEXEC, last + 1)));
        own.back() = *parked.back();
        if (own.back() >= 0) continue;
        problem_ = errno == EINVAL ? EMFILE : errno;  // EINVAL: the limit of descriptors leaves no number above
        return;
    }
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    for (int k = STDIN_FILENO; k <= STDERR_FILENO; ++k)
        posix_spawn_file_actions_addopen(&files, k, "/dev/null", O_RDWR, 0);
    for (std::size_t k = 0; k < links.size(); ++k) posix_spawn_file_actions_adddup2(&files, own[k], links[k].there);
    posix_spawn_file_actions_addclosefrom_np(&files, last + 1);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    problem_ = posix_spawnp(&pid_, words[0].c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (problem_) pid_ = -1;
}

Child::~Child() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    wait();
}

bool Child::ended() const {
    siginfo_t about{};
    return pid_ <= 0 || (waitid(P_PID, id_t(pid_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == pid_);
}

void Child::interrupt() const {
    if (pid_ > 0) kill(pid_, SIGINT);
}

int Child::wait() {
    int status = 0;
    while (pid_ > 0 && waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
    pid_ = -1;
    return status;
}

int Child::wait_for_code() {
    const int status = wait();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace nearfield
