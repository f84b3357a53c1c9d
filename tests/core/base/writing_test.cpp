// How outputs are written: whole or not at all, with the rights of replaced files, and through no link of a stranger.
#include "refusal.hpp"
#include "temporary.hpp"
#include "traps.hpp"

#include "base/error.hpp"
#include "base/output_folder.hpp"
#include "base/own_folder.hpp"
#include "base/unfinished_file.hpp"
#include "base/write_file.hpp"

#include <gtest/gtest.h>

#include <sys/file.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <sys/xattr.h>

#include <chrono>
#include <ostream>
#include <thread>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace writing_test {

namespace fs = std::filesystem;
using Ways = UnfinishedFile::Way;

const FillFile new_text = [](std::ostream& out) { out << "new"; };

class Writing : public testing::Test {
  protected:
    std::string read(const std::string& name) const { return everything_in(folder.path()).at(name); }
    bool holds(const std::string& name, const std::string& text) const { return read(name).ends_with(' ' + text); }
    void write_by(Ways way, const std::string& name, bool over) const {
        const Place place(folder / name);
        UnfinishedFile file(place, way);
        fill_file(file.descriptor(), place.path(), new_text);
        file.put_in_place(over);
    }
    /// Expects that nothing is written, and that the refusal names the file and contains the words.
    void expect_refused(const std::string& name, const std::string& words) const {
        const auto before = everything_in(folder.path());
        for (const bool force : {false, true}) {
            const auto said = refusal([&] { write_file(folder / name, force, new_text); });
            EXPECT_NE(said.find(name), std::string::npos) << said;
            if (force) { EXPECT_NE(said.find(words), std::string::npos) << name << ": " << said; }
            EXPECT_NE(refusal([&] { require_writable(folder / name, force); }), "") << name;
        }
        EXPECT_EQ(everything_in(folder.path()), before) << name;
    }
    void age(const std::string& name) const {
        fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::minutes(2));
    }

    const mode_t umask_ = ::umask(0027);
    TemporaryFolder folder;
    ~Writing() override { ::umask(umask_); }
};

TEST_F(Writing, RightsAreKept) {
    for (const Ways way : {Ways::unnamed_if_possible, Ways::hidden}) {
        folder.write("a", "old");
        folder.write("b", "old");
        chmod((folder / "a").c_str(), 0600);
        chmod((folder / "b").c_str(), 0664);
        const bool noted = setxattr((folder / "a").c_str(), "user.note", "x", 1, 0) == 0;
        for (const char* name : {"a", "b", "c"}) write_by(way, name, true);
        EXPECT_EQ(mode_of(folder / "a"), 0600u);
        EXPECT_EQ(mode_of(folder / "b"), 0664u);
        EXPECT_EQ(mode_of(folder / "c"), 0640u) << "as the umask says";
        char note = 0;
        EXPECT_EQ(getxattr((folder / "a").c_str(), "user.note", &note, 1), noted ? 1 : -1);
        EXPECT_EQ(everything_in(folder.path()).size(), 3u);
        for (const char* name : {"a", "b", "c"}) {
            EXPECT_TRUE(holds(name, "new"));
            fs::remove(folder / name);
        }
    }
}

TEST_F(Writing, RootKeepsTheOwner) {
    if (!is_root()) GTEST_SKIP() << "only root writes files of others";
    give_away(folder.write("a", "old"));
    write_file(folder / "a", true, new_text);
    EXPECT_EQ(read("a"), "100640 of 65534 new") << "the umask of this test made it so";
}

TEST_F(Writing, WhatIsGivenUpLeavesNothing) {
    folder.write("a", "old");
    const auto before = everything_in(folder.path());
    for (const Ways way : {Ways::unnamed_if_possible, Ways::hidden})
        for (const char* name : {"a", "b"}) {
            const Place place(folder / name);
            fill_file(UnfinishedFile(place, way).descriptor(), place.path(), new_text);
            EXPECT_EQ(everything_in(folder.path()), before);
        }
}

