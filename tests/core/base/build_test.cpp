#include "base/build.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nearfield {
namespace build_test {

TEST(BuildTest, SaysItsVersionAndSources) {
    const Build& build = this_build();
    EXPECT_EQ(build.version, NEARFIELD_VERSION);
    EXPECT_EQ(build.sources.size(), 16u);
    EXPECT_EQ(build.sources.find_first_not_of("0123456789abcdef"), std::string::npos) << build.sources;
    EXPECT_NE(text_of(build).find(build.sources), std::string::npos) << text_of(build);
}

TEST(BuildTest, NamesItsCommit) {
    const Build build{"1.2", "0123456789abcdef", "fedcba98765432100123456789abcdef01234567",
                      true,  "GNU 12.2.0",       "Debug"};
    EXPECT_EQ(text_of(build),
              "nearfield 1.2, sources 0123456789abcdef, commit fedcba9876 with changes, GNU 12.2.0, Debug");
}

TEST(BuildTest, IsReadAsItWasWritten) {
    const Build build{"1.2", "0123456789abcdef", "fedcba", true, "GNU 12.2.0", "Debug"};
    EXPECT_EQ(build_of(to_json(build)), build);
    EXPECT_EQ(build_of(nlohmann::ordered_json::array()), Build());
    EXPECT_EQ(build_of({{"version", 1}, {"changed", "yes"}, {"type", "Debug"}}), Build{.type = "Debug"});
}

TEST(BuildTest, CommitsOfEqualSourcesAreTheSameProgram) {
    const Build build{"1.2", "0123456789abcdef", "fedcba", true, "GNU 12.2.0", "Debug"};
    Build other = build;
    other.commit = "abc", other.is_changed = false;
    EXPECT_TRUE(is_same_program(build, other));
    for (std::string Build::*part : {&Build::version, &Build::sources, &Build::compiler, &Build::type}) {
        other = build;
        other.*part += "0";
        EXPECT_FALSE(is_same_program(build, other));
    }
}

}  // namespace build_test
}  // namespace nearfield
