// Meaning of a name: shipped documents first, then the user's; a file of the current folder needs a path.
#include "program.hpp"

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace names_test {

class Names : public ProgramTest {};

const char* const trap = R"({"nearfield": 1, "scene": "circles", "settings": {"actors": 7}})";

TEST_F(Names, AShippedPresetWinsOverAFileOfTheCurrentFolder) {
    write("murmuration", trap);
    write("boids/murmuration", trap);
    write("home/.config/nearfield/presets/murmuration.json", trap);
    for (const char* name : {"murmuration", "boids/murmuration"}) {
        const auto done = run(std::string("run --headless --steps 0 --actors 60 --preset ") + name);
        EXPECT_EQ(done.out.rfind("boids on", 0), 0u) << done.out << done.err;
    }
    EXPECT_EQ(run("run --headless --steps 0 --preset ./murmuration").out.rfind("circles on", 0), 0u);
}

TEST_F(Names, AnOwnPresetIsFoundByItsNameAndAFileByItsPath) {
    write("home/.config/nearfield/presets/my flock 1.5.json", trap);
    write("bare", trap);
    write("p.json", trap);
    EXPECT_EQ(run("run --headless --steps 0 --preset 'my flock 1.5'").out.rfind("circles on", 0), 0u);
    EXPECT_EQ(run("run --headless --steps 0 --preset p.json").out.rfind("circles on", 0), 0u);
    EXPECT_EQ(run("run --headless --steps 0 --preset ./bare").out.rfind("circles on", 0), 0u);
    expect_complaint("run --headless --steps 0 --preset bare", 2, {"no preset 'bare'", "./bare"});
    expect_complaint("run --headless --steps 0 --preset murmurations", 2, {"murmuration"});
}

TEST_F(Names, AShippedLessonAndExperimentWinToo) {
    write("strips", "no lesson");
    write("home/.config/nearfield/lessons/strips.json", "no lesson");
    const auto listed = run("lessons");
    EXPECT_EQ(listed.code, 2) << "a lesson of one's own that hides behind a shipped one is named";
    EXPECT_NE(listed.err.find("a lesson of the program has this name"), std::string::npos) << listed.err;
    write("l", "no lesson");
    expect_complaint("lessons l", 2, {"no lesson 'l'", "./l"});
    expect_complaint("lessons ./l", 2, {"./l:1:"});
    write("door-width", "no experiment");
    write("e", "no experiment");
    expect_complaint("experiment door-width --out t.csv --seeds x", 2, {"--seeds"});
    expect_complaint("experiment e --out t.csv", 2, {"no experiment 'e'", "./e"});
    expect_complaint("experiment ./e --out t.csv", 2, {"./e:1:"});
}

TEST_F(Names, AShippedPlanWinsAndAFileIsAPath) {
    write("hub", "no plan");
    write("p", "no plan");
    EXPECT_EQ(run("run --headless --steps 0 --scene pedestrians --set plan=room").code, 0);
    expect_complaint("run --headless --steps 0 --scene pedestrians --set plan=p", 2, {"no plan 'p'", "./p"});
    expect_complaint("run --headless --steps 0 --scene pedestrians --set plan=./p", 2, {"./p:1:"});
}

TEST_F(Names, ARelativeXdgFolderIsIgnored) {
    write("here/nearfield/presets/mine.json", trap);
    expect_complaint("run --headless --steps 0 --preset mine", 2, {"no preset 'mine'"}, "XDG_CONFIG_HOME=here");
    const std::string absolute = "XDG_CONFIG_HOME='" + folder.string() + "/here'";
    EXPECT_EQ(run("run --headless --steps 0 --preset mine", absolute).code, 0);
}

}  // namespace names_test
}  // namespace nearfield