TEST_F(Writing, WithoutForceTheLaterFails) {
    for (const Ways way : {Ways::unnamed_if_possible, Ways::hidden}) {
        fs::remove(folder / "a");
        const Place place(folder / "a");
        UnfinishedFile late(place, way);
        folder.write("a", "early");
        EXPECT_NE(refusal([&] { late.put_in_place(false); }).find("exists"), std::string::npos);
        EXPECT_TRUE(holds("a", "early"));
    }
}

TEST_F(Writing, GoesIntoTheFolderThatWasOpened) {
    fs::create_directory(folder / "x");
    fs::create_directory(folder / "y");
    const Place place(folder / "x/a");
    UnfinishedFile file(place);
    fs::rename(folder / "x", folder / "z");
    fs::create_symlink("y", folder / "x");
    fill_file(file.descriptor(), place.path(), new_text);
    file.put_in_place(true);
    EXPECT_TRUE(fs::exists(folder / "z/a"));
    EXPECT_FALSE(fs::exists(folder / "y/a"));
}

TEST_F(Writing, OwnLinksAreFollowed) {
    folder.write("mine", "old");
    chmod((folder / "mine").c_str(), 0600);
    fs::create_symlink("mine", folder / "a");
    fs::create_symlink("later", folder / "b");
    fs::create_symlink(folder / "a", folder / "c");
    fs::create_symlink(".", folder / "here");
    for (const char* name : {"a", "b", "c", "here/here/c"}) {
        write_file(folder / name, true, new_text);
        EXPECT_TRUE(fs::is_symlink(folder / name));
        EXPECT_EQ(read("mine").substr(0, 6), "100600");
    }
    EXPECT_TRUE(holds("mine", "new") && holds("later", "new"));
    fs::create_symlink("loop", folder / "loop");
    expect_refused("loop", "too many links");
}

TEST_F(Writing, LinksOfStrangersAreNotFollowed) {
    if (!is_root()) GTEST_SKIP() << "only root makes links of others";
    folder.write("mine", "old");
    give_away(folder.write("theirs", "old"));
    fs::create_directory(folder / "private");
    for (const auto& [name, target] : std::map<std::string, std::string>{
             {"a", "mine"}, {"b", "none"}, {"c", "theirs"}, {"d", "/dev/null"}, {"way", "private"}}) {
        fs::create_symlink(target, folder / name);
        give_away(folder / name);
    }
    fs::create_symlink("theirs", folder / "e");
    fs::create_symlink("a", folder / "f");
    for (const char* name : {"a", "b", "c", "d", "f"}) expect_refused(name, "another user's link");
    expect_refused("e", "leads to another user's file");
    expect_refused("way/x", "way on the way is another user's link");
    EXPECT_NE(refusal([&] { make_folders(folder / "way/x/y"); }), "");
    EXPECT_TRUE(fs::is_empty(folder / "private"));
    chmod(folder.path().c_str(), 0755);
    give_away(folder.path());
    EXPECT_EQ(refusal([&] { write_file(folder / "way/x", false, new_text); }), "") << "only its owner could plant it";
    EXPECT_TRUE(fs::exists(folder / "private/x"));
}

