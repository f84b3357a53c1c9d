// Free memory in a control group, from folders like the kernel's.
#include "exec/memory_group.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>

#include <string>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace memory_group_test {

class MemoryGroup : public testing::Test {
  protected:
    void write(const std::string& file, const std::string& text) { root_.write(file, text); }
    std::size_t left() const { return bytes_left_in_group(root_ / "own", root_ / "groups"); }

    const TemporaryFolder root_;
};

constexpr std::size_t no_limit = ~std::size_t{0};

TEST_F(MemoryGroup, IsTheLeastOfAllThatAProcessIsIn) {
    write("own", "0::/job/step\n");
    write("groups/job/memory.max", "1000\n");
    write("groups/job/memory.current", "700\n");
    write("groups/job/memory.stat", "anon 500\ninactive_file 150\nactive_file 50\n");
    write("groups/job/step/memory.max", "max\n");
    write("groups/job/step/memory.current", "10\n");
    EXPECT_EQ(left(), 450u) << "1000 - (700 - 150): pages of files that can go do not count";
    write("groups/job/step/memory.max", "60\n");
    EXPECT_EQ(left(), 50u);
}

TEST_F(MemoryGroup, OfTheFirstVersion) {
    write("own", "12:cpu,cpuacct:/else\n4:memory:/job\n0::/\n");
    write("groups/memory/job/memory.limit_in_bytes", "1000\n");
    write("groups/memory/job/memory.usage_in_bytes", "1200\n");
    EXPECT_EQ(left(), 0u) << "more in use than allowed";
    write("groups/memory/job/memory.usage_in_bytes", "900\n");
    EXPECT_EQ(left(), 100u);
}

TEST_F(MemoryGroup, AContainerSeesItsOwnAsTheOutermost) {
    write("own", "0::/docker/of/the/host\n");
    write("groups/memory.max", "500\n");
    write("groups/memory.current", "100\n");
    EXPECT_EQ(left(), 400u);
}

TEST_F(MemoryGroup, WithoutALimitEverythingIsFree) {
    EXPECT_EQ(left(), no_limit) << "no such files";
    write("own", "garbage\n0::/a\n");
    write("groups/a/memory.max", "max\n");
    write("groups/a/memory.current", "5\n");
    EXPECT_EQ(left(), no_limit);
}

}  // namespace memory_group_test
}  // namespace nearfield
