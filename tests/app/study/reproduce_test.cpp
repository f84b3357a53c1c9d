// nearfield reproduce: every experiment at small size gives its table and chart; measurements agree with theory where
// there is one.
#include "csv_table.hpp"

#include "app/study/study.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace reproduce_test {

/// Cases share the results of an experiment: the first case that needs them runs it.
// takes long
class Reproduce : public ProgramTest {
  protected:
    static void SetUpTestSuite() { results.emplace(); }
    static void TearDownTestSuite() { results.reset(); }

    Outcome quick(const std::string& names) {
        return run("reproduce " + names + " --quick --backend cpu --resume --out '" + results->path().string() + "'");
    }
    std::string result(const std::string& file) { return text_of(*results / file); }

    static inline std::optional<TemporaryFolder> results;
};

std::set<std::string> distinct(const std::vector<std::string>& values) { return {values.begin(), values.end()}; }

TEST_F(Reproduce, WithoutNameListsAll) {
    const auto list = run("reproduce");
    EXPECT_EQ(list.code, 0) << list.err;
    for (const auto& study : shipped_studies()) {
        EXPECT_NE(list.out.find(study.name + " "), std::string::npos) << study.name;
        EXPECT_NE(list.out.find(study.source), std::string::npos) << study.name;
    }
    EXPECT_EQ(lines_of(list.out).size(), 2 + shipped_studies().size()) << "one line each";
    EXPECT_TRUE(listing().empty());
}

/// Every experiment that this program can run: a row per combination and stage, and a chart that ends with the quoted
/// claim.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Reproduce, EveryExperimentGivesTableAndChart) {
    const auto outcome = quick("all");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const auto& study : shipped_studies()) {
        SCOPED_TRACE(study.name);
        if (!missing_for(study).empty()) {
            EXPECT_NE(outcome.out.find(study.name + ": left out"), std::string::npos);
            continue;
        }
        const auto plan = plan_of(study, Backend::cpu, true);
        auto rows = table(result(study.name + ".csv"));
        EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "total"), std::ptrdiff_t(plan.runs()));
        if (plan.subject.searches() && !plan.subject.sampled) {
            EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "construct"), std::ptrdiff_t(plan.runs()));
        }
        for (const auto& sweep : plan.sweeps())
            EXPECT_EQ(distinct(rows[sweep.key]), distinct(sweep.values)) << sweep.key;
        const auto svg = result(study.name + ".svg");
        EXPECT_NE(svg.find("</svg>"), std::string::npos);
        EXPECT_NE(svg.find("Thesis, "), std::string::npos);
        EXPECT_EQ(count(svg, "rotate(-90 26"), study.charts.size()) << "a y label for each panel";
        EXPECT_GT(count(svg, "<circle"), plan.runs() / 4);
        EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
}

/// Full plans are validated, but not run.
TEST_F(Reproduce, FullPlansAreValid) {
    for (const auto& study : shipped_studies()) {
        if (!missing_for(study).empty()) continue;
        const auto plan = plan_of(study, Backend::cpu, false);
        EXPECT_GE(plan.runs(), study.full.vary.size() == 1 ? 2u : study.keep.empty() ? 12u : 6u) << study.name;
        for (const auto& chart : study.charts)
            for (const auto& [key, value] : chart.only) {
                ASSERT_TRUE(plan.varies(key)) << study.name << ": " << key;
                EXPECT_TRUE(
                    distinct(plan.sweeps()[plan.index(key)].values).count(spelled(key, {value}, plan.settings).front()))
                    << study.name << ": " << value;
            }
    }
}

/// The visited box is 2R + W wide on average for any W; Table 6.1 of Chisholm 2020 has 1.54 at 0.7.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Reproduce, SurplusAgreesWithTheory) {
    ASSERT_EQ(quick("surplus").code, 0);
    auto rows = table(result("surplus.csv"));
    int compared = 0;
    for (std::size_t r = 0; r < rows["stage"].size(); ++r) {
        if (rows["stage"][r] != "total") continue;
        const int dimensions = std::stoi(rows["dimensions"][r]);
        const double w = std::stod(rows["search.bin_ratio"][r]), pi = std::acos(-1.0);
        const double measured = std::stod(rows["candidates_last"][r]) / std::stod(rows["neighbours_last"][r]);
        const std::string where =
            rows["search.visit"][r] + " " + rows["dimensions"][r] + " " + rows["search.bin_ratio"][r];
        EXPECT_NEAR(measured, std::stod(rows["surplus_theory"][r]), 0.02 * measured) << where;
        EXPECT_NEAR(std::stod(rows["neighbours_last"][r]), 20, 0.5) << where;
        if (rows["search.visit"][r] != "bins" && rows["search.visit"][r] != "strips") continue;
        EXPECT_NEAR(measured, std::pow(2 + w, dimensions) / (dimensions == 2 ? pi : 4 * pi / 3), 0.02 * measured)
            << where;
        ++compared;
    }
    EXPECT_EQ(compared, 2 * 2 * 5);
}

