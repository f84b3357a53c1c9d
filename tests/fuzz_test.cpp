// What the fuzzers have found stays found: every text that once made a reader fail, and the fuzzers' seeds.
#include "base/error.hpp"
#include "fuzz/readers.hpp"
#include "program.hpp"

#include <ctime>
#include <new>
#include <stdexcept>

namespace nearfield::fuzz {
namespace {

namespace fs = std::filesystem;

class Fuzz : public testing::TestWithParam<Reader> {
  protected:
    /// The texts in tests/fuzz/KIND/READER.
    static std::vector<fs::path> files(const char* kind) {
        std::vector<fs::path> files;
        const fs::path texts = fs::path(places::fuzz) / kind, folder = texts / GetParam().name;
        EXPECT_TRUE(fs::exists(texts)) << texts;
        if (fs::exists(folder))
            for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
        return files;
    }
};

TEST_P(Fuzz, CasesAreAnsweredWell) {
    for (const auto& file : files("cases")) EXPECT_EQ(fault(GetParam(), text_of(file)), "") << file;
}

TEST_P(Fuzz, SeedsAreTaken) {
    const auto seeds = files("seeds");
    ASSERT_FALSE(seeds.empty()) << "a fuzzer without seeds does not reach beyond the parser";
    for (const auto& file : seeds) {
        EXPECT_EQ(fault(GetParam(), text_of(file)), "") << file;
        EXPECT_NO_THROW(read_filled(GetParam(), text_of(file))) << file;
    }
}

INSTANTIATE_TEST_SUITE_P(Readers, Fuzz, testing::ValuesIn(readers()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(FuzzOracle, FaultsAreTold) {
    const auto fault_with = [](void (*read)(const std::string&)) { return fault({"", Form::words, read}, "text"); };
    EXPECT_EQ(fault_with([](const std::string&) {}), "");
    EXPECT_EQ(fault_with([](const std::string&) { throw UsageError("no 'x'; give y"); }), "");
    EXPECT_NE(fault_with([](const std::string&) { throw std::out_of_range("at"); }), "");
    EXPECT_NE(fault_with([](const std::string&) { throw std::bad_alloc(); }), "");
    EXPECT_NE(fault_with([](const std::string&) { throw Error(""); }), "");
    EXPECT_NE(fault_with([](const std::string&) {
                  const auto begin = std::clock();
                  while (double(std::clock() - begin) < 1.2 * budget(4) * CLOCKS_PER_SEC) {}
              }),
              "");
}

}  // namespace
}  // namespace nearfield::fuzz
