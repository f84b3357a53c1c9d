// A confined helper can compute; all other system calls fail.
#include "base/confine.hpp"

#include "temporary.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <map>
#include <thread>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace confine_test {

namespace fs = std::filesystem;

/// Result of `act` in a confined process of its own, up to 255. From 1000 on: 1000 plus the signal that ended it.
int confined(const Confinement& wanted, const std::function<int()>& act) {
    const pid_t child = fork();
    if (child == 0) {
        confine(wanted);
        _exit(act());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/// errno of a failed call, or 0.
int error_of(long result) { return result < 0 ? errno : 0; }

class Confine : public testing::Test {
  protected:
    void SetUp() override {
        if (!confinement_here().seccomp) GTEST_SKIP() << words_for(confinement_here());
    }
    void expect_refused(const Confinement& wanted, const std::map<std::string, std::function<long()>>& acts) const {
        for (const auto& [what, act] : acts) {
            const int error = confined(wanted, [&act = act] { return error_of(act()); });
            EXPECT_TRUE(error == EPERM || error == EACCES || error == ENOSYS) << what << ": " << error;
        }
    }
    const TemporaryFolder folder;
    const fs::path file = folder.write("own/file", "text"), other = folder.write("other/file", "text");
};

long open_to_read(const fs::path& path) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }

TEST_F(Confine, OpensNothing) {
#ifndef NEARFIELD_SANITIZED  // those may read what the system has
    expect_refused({}, {{"read a password", [] { return open_to_read("/etc/passwd"); }}});
#endif
    expect_refused({}, {{"read", [&] { return open_to_read(file); }},
                        {"read a folder", [&] { return open_to_read(folder.path()); }},
                        {"write", [&] { return open(file.c_str(), O_WRONLY); }},
                        {"read and write", [&] { return open(file.c_str(), O_RDWR); }},
                        {"empty", [&] { return open(file.c_str(), O_RDONLY | O_TRUNC); }},
                        {"make", [&] { return open((folder / "new").c_str(), O_CREAT | O_WRONLY, 0600); }},
                        {"make unnamed", [&] { return open(folder.path().c_str(), O_TMPFILE | O_RDWR, 0600); }},
                        {"cut", [&] { return truncate(file.c_str(), 0); }},
                        {"rename", [&] { return rename(file.c_str(), (folder / "new").c_str()); }},
                        {"link", [&] { return link(file.c_str(), (folder / "new").c_str()); }},
                        {"link to", [&] { return symlink(file.c_str(), (folder / "new").c_str()); }},
                        {"delete", [&] { return unlink(file.c_str()); }},
                        {"make a folder", [&] { return mkdir((folder / "new").c_str(), 0700); }},
                        {"make a pipe", [&] { return mkfifo((folder / "new").c_str(), 0700); }},
                        {"change rights", [&] { return chmod(file.c_str(), 0777); }},
                        {"change owner", [&] { return chown(file.c_str(), getuid(), getgid()); }},
                        {"move into", [&] { return chdir("/"); }}});
    EXPECT_EQ(fs::file_size(file), 4u);
    EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST_F(Confine, ReachesNobody) {
    const auto dial = [](int family) { return socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0); };
    const pid_t parent = getpid();
    expect_refused({}, {{"TCP", [=] { return dial(AF_INET); }},
                        {"local", [=] { return dial(AF_UNIX); }},
                        {"netlink", [=] { return dial(AF_NETLINK); }},
                        {"a pair",
                         [] {
                             int ends[2];
                             return socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
                         }},
                        {"a program",
                         [] {
                             char name[] = "/bin/true";
                             char* words[] = {name, nullptr};
                             return execve(name, words, environ);
                         }},
                        {"a process",
                         [] {
                             const pid_t child = vfork();
                             if (child == 0) _exit(0);
                             return child;
                         }},
                        {"a signal", [=] { return kill(parent, SIGCONT); }},
                        {"a trace", [=] { return ptrace(PTRACE_ATTACH, parent, nullptr, nullptr); }},
                        {"a file in memory", [] { return memfd_create("x", 0); }}});
}

TEST_F(Confine, ReadsWhatItMay) {
    const Confinement own{.read = {folder / "own"}};
    EXPECT_EQ(confined(own, [&] { return error_of(open_to_read(file)); }), 0);
    expect_refused(own, {{"write", [&] { return open(file.c_str(), O_RDWR); }},
                         {"make", [&] { return open((folder / "own/new").c_str(), O_CREAT | O_WRONLY, 0600); }},
                         {"delete", [&] { return unlink(file.c_str()); }}});
    if (!confinement_here().landlock) GTEST_SKIP() << "without Landlock every file can be read";
    expect_refused(own, {{"read another", [&] { return open_to_read(other); }},
                         {"read up", [&] { return open_to_read(folder / "own/../other/file"); }}});
}

TEST_F(Confine, Computes) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const auto work = [&] {
        std::vector<double> numbers(4'000'000, 1);  // larger than malloc's cached memory
        double sum = 0;
        std::thread([&] {
            for (const double n : numbers) sum += n;
        }).join();
        try {
            throw std::runtime_error("caught");
        } catch (const std::runtime_error&) { sum += 1; }
        return sum == 4'000'001 && write(ends[1], "x", 1) == 1 ? 7 : 1;
    };
    EXPECT_EQ(confined({}, work), 7);
    char heard = 0;
    EXPECT_EQ(read(ends[0], &heard, 1), 1);
    close(ends[0]);
    close(ends[1]);
#ifndef NEARFIELD_SANITIZED  // those handle the signal
    EXPECT_EQ(confined({}, []() -> int { std::abort(); }), 1000 + SIGABRT);
#endif
}

TEST_F(Confine, SaysWhatItAchieves) {
    EXPECT_EQ(confined({}, [] { return confine().seccomp; }), 0) << "nothing loosens it, or lays another over it";
    EXPECT_EQ(words_for({.landlock = 7, .seccomp = true}), "Landlock ABI 7, seccomp");
    EXPECT_EQ(words_for({}), "no Landlock (Linux 5.13 and newer), no seccomp filter");
    EXPECT_FALSE((Confined{.landlock = 7}).whole());
}

}  // namespace confine_test
}  // namespace nearfield