/// For a disc: its area, the cells' perimeter and area.
TEST_F(Reproduce, CellsVisitedAreThoseOfSteinersFormula) {
    ASSERT_EQ(quick("decompositions").code, 0);
    auto rows = table(result("decompositions.csv"));
    ASSERT_EQ(rows["cells"].size(), 5u * 3);
    for (std::size_t r = 0; r < rows["cells"].size(); ++r) {
        const std::string cells = rows["cells"][r];
        const double w = std::stod(rows["ratio"][r]), pi = std::acos(-1.0),
                     visited = std::stod(rows["candidates_last"][r]);
        const double side = w * std::sqrt(2 / std::sqrt(27.0));
        const double expected = cells == "boxes"      ? (2 + w) * (2 + w)
                                : cells == "squares"  ? pi + 4 * w + w * w
                                : cells == "fine"     ? pi + 2.5 * w + w * w / 4
                                : cells == "hexagons" ? pi + 6 * side + w * w
                                                      : pi / 2 + (pi + 2) / pi * 2 * w + w * w;
        const double more = cells == "sector" ? 0.02 * w : 0;  // strips are cut to the disc and the sector one after
                                                               // the other
        EXPECT_NEAR(visited / expected, 1 + more, 0.005) << cells << " " << w;
        EXPECT_NEAR(std::stod(rows["surplus_theory"][r]) * std::stod(rows["neighbours_last"][r]), expected, 1e-4);
    }
}

/// The timed work is the same for all sorts and visits.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Reproduce, ChecksumsDependOnTheActorsAlone) {
    ASSERT_EQ(quick("contention bins surplus z-order strips-density").code, 0);
    const auto same_for = [&](const std::string& name, const std::vector<std::string>& keys) {
        auto rows = table(result(name + ".csv"));
        std::map<std::string, std::set<std::string>> checksums;
        for (std::size_t r = 0; r < rows["stage"].size(); ++r) {
            std::string which;
            for (const auto& key : keys) which += rows[key][r] + " ";
            checksums[which].insert(rows["checksum"][r]);
        }
        std::set<std::string> all;
        for (const auto& [which, sums] : checksums) {
            EXPECT_EQ(sums.size(), 1u) << name << " at " << which;
            all.insert(sums.begin(), sums.end());
        }
        EXPECT_EQ(all.size(), checksums.size()) << name << ": others have others";
    };
    same_for("contention", {"bins"});
    same_for("bins", {"bins"});
    same_for("surplus", {"dimensions"});
    same_for("strips-density", {"neighbours", "dimensions"});
    same_for("z-order", {"actors", "dimensions"});
}

/// Before and after: equal neighbours, and a construction that does its own work.
TEST_F(Reproduce, CaseStudiesDoTheSameInEveryWay) {
    ASSERT_EQ(quick("boids pedestrians keratinocyte").code, 0);
    for (const char* name : {"boids", "pedestrians", "keratinocyte"}) {
        SCOPED_TRACE(name);
        auto rows = table(result(std::string(name) + ".csv"));
        EXPECT_EQ(distinct(rows["checksum"]).size(), 1u);
        EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "total"), 2 * 2 * 2);
        for (const auto& settings : rows["settings"])
            EXPECT_NE(settings.find("search.count_ahead=off"), std::string::npos) << settings;
        for (const char* stage : {"histogram", "sort"})
            EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), stage), 2 * 2) << stage;
    }
    auto rows = table(result("keratinocyte.csv"));
    EXPECT_EQ(distinct(rows["warmup"]), std::set<std::string>{"until tick 1"});
}

/// A size of the station, with the named ways only.
TEST_F(Reproduce, TheStationIsTimedInTwoSizes) {
    for (const char* name : {"station", "station-large"}) {
        const auto& all = shipped_studies();
        const auto at = std::find_if(all.begin(), all.end(), [&](const auto& r) { return r.name == name; });
        ASSERT_NE(at, all.end()) << name;
        const auto plan = plan_of(*at, Backend::cpu, false);
        EXPECT_EQ(plan.runs(), 2u * 3) << name;
        for (u64 run = 0; run < plan.runs(); ++run) {
            const auto settings = plan.settings_of(run);
            EXPECT_EQ(settings.text("search.sort"), settings.text("search.visit") == "bins" ? "radix" : "counting");
        }
    }
}

