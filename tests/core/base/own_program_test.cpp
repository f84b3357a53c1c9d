// How the program finds itself and its parts: never by PATH or in the current folder.
#include "base/own_program.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace own_program_test {

namespace fs = std::filesystem;
using Found = std::optional<fs::path>;

class OwnProgram : public ::testing::Test {
  protected:
    fs::path made(const std::string& name) {
        const auto path = folder / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << "#!/bin/sh\n";
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
    TemporaryFolder temporary;
    const fs::path folder = fs::canonical(temporary.path());
    const fs::path no_link = folder / "proc/self/exe";
};

TEST_F(OwnProgram, IsTheOneThatRuns) {
    EXPECT_EQ(find_own_program(), Found(fs::canonical("/proc/self/exe")));
    EXPECT_EQ(own_program(), fs::canonical("/proc/self/exe"));
}

TEST_F(OwnProgram, WithoutProcTheStartTells) {
    const auto program = made("bin/nearfield"), installed = made("usr/bin/nearfield");
    EXPECT_EQ(program_from(no_link, program, installed), Found(program));
    EXPECT_EQ(program_from(no_link, folder / "elsewhere/../bin/nearfield", installed), Found(installed));
    fs::create_symlink(program, folder / "link");
    EXPECT_EQ(program_from(no_link, folder / "link", installed), Found(program));
    EXPECT_EQ(program_from(no_link, "", installed), Found(installed));
    EXPECT_EQ(program_from(no_link, "nearfield", installed), Found(installed));
    EXPECT_EQ(program_from(no_link, "", folder / "missing"), std::nullopt);
    EXPECT_EQ(program_from(no_link, "", ""), std::nullopt);
}

TEST_F(OwnProgram, ALinkOfTheKernelComesFirst) {
    const auto program = made("bin/nearfield"), other = made("other/nearfield");
    fs::create_symlink(program, folder / "exe");
    EXPECT_EQ(program_from(folder / "exe", other, other), Found(program));
    // An upgrade replaces the file, and the kernel marks the link.
    fs::create_symlink(program.string() + " (deleted)", folder / "replaced");
    EXPECT_EQ(program_from(folder / "replaced", other, other), Found(program));
    const auto odd = made("bin/odd (deleted)");
    fs::create_symlink(odd, folder / "odd");
    EXPECT_EQ(program_from(folder / "odd", other, other), Found(odd));
    // A program started outside of its root folder
    fs::create_symlink("(unreachable)/bin/nearfield", folder / "unreachable");
    EXPECT_EQ(program_from(folder / "unreachable", "", other), Found(other));
}

TEST_F(OwnProgram, APathOfAStartHasASlash) {
    EXPECT_EQ(path_of_start("/usr/bin/nearfield", "/home"), "/usr/bin/nearfield");
    EXPECT_EQ(path_of_start("./nearfield", "/home"), "/home/./nearfield");
    EXPECT_EQ(path_of_start("build/bin/nearfield", "/home"), "/home/build/bin/nearfield");
    EXPECT_EQ(path_of_start("nearfield", "/home"), "");
    EXPECT_EQ(path_of_start("", "/home"), "");
}

TEST_F(OwnProgram, HelpersAreBesideItOrInItsPrefix) {
    const auto own = own_program().parent_path();
    const auto folders = helper_folders();
    ASSERT_EQ(folders.size(), 2u);
    EXPECT_EQ(folders[0], own);
    EXPECT_EQ(folders[1].filename(), "nearfield");
    EXPECT_TRUE(folders[1].is_absolute());
    EXPECT_EQ(find_helper("no-such-helper"), std::nullopt);
    EXPECT_EQ(find_helper(own_program().filename().string()), Found(own_program()));
}

TEST_F(OwnProgram, NeitherPathNorTheCurrentFolderHoldsHelpers) {
    made("no-such-helper");
    const std::string path = std::getenv("PATH");
    const auto before = fs::current_path();
    setenv("PATH", folder.c_str(), 1);
    fs::current_path(folder);
    EXPECT_EQ(find_helper("no-such-helper"), std::nullopt);
    fs::current_path(before);
    setenv("PATH", path.c_str(), 1);
}

}  // namespace own_program_test
}  // namespace nearfield
