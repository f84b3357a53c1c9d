// Destinations of outputs: full disks, folders of others, one file for two programs, standard output.
#include "csv_table.hpp"

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace outputs_test {

namespace fs = std::filesystem;

class Outputs : public ProgramTest {
  protected:
    /// Runs shell code in which $nearfield is the program. Returns its exit code and discards its output.
    int script(const std::string& lines) {
        write("script.sh", lines);
        const int code = shell("nearfield=\"$nearfield\" sh -c 'export nearfield; . ./script.sh'");
        fs::remove(folder / "script.sh");
        return code;
    }
    /// Of two programs started at once one succeeds, and the other reports in one line that it was too late.
    void expect_one_wins(const std::string& command, const std::string& output) {
        EXPECT_EQ(script("$nearfield " + command + " >/dev/null 2>said & one=$!\n$nearfield " + command +
                         " >/dev/null 2>too & two=$!\nwait $one; a=$?; wait $two; b=$?; exit $((10 * a + b))\n") %
                      9,
                  1)
            << read("said") << read("too");
        std::string late;
        for (const char* said : {"said", "too"})
            for (const auto& line : lines_of(read(said)))
                if (line.find("exists") != std::string::npos) late += line + "\n";
        EXPECT_EQ(count(late, "\n"), 1u) << read("said") << read("too");
        for (const std::string& part : {output + " exists; ", std::string("choose another name")})
            EXPECT_NE(late.find(part), std::string::npos) << late;  // before its work it may offer --force, too
    }
};

/// A full disk of 64 kB. Its content before and after is in the folders `disk` and `kept`.
class FullDisk : public Outputs {
  protected:
    void SetUp() override {
        if (script("unshare -rm mount -t tmpfs none /mnt") != 0) GTEST_SKIP() << "no disk can be mounted here";
        for (const char* file : {"old", "film/000001.png", "film/notes.txt"}) write(std::string("disk/") + file, file);
    }
    /// Expects one clear line about `file`, and an unchanged disk.
    void expect_kept(const std::string& command, const std::string& file) {
        fs::remove_all(folder / "kept");
        write("filled.sh", "mkdir full && mount -t tmpfs -o size=64k none full || exit 77\n"
                           "cp -r disk/. full && { head -c 999999 /dev/zero >full/zeros; } 2>/dev/null\n"
                           "$nearfield " +
                               command + " >/dev/null 2>said\ncode=$?\nrm full/zeros; cp -r full kept; exit $code\n");
        EXPECT_EQ(script("unshare -rm sh filled.sh"), 1) << command << "\n" << read("said");
        fs::remove(folder / "full");
        const auto said = lines_of(read("said"));
        ASSERT_EQ(said.size(), 1u) << command << "\n" << read("said");
        EXPECT_EQ(said[0].rfind("nearfield: ", 0), 0u) << said[0];
        EXPECT_NE(said[0].find(file), std::string::npos) << said[0];
        EXPECT_NE(said[0].find("full"), std::string::npos) << said[0];
        EXPECT_EQ(script("diff -r disk kept"), 0) << command;
    }
};

TEST_F(FullDisk, KeepsWhatWasThere) {
    const std::string few = "run --headless --backend cpu --scene circles --actors 30 --steps 2 ";
    for (const char* name : {"full/old --force", "full/new"}) {
        const std::string place = name, file = place.substr(0, 8);
        expect_kept("experiment --scene circles --set actors=30 --steps 2 --measure 'm = final step' --out " + place,
                    file);
        expect_kept(few + "--save-state " + place, file);
        expect_kept("run --headless --backend cpu --scene flood --set site=plain --steps 1 --grid depth=" + place,
                    file);
        expect_kept("relate predicates --predicate touch --out " + place, file);
    }
    expect_kept(few + "--size 64x48 --video full/film --force", "full/film");
    expect_kept(few + "--size 64x48 --video full/other", "full/other");
}

TEST_F(Outputs, OfTwoProgramsOnOneFileOneWins) {
    std::string points;
    for (int i = 0; i < 5000; ++i) points += std::to_string(i % 70) + "," + std::to_string(i / 70) + "\n";
    write("p.csv", points);
    expect_one_wins("neighbours --backend cpu --points p.csv --radius 2 --out n.csv", "n.csv");
    EXPECT_EQ(lines_of(read("n.csv")).size(), 5001u);
    expect_one_wins("bench --backend cpu --actors 100 --steps 2 --warmup 0 --sweep force=0.01,0.02 --out b.csv",
                    "b.csv");
    auto rows = table(read("b.csv"));
    EXPECT_EQ(std::count(rows["stage"].begin(), rows["stage"].end(), "total"), 2);
}

/// Without root's rights.
TEST_F(Outputs, FoldersThatCannotBeEntered) {
    std::string as_somebody;
    if (geteuid() == 0) {
        as_somebody = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
        if (script(as_somebody + "$nearfield --version") != 0) GTEST_SKIP() << "nobody else can run the program";
    }
    fs::permissions(folder, fs::perms::all);
    fs::create_directory(folder / "shut");
    write("p.csv", "0,0\n0.5,0\n");
    write("shut/p.csv", "0,0\n");
    fs::permissions(folder / "shut", fs::perms::owner_read | fs::perms::owner_write);
    if (geteuid() == 0) ASSERT_EQ(chown((folder / "shut").c_str(), 65534, 65534), 0);
    for (const auto& [command, file] : std::vector<std::pair<std::string, std::string>>{
             {"neighbours --points p.csv --radius 1 --out shut/n.csv", "shut/n.csv"},
             {"neighbours --points shut/p.csv --radius 1 --out n.csv", "shut/p.csv"},
             {"run --headless --backend cpu --steps 1 --actors 9 --record shut/r", "shut/r"},
             {"run --headless --backend cpu --steps 1 --actors 9 --screenshot shut/s.png", "shut/s.png"},
             {"run --headless --backend cpu --steps 1 --scene pedestrians --set plan=shut/a.json", "shut/a.json"},
             {"run --headless --backend cpu --steps 1 --preset shut/a.json", "shut/a.json"},
             {"bench --backend cpu --actors 50 --steps 1 --out shut/b.csv", "shut/b.csv"}}) {
        EXPECT_GT(script("exec " + as_somebody + "$nearfield " + command + " 2>said"), 0) << command;
        const auto said = read("said");
        EXPECT_EQ(count(said, "\n"), 1u) << command << "\n" << said;
        EXPECT_NE(said.find(file), std::string::npos) << command << "\n" << said;
        EXPECT_EQ(said.find("should not"), std::string::npos) << command << "\n" << said;
    }
    fs::permissions(folder / "shut", fs::perms::owner_all);
}

TEST_F(Outputs, ATableOnTheStandardOutputKeepsItsPlace) {
    ASSERT_EQ(script("{ echo first; $nearfield validate rimea --only 1 --backend cpu --out /dev/stdout; echo last; } "
                     ">all; $nearfield validate rimea --only 1 --backend cpu --out v.csv"),
              0);
    const auto all = read("all"), csv = read("v.csv");
    EXPECT_EQ(all.rfind("first\nOn cpu", 0), 0u) << all;
    const auto checks = all.find("\nrimea 1: "), rows = all.find(csv), after = all.find("\n1 checks, ");
    ASSERT_NE(rows, std::string::npos) << all << csv;
    EXPECT_LT(checks, rows);
    EXPECT_LT(rows, after);
    EXPECT_TRUE(all.ends_with("failed\nlast\n")) << all;
}

}  // namespace outputs_test
}  // namespace nearfield