TEST_F(Reproduce, TheRowHasTheBinsAskedFor) {
    ASSERT_EQ(quick("density").code, 0);
    auto rows = table(result("density.csv"));
    for (std::size_t r = 0; r < rows["stage"].size(); ++r)
        EXPECT_EQ(std::stod(rows["grid_bins"][r]),
                  std::max(1.0, std::round(std::stod(rows["actors"][r]) / std::stod(rows["per_bin"][r]))));
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_F(Reproduce, GoesOnWithWhatIsMissing) {
    const std::string command = "reproduce wee --quick --backend cpu --out o";
    ASSERT_EQ(run(command).code, 0);
    const auto before = read("o/wee.csv");
    expect_complaint(command, 1, {"wee.csv", "exists", "--resume", "--force"});
    const auto again = run(command + " --resume");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.out.find("configurations were already in the file"), std::string::npos) << again.out;
    EXPECT_EQ(read("o/wee.csv"), before);
    write("o/wee.csv", std::regex_replace(before, std::regex(",3000,"), ",3001,"));
    expect_complaint(command + " --resume", 2, {"wee.csv:5:", "actors", "'3001'", "'3000'"});
    EXPECT_EQ(run(command + " --force").code, 0);
    EXPECT_NE(read("o/wee.csv"), before);
}

/// A shipped file under another name gives the same table there.
TEST_F(Reproduce, AChangedCopyRuns) {
    auto text = text_of(std::filesystem::path(places::assets) / "studies/16-decompositions.json");
    const std::string shipped = "samples\": 20000";
    ASSERT_NE(text.find(shipped), std::string::npos);
    write("mine.json", text.replace(text.find(shipped), shipped.size(), "samples\": 100"));
    const auto outcome = run("reproduce ./mine.json --quick --backend cpu --out o");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(table(read("o/mine.csv"))["settings"].front(), "samples=100");
    EXPECT_NE(read("o/mine.svg").find("</svg>"), std::string::npos);
    write("decompositions.json", text);
    expect_complaint("reproduce decompositions ./decompositions.json --quick --out o", 2, {"rename the file"});
}

TEST_F(Reproduce, AFileThatIsWrongSaysWhere) {
    const auto expect_refused = [&](const std::string& members, const std::vector<std::string>& words) {
        write("s.json", R"({"nearfield": 1, "title": "T", "scene": "circles", )" + members + "}");
        auto all = words;
        all.push_back("s.json:");
        expect_complaint("reproduce ./s.json --quick --backend cpu --out o", 2, all);
    };
    expect_refused(R"("vari": "x")", {"no key 'vari'", "'vary'"});
    expect_refused(R"("vary": ["forc=1"])", {"'forc'", "'force'"});
    expect_refused(R"("vary": ["force"])", {"force", "key=v1,v2"});
    expect_refused(R"("vary": ["force=0.1"], "keep": [{"forc": 1}])", {"'forc'"});
    expect_refused(R"("preset": "there")", {"preset", "'there'"});
    expect_refused(R"("steps": 0)", {"steps", "at least 1"});
    expect_refused(R"("charts": [{"x": "force"}])", {"force does not vary"});
    expect_refused(R"("charts": [{}])", {"'x' or 'places'"});
    expect_refused(R"("vary": ["force=0.1"], "charts": [{"x": "force", "only": {"side": 3}}])", {"side does not vary"});
    expect_refused(R"("vary": ["force=0.1"], "charts": [{"x": "force", "readings": [{"column": "median"}]}])",
                   {"no column 'median'"});
}

TEST_F(Reproduce, WrongUsage) {
    expect_complaint("reproduce surpluss", 2, {"'surpluss'", "'surplus'"});
    expect_complaint("reproduce surplus --backend cud", 2, {"--backend", "'cuda'"});
    expect_complaint("reproduce surplus --quick --force --resume", 2, {"--force", "--resume"});
    write("file", "");
    expect_complaint("reproduce surplus --quick --out file", 1, {"--out file", "folder"});
    expect_complaint("reproduce surplus --quick --out file/under", 1, {"file/under"});
    for (const auto& study : shipped_studies())
        if (!missing_for(study).empty())
            expect_complaint("reproduce " + study.name + " --quick", 1, {study.name, "scene"});
}

}  // namespace reproduce_test
}  // namespace nearfield
