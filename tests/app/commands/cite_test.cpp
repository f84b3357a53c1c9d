// nearfield cite, and CITATION.cff beside it.
#include "app/commands/cite.hpp"
#include "base/build.hpp"
#include "program.hpp"
#include "sim/scene.hpp"

#include <map>
#include <regex>

namespace nearfield {
namespace cite_test {

class Cite : public ProgramTest {};

/// Fields by name. Throws for text that is no entry.
std::map<std::string, std::string> fields_of(const std::string& entry) {
    std::map<std::string, std::string> fields;
    const std::regex field(R"(\n  (\w+) = \{(.*)\},?(?=\n))");
    for (std::sregex_iterator f(entry.begin(), entry.end(), field), end; f != end; ++f) fields[(*f)[1]] = (*f)[2];
    return fields;
}

TEST_F(Cite, EverySceneDeclaresSources) {
    std::map<std::string, std::string> known;
    for (const auto& scene : scenes()) {
        if (!std::filesystem::exists(places::scenes + "/" + scene.key)) continue;  // a scene for tests
        const auto sources = citation::sources_of(scene.key);
        EXPECT_FALSE(sources.empty()) << scene.key;
        for (const auto& source : sources) {
            const auto fields = fields_of(source.text);
            for (const char* needed : {"author", "title", "year"})
                EXPECT_TRUE(fields.contains(needed)) << source.key << ": " << needed;
            EXPECT_EQ(std::count(source.text.begin(), source.text.end(), '{'),
                      std::count(source.text.begin(), source.text.end(), '}'))
                << source.key;
            EXPECT_EQ(known.try_emplace(source.key, source.text).first->second, source.text)
                << source.key << " differs between scenes";
        }
    }
}

TEST_F(Cite, PrintsTheProgramAndEachSourceOnce) {
    const auto boids = run("cite boids circles");
    ASSERT_EQ(boids.code, 0) << boids.err;
    const auto entries = citation::entries_of(boids.out);
    std::vector<std::string> keys;
    for (const auto& entry : entries) keys.push_back(entry.key);
    EXPECT_EQ(keys,
              (std::vector<std::string>{"nearfield", "reynolds1987", "reynolds1999", "ballerini2008", "chisholm2020"}));
    EXPECT_EQ(fields_of(entries[0].text).at("version"), this_build().version);
    EXPECT_NE(entries[0].text.find(this_build().sources), std::string::npos) << "the build, not only the version";
    EXPECT_EQ(fields_of(entries[1].text).at("doi"), "10.1145/37401.37406");
    EXPECT_NE(run("cite bird").err.find("bird"), std::string::npos);
}

TEST_F(Cite, CitationFileIsOfThisVersion) {
    const auto file = text_of(places::scenes + "/../CITATION.cff");
    EXPECT_NE(file.find("\nversion: " + this_build().version + "\n"), std::string::npos) << file;
    const auto program = fields_of(citation::program_entry() + "\n");
    EXPECT_NE(file.find("\ntitle: \"" + program.at("title") + "\"\n"), std::string::npos);
    EXPECT_NE(file.find("name: \"The Nearfield authors\""), std::string::npos);
    EXPECT_EQ(program.at("author"), "{The Nearfield authors}");
}

}  // namespace cite_test
}  // namespace nearfield
