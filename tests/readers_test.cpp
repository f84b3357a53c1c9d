// What the program does where a file is a pipe, where descriptors or memory are few, and where a helper fails.
#include "program.hpp"
#include "scenes/building/ifc_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>

namespace nearfield {
namespace readers_test {

namespace fs = std::filesystem;

class Readers : public ProgramTest {
  protected:
    void pipe(const std::string& name) const {
        fs::create_directories((folder / name).parent_path());
        ASSERT_EQ(mkfifo((folder / name).c_str(), 0600), 0) << name;
    }
    /// Ends the program by one Ctrl+C once it waits for the pipe.
    void expect_one_interrupt_ends(const std::string& arguments, const std::string& name) {
        pipe(name);
        const pid_t child = start(arguments);
        const int end = open((folder / name).c_str(), O_WRONLY);  // waits until the program reads
        kill(child, SIGINT);
        const auto outcome = wait_for(child);
        close(end);
        EXPECT_EQ(outcome.code, 130) << arguments << outcome.err;
    }
};

TEST_F(Readers, PipesAmongOnesOwnFilesAreLeftOut) {
    const std::string own = "home/.config/nearfield/";
    pipe(own + "presets/p.json"), pipe(own + "lessons/l.json"), pipe(own + "demos.json"), pipe(own + "lessons.json");
    expect_complaint("run --headless --preset p", 2, {"p.json", "is a pipe"});
    expect_complaint("lessons l", 2, {"l"});
    EXPECT_EQ(run("lessons").code, 0);
}

TEST_F(Readers, PipesInPlaceOfDocumentsAreRefused) {
    pipe("p.json"), pipe("r/commands.jsonl"), pipe("r/run.json"), pipe("r/steps.csv");
    for (const std::string call :
         {"run --headless --preset p.json", "run --headless --preset ./r", "run --headless --replay r",
          "run --headless --from-state p.json", "lessons p.json", "lessons ./p.json", "experiment p.json --out o.csv"})
        expect_complaint(call, 2, {"is a pipe"});
}

TEST_F(Readers, PipesThatADocumentNamesAreRefused) {
    pipe("p.asc"), pipe("p.json"), pipe("m.obj");
    for (const auto& [scene, key, file] : {std::array<std::string, 3>{"flood", "site", "p.asc"},
                                           {"flood", "start", "p.asc"},
                                           {"flood", "manning_map", "p.asc"},
                                           {"flood", "rain_maps", "p.asc"},
                                           {"flood", "hydrographs", "west=p.asc"},
                                           {"flood", "site", "p.json"},
                                           {"pedestrians", "plan", "p.json"},
                                           {"sph", "tank", "p.json"},
                                           {"building", "model", "m.obj"}}) {
        write("d.json",
              fmt::format(R"({{"nearfield": 1, "scene": "{}", "settings": {{"{}": "{}"}}}})", scene, key, file));
        expect_complaint("run --headless --backend cpu --steps 1 --preset d.json", 2, {"is a pipe"});
    }
}

TEST_F(Readers, PipesOfAShellAreRead) {
    write("points.csv", "x,y\n0,0\n0,1\n"), write("p.json", R"({"nearfield": 1, "scene": "circles"})");
    const auto bash = [&](const std::string& line) { return shell("bash -c '" + line + "'"); };
    EXPECT_EQ(bash("\"$0\" neighbours --points <(cat points.csv) --radius 2 --out a.csv' \"$nearfield\" '"), 0);
    EXPECT_EQ(read("a.csv"), "index,count\n0,1\n1,1\n");
    EXPECT_EQ(shell("cat points.csv | $nearfield neighbours --points /dev/stdin --radius 2 --out b.csv"), 0);
    EXPECT_EQ(shell("mkfifo f; cat points.csv >f & $nearfield neighbours --points f --radius 2 --out c.csv"), 0);
    EXPECT_EQ(bash("\"$0\" run --headless --actors 9 --steps 1 --preset <(cat p.json)' \"$nearfield\" '"), 0);
    EXPECT_EQ(shell("cat p.json | $nearfield run --headless --actors 9 --steps 1 --preset /dev/stdin"), 0);
}

TEST_F(Readers, OneInterruptEndsTheWaitForAPipe) {
    expect_one_interrupt_ends("neighbours --points pipe.csv --radius 1 --out o.csv", "pipe.csv");
    expect_one_interrupt_ends("compare a.asc a.asc", "a.asc");
    expect_one_interrupt_ends("relate m.obj --predicate touch --out o.csv", "m.obj");
    EXPECT_FALSE(fs::exists(folder / "o.csv"));
}

TEST_F(Readers, AModelReadsOutsideOfItsFolderWhereTheUserSaysSo) {
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    write("b.bin", std::string(reinterpret_cast<const char*>(corners), sizeof corners));
    write("own/m.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "../b.bin"}]})");
    const std::string call = "relate own/m.gltf --predicate touch --out o.csv";
    expect_complaint(call, 2, {"own/m.gltf", "../b.bin'", "outside of its folder", "--allow-outside"});
    EXPECT_EQ(run(call + " --allow-outside").code, 0);
    fs::remove(folder / "b.bin"), pipe("b.bin");
    expect_complaint(call + " --allow-outside --force", 2, {"is a pipe"});
}

/// With the reader of IFC, and a small building.
class IfcHelper : public Readers {
  protected:
    void SetUp() override {
        if (!building::ifc_is_read()) GTEST_SKIP() << "this build does not read IFC";
        fs::copy_file(places::fuzz + "/seeds/ifc/wall.ifc", folder / "m.ifc");
    }
    const std::string call = "relate m.ifc --predicate touch --force --out o.csv";
};

TEST_F(IfcHelper, WorksWithFewDescriptorsOrSaysSo) {
    const auto code = [&](int most) {  // a shell itself needs more than ten
        return shell(fmt::format("prlimit --nofile={} $nearfield {} 2>said.txt", most, call));
    };
    for (const int most : {10, 20, 50, 150}) EXPECT_EQ(code(most), 0) << most << read("said.txt");
    for (int most = 4; most < 10; ++most) {
        const int ended = code(most);
        if (ended == 0 || ended == 127) continue;  // 127: not even the program can be loaded
        EXPECT_EQ(count(read("said.txt"), "\n"), 1u) << read("said.txt");
        EXPECT_NE(read("said.txt").find("oo many"), std::string::npos) << most << read("said.txt");
    }
}

TEST_F(IfcHelper, SaysThatMemoryIsShort) {
#ifndef NEARFIELD_SANITIZED
    ASSERT_EQ(run(call).code, 0);
    const std::string whole = read("o.csv");
    for (int most = 48'000; most >= 28'000; most -= 2'000) {
        const auto outcome = run(call, fmt::format("ulimit -v {}; OMP_NUM_THREADS=1", most));
        if (outcome.code == 0) EXPECT_EQ(read("o.csv"), whole) << most;
        if (outcome.code == 0 || outcome.code == 127) continue;
        EXPECT_EQ(outcome.err.find("breaks the reader"), std::string::npos) << most << outcome.err;
        EXPECT_NE(outcome.err.find("memory"), std::string::npos) << most << outcome.err;
    }
#endif
}

TEST_F(IfcHelper, IsNotTrusted) {
    fs::create_directory(folder / "bin");
    std::error_code other_device;
    fs::create_hard_link(places::program, folder / "bin/nearfield", other_device);
    if (other_device) fs::copy_file(places::program, folder / "bin/nearfield");
    const auto said = [&](const std::string& reader) {
        write("bin/nearfield-read-ifc", "#!/bin/sh\n" + reader + "\n");
        fs::permissions(folder / "bin/nearfield-read-ifc", fs::perms::owner_all);
        EXPECT_EQ(shell("exec bin/nearfield " + call + " 2>said.txt"), 1) << reader;
        return read("said.txt");
    };
    EXPECT_NE(said("kill -9 $$").find("m.ifc: its reader was ended by another program (Killed)"), std::string::npos);
    EXPECT_NE(said("exit 0").find("exited at its start"), std::string::npos);
    EXPECT_NE(said("echo 0 >&3").find("m.ifc: its reader sent no valid building"), std::string::npos);
    EXPECT_NE(said("echo 0 >&3; head -c 5000 /dev/zero").find("sent no valid building"), std::string::npos);
    EXPECT_NE(said("exec 1>&- 3>&-; sleep 0.1; kill -15 $$").find("(Terminated)"), std::string::npos);
}

TEST_F(IfcHelper, IsConfinedBeforeItReads) {
    const auto reader = fs::path(places::program).parent_path() / "nearfield-read-ifc";
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 4096), fcntl(ends[1], F_SETFL, O_NONBLOCK);
    const std::string full(4096, '\n');
    while (::write(ends[1], full.data(), full.size()) > 0) {}
    fcntl(ends[1], F_SETFL, 0);  // the reader waits before its first word
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], building::progress_descriptor);
        execl(reader.c_str(), reader.c_str(), "10", "1", nullptr);
        _exit(127);
    }
    const auto status = [&] { return text_of(fmt::format("/proc/{}/status", child)); };
    const auto confined = [&] { return status().find("Seccomp:\t2\n") != std::string::npos; };
    for (int tries = 0; !confined() && tries < 10'000; ++tries) usleep(1000);
    EXPECT_NE(status().find("Seccomp:\t2\n"), std::string::npos) << status();
    EXPECT_NE(status().find("NoNewPrivs:\t1\n"), std::string::npos) << status();
    kill(child, SIGKILL), waitpid(child, nullptr, 0);
    close(ends[0]), close(ends[1]);
    EXPECT_NE(run("doctor").out.find("confined helpers"), std::string::npos);
}

}  // namespace readers_test
}  // namespace nearfield
