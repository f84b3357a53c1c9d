// Recorder, files and charts in isolation.
#include "app/chart.hpp"
#include "app/chart_axis.hpp"
#include "app/curves.hpp"
#include "app/draw/headless.hpp"
#include "app/files.hpp"
#include "app/preset.hpp"
#include "app/shell/glfw_window.hpp"
#include "app/study/stats.hpp"
#include "base/error.hpp"
#include "base/shortest_text.hpp"
#include "exec/address_space.hpp"
#include "full_disk.hpp"
#include "program.hpp"
#include "record/recorder.hpp"
#include "refusal.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cmath>
#include <thread>

namespace nearfield {
namespace record_test {

namespace fs = std::filesystem;
using nlohmann::json;

class Record : public ProgramTest {
  protected:
    const SceneInfo& scene = find_scene("circles");
    RunInfo info{.scene = "circles", .device = "a \"device\"", .actors = 3, .metric_keys = {"first", "second"}};
};

TEST(ShortestText, ReadsBackAsTheSameNumber) {
    for (const auto& [value, text] : std::vector<std::pair<double, std::string>>{{double(40.1f), "40.1"},
                                                                                 {double(0.01f), "0.01"},
                                                                                 {double(1.f / 3), "0.33333334"},
                                                                                 {1. / 3, "0.3333333333333333"},
                                                                                 {40.1, "40.1"},
                                                                                 {12345678901., "12345678901"},
                                                                                 {-2, "-2"},
                                                                                 {double(1e-20f), "1e-20"},
                                                                                 {INFINITY, "inf"},
                                                                                 {NAN, "nan"}})
        EXPECT_EQ(shortest_text(value), text);
}

TEST_F(Record, ColumnsFitEverySortMethod) {
    Recorder recorder(folder / "r", info, scene.defaults());
    recorder.row({1, 10, {{"histogram", 1}, {"scan", 2}, {"place", 3}, {"reorder", 1}, {"query", 3}}}, {0.5, NAN});
    recorder.row(
        {2, 9, {{"bin", 1}, {"sort", 2}, {"boundaries", 1}, {"reorder", 1}, {"query", 2}, {"late", 1}, {"later", 1}}},
        {});
    recorder.row({3, 8, {}}, {1, 2});
    recorder.close();
    EXPECT_EQ(recorder.rows(), 3u);
    EXPECT_EQ(read("r/steps.csv"), "step,total_ms,histogram_ms,scan_ms,place_ms,bin_ms,sort_ms,boundaries_ms,reorder_"
                                   "ms,query_ms,other_ms,first,second\n"
                                   "1,10,1,2,3,,,,1,3,,0.5,nan\n"
                                   "2,9,,,,1,2,1,1,2,2,,\n"
                                   "3,8,,,,,,,,,,1,2\n");
}

TEST_F(Record, GaugesAreReadOnceASecond) {
    info.gauged_keys = {"density", "speed"};
    {
        Recorder recorder(folder / "r", info, scene.defaults());
        u64 step = 0;
        for (const double time : {0.0, 0.5, 1.0, 1.2, 2.25, 0.1, 0.9, 1.1})
            recorder.gauges(++step, time,
                            {{.name = "line, 1", .values = {time, NAN}}, {.name = "b", .values = {1, 2}}});
    }
    EXPECT_EQ(read("r/gauges.csv"), "step,time,gauge,density,speed\n1,0,\"line, 1\",0,\n1,0,b,1,2\n3,1,\"line, "
                                    "1\",1,\n3,1,b,1,2\n5,2.25,\"line, 1\",2.25,\n5,2.25,b,1,2\n"
                                    "6,0.1,\"line, 1\",0.1,\n6,0.1,b,1,2\n8,1.1,\"line, 1\",1.1,\n8,1.1,b,1,2\n");
    Recorder plain(folder / "p", info, scene.defaults());
    plain.gauges(1, NAN, {});
    plain.close();
    EXPECT_FALSE(fs::exists(folder / "p" / "gauges.csv")) << "a scene without gauges";
}

TEST_F(Record, TraceLiesEndToEnd) {
    {
        Recorder recorder(folder / "r", info, scene.defaults());
        recorder.row({1, 10, {{"scan", 4}, {"query", 5}}}, {0.5, INFINITY});
        recorder.change(1, "search.visit", "trimmed, \"x\"");
        recorder.row({2, 2, {{"query", 2}}}, {});
    }
    const auto trace = json::parse(read("r/trace.json"));
    double end = 0;
    int slices = 0, marks = 0, counters = 0;
    for (const auto& e : trace) {
        if (e["ph"] == "X" && e["tid"] == 1) {
            EXPECT_DOUBLE_EQ(e["ts"].get<double>(), end);
            end += e["dur"].get<double>();
        }
        slices += e["ph"] == "X";
        marks += e["ph"] == "i";
        counters += e["ph"] == "C";
    }
    EXPECT_DOUBLE_EQ(end, 12000);
    EXPECT_EQ(slices, 5);
    EXPECT_EQ(marks, 1);
    EXPECT_EQ(counters, 1) << "infinity is no number in JSON";
    EXPECT_EQ(read("r/changes.csv"), "step,key,value\n1,search.visit,\"trimmed, \"\"x\"\"\"\n");
}

TEST_F(Record, RowsReachTheDiskWithinASecond) {
    Recorder recorder(folder / "r", info, scene.defaults());
    recorder.row({1, 1, {}}, {});
    usleep(700'000);
    recorder.row({2, 1, {}}, {});
    EXPECT_EQ(lines_of(read("r/steps.csv")).size(), 3u);
    EXPECT_EQ(read("r/trace.json").back(), '}');
}

TEST_F(Record, FailsCleanly) {
    write("file", "mine");
    const auto before = listing();
    for (const fs::path& bad : {folder / "file", folder / "file/r", fs::path("/proc/r/s")}) {
        EXPECT_NE(refusal([&] { Recorder recorder(bad, info, scene.defaults()); }), "") << bad;
        EXPECT_NE(refusal([&] { Recorder::require_folder(bad, true); }), "") << bad;
    }
    Recorder::require_folder(folder / "a/b/c", false);
    EXPECT_EQ(listing(), before);
}

TEST_F(Record, FilesAreWrittenWholeOrNotAtAll) {
    write_file(folder / "a", false, [](std::ostream& out) { out << "one"; });
    EXPECT_NE(
        refusal([&] { write_file(folder / "a", false, [](std::ostream& out) { out << "two"; }); }).find("--force"),
        std::string::npos);
    EXPECT_THROW(write_file(folder / "a", true,
                            [](std::ostream& out) {
                                out << "two";
                                throw std::runtime_error("no");
                            }),
                 std::runtime_error);
    EXPECT_EQ(read("a"), "one");
    EXPECT_EQ(listing().size(), 1u) << "the half-written file is gone";
    write_file(folder / "a", true, [](std::ostream& out) { out << "three"; });
    EXPECT_EQ(read("a"), "three");
    EXPECT_EQ(listing().size(), 1u);
}

TEST_F(Record, ForceWritesThroughLinks) {
    write("target", "old");
    fs::create_symlink("target", folder / "link");
    write_file(folder / "link", true, [](std::ostream& out) { out << "new"; });
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read("target"), "new");
}

TEST_F(Record, LinksToNothingStayLinks) {
    fs::create_symlink("target", folder / "link");
    fs::create_symlink("link", folder / "link to link");
    write_file(folder / "link to link", false, [](std::ostream& out) { out << "new"; });
    EXPECT_TRUE(fs::is_symlink(folder / "link") && fs::is_symlink(folder / "link to link"));
    EXPECT_EQ(read("target"), "new");
}

TEST_F(Record, OfTwoWritersOfOneFileTheLaterFails) {
    const auto both = [&] {
        write_file(folder / "a", false, [&](std::ostream& out) {
            out << "late";
            write("a", "early");  // another program
        });
    };
    EXPECT_NE(refusal(both).find("--force"), std::string::npos);
    EXPECT_EQ(read("a"), "early");
    EXPECT_EQ(listing().size(), 1u);
}

TEST_F(Record, OfTwoRecordersInOneFolderTheLaterFails) {
    for (int n = 0; n < 40; ++n) {
        const fs::path shared = folder / std::to_string(n);
        std::atomic<int> ready = 0, made = 0;
        const auto record = [&] {
            ++ready;
            while (ready < 2) std::this_thread::yield();
            try {
                Recorder recorder(shared, info, scene.defaults());
                ++made;
            } catch (const Error&) {}
        };
        std::thread other(record);
        record();
        other.join();
        ASSERT_EQ(made, 1) << n;
    }
}

TEST_F(Record, TheOldRecordingStaysUntilTheNewOneIsThere) {
    const auto record = [&] { Recorder(folder / "r", info, scene.defaults(), true).row({1, 10, {}}, {}); };
    record();
    const auto files = listing();
    const auto steps = read("r/steps.csv"), about = read("r/run.json");
    const auto said = [&] {
        const FullDisk full(100);
        return refusal(record);
    }();
    EXPECT_NE(said.find("is full at 100 bytes"), std::string::npos) << said;
    EXPECT_EQ(listing(), files);
    EXPECT_EQ(read("r/steps.csv"), steps);
    EXPECT_EQ(read("r/run.json"), about);
}

// not in tsan: the runtime fails under limits on memory and files
TEST_F(Record, PicturesAreRefusedWhereOpenGlWouldCrash) {
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    const auto limit = [&](std::size_t bytes) {
        const rlimit changed{bytes, before.rlim_max};
        setrlimit(RLIMIT_AS, &changed);
    };
    constexpr std::size_t vast = std::size_t{1} << 46, little = 150'300'000;  // sanitizers use terabytes
    limit(vast);
    limit(vast - addressable_bytes() + little);
    const auto left = addressable_bytes();
    const auto said = refusal([] { HeadlessGl context; }), in_a_window = refusal([] { GlfwWindow(320, 240); });
    setrlimit(RLIMIT_AS, &before);
    EXPECT_NEAR(double(left), double(little), 1e7);
    EXPECT_NE(said.find("ulimit -v"), std::string::npos) << said;
    EXPECT_EQ(said, in_a_window);
}

TEST(Charts, PlacesAfterAMillionStepsStayApart) {
    const auto chart = chart_of(Curves{.lines = {{.name = "a", .points = {{1234567, 1}, {1234569, 2}}}}});
    EXPECT_EQ(chart.x, (std::vector<std::string>{"1234567", "1234569"}));
}

TEST(Charts, AnAxisHoldsValuesBelowZero) {
    const auto axis = y_axis(chart_of(Curves{.lines = {{.name = "a", .points = {{0, -3}, {1, -1}}}}}));
    EXPECT_GT(axis.share(-3), 0);
    EXPECT_LT(axis.share(-3), 0.1);
    EXPECT_GT(axis.share(-1), 0.6);
    EXPECT_LT(axis.share(-1), 1);
}

TEST_F(Record, PresetsComeBackAsTheyWere) {
    Settings settings = scene.defaults();
    settings.set("seed", std::string("2147000001"));
    settings.set("search.visit", std::string("trimmed"));
    settings.set("force", 0.12345);
    save_preset(folder / "p.json", {&scene, settings}, false);
    const auto loaded = load_preset(folder / "p.json");
    EXPECT_EQ(loaded.scene, &scene);
    EXPECT_EQ(loaded.settings.text("seed"), "2147000001");
    EXPECT_EQ(loaded.settings, settings);
}

TEST_F(Record, APresetKeepsHowTheWindowLooks) {
    const WindowLook look{.pace = 0.25,
                          .draw_every = 7,
                          .camera = {1, -2, 3.5f, 40, 0.25f, -1},
                          .colour_map = "cividis",
                          .colour_range = std::array<float, 2>{-1, 2},
                          .size = 2,
                          .glow = false,
                          .grid = true,
                          .outline = false};
    save_preset(folder / "p.json", {&scene, scene.defaults(), look}, false);
    EXPECT_EQ(load_preset(folder / "p.json").look, look);
    write("pace.json", R"({"nearfield": 1, "scene": "circles", "window": {"pace": 4}})");
    EXPECT_EQ(load_preset(folder / "pace.json").look, (WindowLook{.pace = 4, .camera = {}})) << "all in view";
    const auto said = [&](const std::string& window) {
        write("bad.json", R"({"nearfield": 1, "scene": "circles", "window": )" + window + "}");
        return refusal([&] { load_preset(folder / "bad.json"); });
    };
    for (const auto& [window, words] : std::vector<std::pair<std::string, std::string>>{
             {R"({"draw_every": 0})", "\"draw_every\": expected a number from 1 to 1000000"},
             {R"({"glow": 1})", "\"glow\": expected true or false"},
             {R"({"camera": [1, 2]})", "\"camera\": expected a list of 6 numbers"},
             {R"({"camra": []})", "no key 'camra' in \"window\". Did you mean 'camera'?"},
             {R"(3)", "\"window\": expected"}})
        EXPECT_NE(said(window).find(words), std::string::npos) << said(window);
}

TEST_F(Record, ARecordingsFolderIsAPreset) {
    const auto settings = scene.defaults();
    { Recorder recorder(folder / "r", {.scene = "circles", .actors = 7}, settings); }
    EXPECT_EQ(load_preset(folder / "r").settings, settings);
}

TEST_F(Record, FreshPathsDiffer) {
    const auto first = fresh_path(folder, "shot", ".png");
    write(first.filename().string(), "");
    EXPECT_NE(fresh_path(folder, "shot", ".png"), first);
    EXPECT_EQ(first.extension(), ".png");
}

TEST(Stats, QuantilesAsNumpyGivesThem) {
    const auto s = summarize({4, 1, 3, 2});
    EXPECT_DOUBLE_EQ(s.median, 2.5);
    EXPECT_DOUBLE_EQ(s.p5, 1.15);
    EXPECT_DOUBLE_EQ(s.p95, 3.85);
    EXPECT_DOUBLE_EQ(s.least, 1);
    EXPECT_DOUBLE_EQ(s.mean, 2.5);
    EXPECT_EQ(summarize({}).median, 0);
    const auto disturbed = summarize({10, 12, 14, 16, 18, 20, 22, 36, 40});  // quartiles 14 and 22, median 18
    EXPECT_EQ(disturbed.iqr, 8);
    EXPECT_EQ(disturbed.slow_share, 1. / 9) << "36 is not above twice the median, 40 is";
}

TEST(Chart, LeavesGapsAndEscapes) {
    std::ostringstream out;
    const Chart chart{.x_label = "x",
                      .y_label = "y",
                      .x = {"1", "2", "3"},
                      .series = {{"one", {{1, 1, 1}, {NAN, NAN, NAN}, {2, 1, 3}}}, {"two", {}}}};
    write_svg(out, {.title = "a < b & c", .charts = {chart}});
    EXPECT_NE(out.str().find("a &lt; b &amp; c"), std::string::npos);
    EXPECT_EQ(out.str().find("nan"), std::string::npos) << out.str();
    EXPECT_EQ(count(out.str(), "<title>"), 2u) << "a tip for each point";
}

}  // namespace record_test
}  // namespace nearfield
