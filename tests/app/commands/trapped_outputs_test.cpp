// All outputs, with links, pipes, devices and folders under their name.
#include "program.hpp"
#include "refusal.hpp"
#include "traps.hpp"

#include "app/draw/video.hpp"
#include "app/files.hpp"
#include "app/lessons/catalogue.hpp"
#include "app/preset.hpp"
#include "app/ui/preferences.hpp"
#include "base/error.hpp"
#include "record/command_log.hpp"
#include "record/recorder.hpp"
#include "record/state_file.hpp"
#include "sim/run.hpp"

#include <sys/sysmacros.h>

#include <cstdlib>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace trapped_outputs_test {

namespace fs = std::filesystem;
using Everything = std::map<std::string, std::string>;

/// Writes one kind of output.
struct Writer {
    const char* name;
    bool is_folder;
    std::function<void(const fs::path&, bool force)> write;
};

/// An entry that has the name of an output.
struct Trap {
    const char* name;
    std::function<void(const fs::path&)> set;
    bool leads_on = false;  ///< a link that may be followed
};

void write_video(const fs::path& path, bool force) {
    VideoWriter video(path, force, {2, 2, 30});
    video.add(std::vector<unsigned char>(12), 2, 2, 1);
    video.finish();
}

class TrappedOutputs : public ProgramTest {
  protected:
    void SetUp() override {
        write("bin/ffmpeg", "#!/bin/sh\n[ \"$1\" = -version ] || { for to; do :; done; exec cat >\"$to\"; }\n");
        fs::permissions(folder / "bin/ffmpeg", fs::perms::owner_all);
        setenv("PATH", ((folder / "bin").string() + ":" + path_).c_str(), 1);
    }
    void TearDown() override { setenv("PATH", path_.c_str(), 1); }

    std::vector<Writer> writers() const {
        const auto& circles = find_scene("circles");
        const LoggedCommands none{.file = {}, .start = {"circles", "cpu", {}}, .lines = {}, .end = {{1, 0, {}}}};
        const RunInfo info{.scene = "circles"};
        return {
            {"text", false, [](auto& to, bool force) { write_file(to, force, [](auto& out) { out << "new"; }); }},
            {"state", false, [=](auto& to, bool force) { write_state_file(to, none, force); }},
            {"preset", false,
             [&](auto& to, bool force) {
                 save_preset(to, {&circles, circles.defaults()}, force);
             }},
            {"settings", false, [](auto& to, bool) { ui::save_preferences(to, {}); }},
            {"progress", false, [](auto& to, bool) { lessons::save_progress(to, {}); }},
            {"picture", false,
             [](auto& to, bool force) {
                 write_png(to, force, 1, 1, {1, 2, 3});
             }},
            {"video", false, write_video},
            {"frames", true, write_video},
            {"recording", true, [&, info](auto& to, bool force) { Recorder(to, info, circles.defaults(), force); }}};
    }
    std::vector<Trap> traps() const {
        const auto link = [](const char* target) { return [=](auto& at) { fs::create_symlink(target, at); }; };
        std::vector<Trap> all{{"own link", link("mine"), true},
                              {"own link to nothing", link("target"), true},
                              {"link to a device", link("/dev/null")},
                              {"folder", [](auto& at) { fs::create_directory(at); }},
                              {"pipe", [](auto& at) { mkfifo(at.c_str(), 0600); }}};
        if (!is_root()) return all;
        const auto of_stranger = [&](const char* name, auto set) {
            all.push_back({name, [=](auto& at) {
                               set(at);
                               give_away(at);
                           }});
        };
        of_stranger("stranger's link", link("mine"));
        of_stranger("stranger's link to nothing", link("target"));
        of_stranger("stranger's pipe", [](auto& at) { mkfifo(at.c_str(), 0666); });
        all.push_back({"link to a stranger's file", link("theirs")});
        all.push_back({"device", [](auto& at) { mknod(at.c_str(), S_IFCHR | 0666, makedev(1, 3)); }});
        all.push_back({"disk", [](auto& at) { mknod(at.c_str(), S_IFBLK | 0600, makedev(7, 99)); }});
        return all;
    }
    /// Only the target of a user's link, and new files in the user's own folder, may change.
    void try_it(const Writer& writer, const Trap& trap, bool force) const {
        const std::string what = writer.name + std::string(" to ") + trap.name + (force ? " with force" : "");
        fs::remove_all(folder / "shared");
        write("shared/mine", "old");
        write("shared/theirs", "old");
        if (is_root()) give_away(folder / "shared/theirs");
        const std::string name = writer.name == std::string("video") ? "trap.mp4" : "trap";
        trap.set(folder / "shared" / name);
        if (!fs::exists(fs::symlink_status(folder / "shared" / name))) return;  // containers have no devices
        const int reader = open((folder / "shared" / name).c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
        const Everything before = everything_in(folder / "shared");
        const std::string said = refusal([&] { writer.write(folder / "shared" / name, force); });
        close(reader);
        Everything after = everything_in(folder / "shared");
        if (said.empty() && writer.is_folder)
            std::erase_if(after, [](auto& e) { return e.first.starts_with("trap/"); });
        if (said.empty() && trap.leads_on && !writer.is_folder) {
            EXPECT_TRUE(after["mine"] != before.at("mine") || after["target"] != "") << what;
            after["mine"] = before.at("mine");
            after.erase("target");
        }
        EXPECT_EQ(after, before) << what << ": " << said;
        EXPECT_TRUE(said.empty() || said.find(name) != std::string::npos) << what << ": " << said;
    }

  private:
    const std::string path_ = std::getenv("PATH");
};

TEST_F(TrappedOutputs, NothingElseChanges) {
    for (const auto& writer : writers())
        for (const auto& trap : traps())
            for (const bool force : {false, true}) try_it(writer, trap, force);
}

TEST_F(TrappedOutputs, RightsAreKept) {
    for (const auto& writer : writers()) {
        const std::string name = std::string(writer.name) + (writer.name == std::string("video") ? ".mp4" : "");
        if (writer.is_folder) fs::create_directory(folder / name);
        else write(name, "old");
        chmod((folder / name).c_str(), writer.is_folder ? 0700 : 0600);
        writer.write(folder / name, true);
        EXPECT_EQ(mode_of(folder / name), writer.is_folder ? 0700u : 0600u) << name;
        EXPECT_NE(read(name), "old") << name;
    }
}

/// A recording that cannot continue ends: recorded steps are complete, and the run continues.
TEST_F(TrappedOutputs, ALinkInARunningRecordingEndsIt) {
    for (const bool is_pipe : {false, true}) {
        fs::remove_all(folder / "r");
        write("bashrc", "mine");
        const auto& circles = find_scene("circles");
        nearfield::Run run(circles, circles.defaults(), Backend::cpu);
        run.apply(command::Record{(folder / "r").string(), false});
        run.advance();
        if (is_pipe) mkfifo((folder / "r/changes.csv").c_str(), 0600);
        else fs::create_symlink("../bashrc", folder / "r/changes.csv");
        const auto said = refusal([&] { run.apply(command::Set{"force", "0.01"}); });
        EXPECT_NE(said.find("r/changes.csv: somebody else has put something there"), std::string::npos) << said;
        EXPECT_EQ(read("bashrc"), "mine");
        EXPECT_EQ(run.recorder(), nullptr);
        const auto log = read_command_log(folder / "r");
        EXPECT_TRUE(log.end && log.lines.size() == 1);
        EXPECT_TRUE(read("r/trace.json").ends_with("]\n"));
        run.advance();
        EXPECT_EQ(run.world().steps(), 2u);
        EXPECT_EQ(lines_of(read("r/steps.csv")).size(), 2u);
    }
}

TEST_F(TrappedOutputs, NamesThatWereOnceGuessedLeadNowhere) {
    write("bashrc", "mine");
    fs::create_directory(folder / "shared");
    const auto outcome = run("run --headless --backend cpu --actors 50 --steps 1 --save-state shared/st.json --record "
                             "shared/r",
                             "for n in st.json r r-0; do ln -s ../bashrc shared/.nearfield-$$-$n.tmp; done;");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read("bashrc"), "mine");
    for (const auto& entry : fs::directory_iterator(folder / "shared"))
        EXPECT_EQ(entry.is_symlink(), entry.path().filename().string().starts_with(".nearfield-"));
}

