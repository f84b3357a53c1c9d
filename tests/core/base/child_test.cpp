// Child processes get the requested descriptors under any limit on descriptors.
#include "base/child.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace child_test {

/// Result of `act` in a process with only the standard descriptors open, under a limit.
int with_descriptors(rlim_t most, const std::function<int()>& act) {
    const pid_t child = fork();
    if (child == 0) {
        for (int file = STDERR_FILENO + 1; file < 1024; ++file) close(file);
        const rlimit limit{most, most};
        setrlimit(RLIMIT_NOFILE, &limit);
        _exit(act());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(Child, HandsOnDescriptorsUnderAnyLimit) {
    for (const rlim_t most : {8, 10, 20, 50, 150, 1024}) {
        const int wrong = with_descriptors(most, [] {
            const Descriptor in(memory_file("some text")), out(memory_file()), third(memory_file());
            Child child({"tee", "/dev/fd/3"}, {{in, STDIN_FILENO}, {out, STDOUT_FILENO}, {third, 3}});
            if (child.problem()) return 1;
            if (child.wait_for_code() != 0) return 2;
            return content_of(out) == "some text" && content_of(third) == "some text" ? 0 : 3;
        });
        EXPECT_EQ(wrong, 0) << most;
    }
}

TEST(Child, DescriptorsMayChangePlaces) {
    const int wrong = with_descriptors(100, [] {
        const Descriptor a(memory_file()), b(memory_file());  // 3 and 4
        Child child({"sh", "-c", "echo first >&4; echo second >&3"}, {{a, b}, {b, a}});
        if (child.wait_for_code() != 0) return 1;
        return content_of(a) == "first\n" && content_of(b) == "second\n" ? 0 : 2;
    });
    EXPECT_EQ(wrong, 0);
}

TEST(Child, SaysThatNoDescriptorIsLeft) {
    const int wrong = with_descriptors(5, [] {
        const Descriptor in(memory_file("x")), last(memory_file("y"));
        if (memory_file("z") >= 0 || errno != EMFILE) return 1;
        return Child({"cat"}, {{in, 4}}).problem() == EMFILE ? 0 : 2;
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(why_not_started(EMFILE), "too many files are open; raise the limit (ulimit -n)");
}

}  // namespace child_test
}  // namespace nearfield
