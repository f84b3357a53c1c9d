// Kills the program at each of its system calls in turn: the old or the new output is complete.
#include "program.hpp"

#include "record/recorder.hpp"

#include <nlohmann/json.hpp>

#include <sys/ptrace.h>

#include <functional>
#include <map>
#include <memory>

// not in asan, tsan: minutes of steps; shorter tests run the same code
namespace nearfield {
namespace kill_points_test {

namespace fs = std::filesystem;
using nlohmann::json;

class KillPoints : public ProgramTest {
  protected:
    void SetUp() override {
        if (!is_killed_before(1, [] {})) GTEST_SKIP() << "processes cannot be traced here";
    }

    /// Runs the work in a child process and kills it with SIGKILL at its nth system call. Returns false if it finished
    /// before.
    static bool is_killed_before(int n, const std::function<void()>& work) {
        const pid_t child = fork();
        if (child == 0) {
            if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
            ::raise(SIGSTOP);
            work();
            _exit(0);
        }
        int status = 0;
        for (int stop = 0; waitpid(child, &status, 0) == child && WIFSTOPPED(status); ++stop) {
            if (stop == 2 * n - 1) kill(child, SIGKILL);  // stops: at the signal, then before and after each call
            else ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        }
        return WIFSIGNALED(status);
    }
    /// Removes the recording, and leftovers beside it.
    void clear() const {
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().filename() != "before") fs::remove_all(entry.path());
    }
    /// Content of the files in a folder.
    std::map<std::string, std::string> content(const std::string& of) const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(folder / of))
            if (entry.is_regular_file()) all[entry.path().lexically_relative(folder / of)] = text_of(entry.path());
        return all;
    }
    /// Begins a recording with this number of actors.
    void record(unsigned actors, bool over) const {
        const Settings none(std::make_shared<const std::vector<ParamSpec>>());
        Recorder(folder / "r", {.scene = "circles", .actors = actors}, none, over);
    }
    void expect_begun(unsigned actors, const std::map<std::string, std::string>& files) const {
        EXPECT_EQ(json::parse(files.at("run.json"))["actors"], actors);
        const auto& trace = files.at("trace.json");
        EXPECT_TRUE(json::accept(trace) || json::accept(trace + "]")) << trace;
        const auto& steps = files.at("steps.csv");
        EXPECT_TRUE(steps.empty() || (steps.starts_with("step,total_ms,") && steps.find('\n') == steps.size() - 1))
            << steps;
    }
};

TEST_F(KillPoints, ARecordingIsReplacedAtOnce) {
    for (const char* file : {"run.json", "steps.csv", "trace.json", "changes.csv", "gauges.csv", "commands.jsonl"})
        write(std::string("before/") + file, std::string("old ") + file);
    write("before/notes.txt", "mine");
    write("before/pictures/a.png", "mine too");
    fs::create_symlink("pictures/a.png", folder / "before/link");
    const auto old = content("before");
    int olds = 0, news = 0;
    for (bool killed = true; killed;) {
        clear();
        fs::copy(folder / "before", folder / "r", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        killed = is_killed_before(olds + news + 1, [&] { record(7, true); });
        auto files = content("r");
        ASSERT_TRUE(fs::is_symlink(folder / "r/link")) << "after " << olds << " and " << news;
        ++(files == old ? olds : news);
        if (files == old) continue;
        for (const char* mine : {"notes.txt", "pictures/a.png", "link"}) {
            ASSERT_EQ(files[mine], old.at(mine)) << "after " << olds << " and " << news;
            files.erase(mine);
        }
        ASSERT_EQ(files.size(), 3u) << "after " << olds << " and " << news << ", " << files.begin()->first;
        expect_begun(7, files);
    }
    EXPECT_GT(olds, 10);
    EXPECT_GT(news, 5);
}

TEST_F(KillPoints, ANewRecordingIsThereAtOnce) {
    int without = 0, with = 0;
    for (bool killed = true; killed;) {
        clear();
        killed = is_killed_before(without + with + 1, [&] { record(7, false); });
        const bool is_there = fs::exists(folder / "r");
        ++(is_there ? with : without);
        if (!is_there) continue;
        const auto files = content("r");
        ASSERT_EQ(files.size(), 3u);
        expect_begun(7, files);
    }
    EXPECT_GT(without, 5);
    EXPECT_GT(with, 0);
}

}  // namespace kill_points_test
}  // namespace nearfield