TEST_F(TrappedOutputs, TheProgramRefusesStrangersLinks) {
    if (!is_root()) GTEST_SKIP() << "only root makes links of others";
    write("p.csv", "0,0\n0.5,0\n");
    write("shared/bashrc", "mine");
    for (const char* link : {"shared/x", "shared/x.mp4"}) {
        fs::create_symlink("bashrc", folder / link);
        give_away(folder / link);
    }
    const auto before = everything_in(folder / "shared");
    const std::string circles = "run --headless --backend cpu --actors 30 --steps 1 ";
    for (const auto& command :
         {circles + "--save-state shared/x", circles + "--screenshot shared/x", circles + "--record shared/x",
          circles + "--video shared/x", circles + "--video shared/x.mp4",
          std::string("neighbours --points p.csv --radius 1 --out shared/x"),
          std::string("neighbours --points p.csv --radius 1 --out o.csv --pairs shared/x"),
          std::string("bench --backend cpu --actors 50 --steps 1 --warmup 0 --out shared/x"),
          std::string("experiment --scene circles --steps 1 --measure 'm = final step' --out shared/x"),
          std::string("experiment --scene circles --steps 1 --measure 'm = final step' --out e.csv --chart shared/x"),
          std::string("relate predicates --predicate touch --out shared/x"),
          std::string("validate rimea --only 1 --backend cpu --out shared/x")}) {
        const auto outcome = run(command + " --force");
        EXPECT_EQ(outcome.code, 1) << command << "\n" << outcome.err;
        EXPECT_EQ(count(outcome.err, "\n"), 1u) << command << "\n" << outcome.err;
        EXPECT_NE(outcome.err.find("shared/x"), std::string::npos) << command << "\n" << outcome.err;
    }
    EXPECT_EQ(everything_in(folder / "shared"), before);
}

}  // namespace trapped_outputs_test
}  // namespace nearfield