/// In a world-writable folder, without root's rights.
TEST_F(Writing, NothingOfOthersIsReplaced) {
    if (!is_root()) GTEST_SKIP() << "only root can be somebody else";
    chmod(folder.path().c_str(), 0777);
    folder.write("a", "root's");
    folder.write("k/run.json", "root's");
    fs::create_symlink("a", folder / "link");
    chmod((folder / "a").c_str(), 0666);
    chmod((folder / "k").c_str(), 0777);
    const auto before = everything_in(folder.path());
    const pid_t child = fork();
    if (child == 0) {
        if (setgid(stranger) != 0 || setuid(stranger) != 0) _exit(1);
        const auto is_refused = [&](const char* name, const char* words) {
            const auto said = refusal([&] { write_file(folder / name, true, new_text); });
            return said.find(words) != std::string::npos;
        };
        const auto replace = [&] { OutputFolder made(folder / "k", [](auto&) { return true; }); };
        const bool right = is_refused("a", "a belongs to another user") && is_refused("link", "another user's link") &&
                           refusal(replace).find("k belongs to another user") != std::string::npos &&
                           refusal([&] { write_file(folder / "mine", false, new_text); }).empty();
        _exit(right ? 0 : 2);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(fs::remove(folder / "mine"));
    EXPECT_EQ(everything_in(folder.path()), before);
}

TEST_F(Writing, NoFilesAreLeftAlone) {
    fs::create_directory(folder / "folder");
    expect_refused("folder", "is a folder");
    expect_refused("folder/", "is a folder");
    expect_refused("missing/a", "there is no folder");
    expect_refused("missing/", "");
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    if (is_root()) {
        ASSERT_EQ(mkfifo((folder / "theirs").c_str(), 0666), 0);
        give_away(folder / "theirs");
        expect_refused("theirs", "belongs to another user");
    }
    std::string heard;
    std::thread reader([&] { std::getline(std::ifstream(folder / "pipe"), heard); });
    write_file(folder / "pipe", true, new_text);
    reader.join();
    EXPECT_EQ(heard, "new");
    if (is_root() && mknod((folder / "null").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0) {
        const auto before = everything_in(folder.path());
        write_file(folder / "null", true, new_text);
        write_file(folder / "null", false, new_text);
        EXPECT_EQ(everything_in(folder.path()), before);
    }
    if (is_root() && mknod((folder / "disk").c_str(), S_IFBLK | 0600, makedev(7, 99)) == 0)
        expect_refused("disk", "no file");
}

/// All names but the program's exact ones, and entries that others could have made.
TEST_F(Writing, OnlyOwnOrphansAreRemoved) {
    const std::string form = ".nearfield-0123456789abcde", ending = ".tmp";
    folder.write("shared/.nearfield-backup.tmp/thesis.txt", "y");
    for (const char* name : {".nearfield-1-a.tmp", ".nearfield-0123456789abcdeX.tmp", ".nearfield-0123456789abcdef.tm",
                             ".nearfield-0123456789abcdef0.tmp", "x.nearfield-0123456789abcdef.tmp"})
        folder.write(std::string("shared/") + name, "y");
    const auto named = [&](const char* digit) { return "shared/" + form + digit + ending; };
    folder.write(named("1") + "/thesis.txt", "y");
    folder.write(named("2") + "/run.json", "y");
    folder.write(named("2") + "/thesis.txt", "y");
    fs::create_directories(folder / (named("3") + "/run.json"));
    fs::create_symlink("../mine", folder / named("4"));
    folder.write("mine", "y");
    folder.write(named("5") + "/steps.csv", "y");
    fs::create_symlink("../x", folder / (named("5") + "/run.json"));
    folder.write(named("6"), "y");
    const int writer = open((folder / named("6")).c_str(), O_RDONLY);
    flock(writer, LOCK_SH);
    if (is_root()) give_away(folder.write(named("7"), "y"));
    const auto before = everything_in(folder.path());
    folder.write(named("a"), "y");
    folder.write(named("b") + "/run.json", "y");
    for (const auto& entry : fs::directory_iterator(folder / "shared"))
        if (!entry.is_symlink()) age("shared/" + entry.path().filename().string());
    const int shared = open((folder / "shared").c_str(), O_RDONLY);
    const auto known = [](const std::string& name) { return name == "run.json" || name == "steps.csv"; };
    remove_orphans(shared);
    remove_orphans(shared, known);
    EXPECT_EQ(everything_in(folder.path()), before);
    close(writer);
    close(shared);
}

class WritingFolders : public Writing {
  protected:
    static bool is_known(const std::string& name) { return name == "run.json" || name == "changes.csv"; }
    void replace() {
        OutputFolder made(folder / "k", is_known);
        made.write("run.json", new_text);
        made.put_in_place(true);
        made.write("changes.csv", new_text);
    }
};

TEST_F(WritingFolders, RightsAreKept) {
    for (const char* name : {"k/run.json", "k/changes.csv", "k/notes.txt", "k/more/a"}) folder.write(name, "old");
    chmod((folder / "k").c_str(), 0700);
    chmod((folder / "k/more").c_str(), 0711);
    chmod((folder / "k/run.json").c_str(), 0600);
    chmod((folder / "k/changes.csv").c_str(), 0604);
    const auto expected = everything_in(folder.path());
    replace();
    for (const char* name : {"k/run.json", "k/changes.csv"}) EXPECT_TRUE(holds(name, "new"));
    const auto now = everything_in(folder.path());
    for (const auto& [name, text] : expected) EXPECT_EQ(now.at(name).substr(0, 7), text.substr(0, 7)) << name;
    EXPECT_EQ(now.size(), expected.size());
    EXPECT_EQ(mode_of(folder / "k"), 0700u);
    EXPECT_TRUE(holds("k/notes.txt", "old") && holds("k/more/a", "old"));
}

TEST_F(WritingFolders, WhatStrangersPutThereIsNotReplaced) {
    folder.write("mine", "old");
    folder.write("k/run.json", "old");
    fs::create_symlink("../mine", folder / "k/changes.csv");
    const auto before = everything_in(folder.path());
    EXPECT_NE(refusal([&] { replace(); }).find("changes.csv in it is no file of yours"), std::string::npos);
    EXPECT_EQ(everything_in(folder.path()), before);
    if (!is_root()) return;
    fs::remove(folder / "k/changes.csv");
    fs::create_symlink("k", folder / "link");
    give_away(folder / "link");
    EXPECT_NE(refusal([&] { OutputFolder made(folder / "link", is_known); }).find("another user's link"),
              std::string::npos);
}

TEST_F(WritingFolders, NothingThatIsPutThereMeanwhileIsFollowed) {
    folder.write("mine", "old");
    OutputFolder made(folder / "k", is_known);
    made.put_in_place(false);
    fs::create_symlink("../mine", folder / "k/run.json");
    ASSERT_EQ(mkfifo((folder / "k/changes.csv").c_str(), 0600), 0);
    for (const char* name : {"run.json", "changes.csv"})
        EXPECT_NE(refusal([&] { made.write(name, new_text); }).find(std::string("k/") + name), std::string::npos);
    EXPECT_TRUE(holds("mine", "old"));
    fs::remove(folder / "k/run.json");
    fs::rename(folder / "k", folder / "moved");
    made.write("run.json", new_text);
    EXPECT_TRUE(holds("moved/run.json", "new"));
}

TEST_F(WritingFolders, MissingFoldersAreMadeOrNone) {
    EXPECT_EQ(make_folders(folder / "a/b/c").size(), 3u);
    EXPECT_TRUE(make_folders(folder / "a/b/c").empty());
    folder.write("a/file", "old");
    EXPECT_NE(refusal([&] { make_folders(folder / "a/file/d"); }), "");
    EXPECT_EQ(everything_in(folder.path()).size(), 4u);
}

TEST_F(WritingFolders, FoldersAreEmptiedByName) {
    folder.write("k/run.json", "old");
    folder.write("k/thesis.txt", "mine");
    fs::create_symlink("thesis.txt", folder / "k/changes.csv");
    EXPECT_EQ(remove_own_folder(folder / "k", is_known), (std::vector<std::string>{"changes.csv", "thesis.txt"}));
    EXPECT_FALSE(fs::exists(folder / "k/run.json"));
    fs::remove(folder / "k/thesis.txt");
    fs::remove(folder / "k/changes.csv");
    EXPECT_TRUE(remove_own_folder(folder / "k", is_known).empty());
    EXPECT_FALSE(fs::exists(folder / "k"));
    require_own_folder(folder / "k");
    chmod((folder / "k").c_str(), 0777);
    EXPECT_NE(refusal([&] { require_own_folder(folder / "k"); }).find("other users can change"), std::string::npos);
}

}  // namespace writing_test
}  // namespace nearfield
