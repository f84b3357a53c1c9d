// Other programs get the descriptors that they are given, under any limit on descriptors.
#include "base/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

namespace nearfield {
namespace child_test {

/// A limit on open files while it lives.
class FewFiles {
  public:
    explicit FewFiles(rlim_t most) {
        getrlimit(RLIMIT_NOFILE, &before_);
        const rlimit limit{most, before_.rlim_max};
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

  private:
    rlimit before_{};
};

const std::vector<std::string> copy_in_to_3{"sh", "-c", "cat >&3; echo ended"};

TEST(Child, HandsOnDescriptorsUnderAnyLimit) {
    for (const rlim_t most : {24, 50, 150, 1024}) {
        const Descriptor in(memory_file("some text")), out(memory_file()), third(memory_file());
        ASSERT_LT(third, 20) << "the test needs a process with few open files";
        const FewFiles limit(most);
        Child child(copy_in_to_3, {{in, STDIN_FILENO}, {out, STDOUT_FILENO}, {third, 3}});
        EXPECT_EQ(child.problem(), 0) << most;
        EXPECT_EQ(child.wait_for_code(), 0) << most;
        EXPECT_EQ(content_of(out), "ended\n") << most;
        EXPECT_EQ(content_of(third), "some text") << most;
    }
}

TEST(Child, DescriptorsMayChangePlaces) {
    const Descriptor a(memory_file()), b(memory_file());
    Child child({"sh", "-c", fmt::format("echo first >&{}; echo second >&{}", int(b), int(a))}, {{a, b}, {b, a}});
    EXPECT_EQ(child.wait_for_code(), 0);
    EXPECT_EQ(content_of(a), "first\n");
    EXPECT_EQ(content_of(b), "second\n");
}

TEST(Child, SaysThatNoDescriptorIsLeft) {
    const Descriptor in(memory_file("x"));
    const FewFiles limit(rlim_t(in) + 1);
    Child child({"cat"}, {{in, in + 5}});
    EXPECT_EQ(child.problem(), EMFILE);
    EXPECT_EQ(why_not_started(child.problem()), "too many files are open; raise the limit (ulimit -n)");
    EXPECT_LT(memory_file("x"), 0);
    EXPECT_EQ(errno, EMFILE);
}

}  // namespace child_test
}  // namespace nearfield
