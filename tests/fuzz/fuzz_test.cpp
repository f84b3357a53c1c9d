// Regression tests for the fuzzers' finds and their seeds.
#include "fuzz/readers.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <nlohmann/json.hpp>

#include <ctime>
#include <new>
#include <set>
#include <stdexcept>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::fuzz {
namespace fuzz_test {

namespace fs = std::filesystem;

class Fuzz : public testing::TestWithParam<Reader> {
  protected:
    /// Texts in tests/fuzz/KIND/READER.
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

using Keys = std::set<std::string>;

/// The valid keys that a refusal of an unknown key lists.
Keys keys_in(const std::string& refusal, const std::string& unknown) {
    const std::string before_them = " Valid:";
    const auto at = refusal.find(before_them);
    Keys keys;
    if (refusal.find("no key '" + unknown + "'") == std::string::npos || at == std::string::npos) return keys;
    std::istringstream words(refusal.substr(at + before_them.size(), refusal.rfind('.') - at - before_them.size()));
    for (std::string key; words >> key;) keys.insert(key);
    return keys;
}

/// Adds an unknown key to each object of a text in turn, which reveals the valid keys there.
class KeySearch {
  public:
    KeySearch(const Reader& reader, const std::string& text) : reader_(reader), root_(Json::parse(text)) {
        visit(root_);
    }
    Keys known, used;

  private:
    using Json = nlohmann::ordered_json;

    void visit(Json& node) {
        if (node.is_object()) {
            node[unknown_] = 0;
            known.merge(keys_in(refusal(), unknown_));
            node.erase(unknown_);
        }
        for (auto& [key, part] : node.items()) {
            if (node.is_object()) used.insert(key);
            if (part.is_structured()) visit(part);
        }
    }
    std::string refusal() const {
        return nearfield::refusal([&] { read_filled(reader_, root_.dump()); });
    }

    const Reader& reader_;
    Json root_;
    const std::string unknown_ = std::string(101, 'q');  // too long to resemble another
};

TEST_P(Fuzz, SeedsHaveEveryKey) {
    const std::string reader = GetParam().name;
    if (GetParam().form != Form::json || reader == "filled_tank") return;  // `tank` has the same keys
    Keys known, used;
    for (const auto& file : files("seeds")) {
        KeySearch search(GetParam(), text_of(file));
        known.merge(search.known);
        used.merge(search.used);
    }
    for (const auto& key : known) EXPECT_TRUE(used.count(key)) << "no seed has " << key;
    if (reader == "plan") EXPECT_GT(known.size(), 50u);
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

}  // namespace fuzz_test
}  // namespace nearfield::fuzz
