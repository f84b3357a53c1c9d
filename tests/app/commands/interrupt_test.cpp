// Runs that are ended by a signal or with their terminal: files are complete, and the recording replays to the same
// state.
#include "csv_table.hpp"
#include "program.hpp"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>

#include <cstdlib>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace interrupt_test {

using nlohmann::json;

constexpr const char* endless = "run --headless --backend cpu --actors 300 --set search.deterministic=on "
                                "--steps 1000000000 --record r";

class Interrupted : public ProgramTest {
  protected:
    std::vector<std::string> recorded() const {
        const auto rows = read("r/steps.csv");
        return rows.empty() ? std::vector<std::string>() : table(rows)["step"];
    }
    void wait_for_rows() const {
        for (int i = 0; i < 6000 && recorded().size() < 2; ++i) usleep(10'000);
    }
    /// The checksum in a run's summary.
    static std::string checksum(const Outcome& outcome) {
        const auto at = outcome.out.find("state checksum");
        if (at == std::string::npos) return "none: " + outcome.err;
        return outcome.out.substr(outcome.out.find_first_not_of(' ', at + 14), 16);
    }
    /// The replay ends at the last recorded step, in the state of an undisturbed run.
    void expect_replay(const std::string& said) {
        const auto steps = recorded();
        ASSERT_FALSE(steps.empty());
        const auto replayed = run("run --headless --replay r");
        EXPECT_EQ(replayed.code, 0) << replayed.err;
        EXPECT_NE((replayed.out + replayed.err).find(said), std::string::npos) << replayed.out << replayed.err;
        const auto undisturbed =
            run("run --headless --backend cpu --actors 300 --set search.deterministic=on --steps " + steps.back());
        EXPECT_EQ(checksum(replayed), checksum(undisturbed)) << steps.back() << " steps";
    }
    /// Starts the program as a session leader with these outputs; `prepare` runs in the child first.
    pid_t start_on(
        int output, const std::string& arguments, void (*prepare)(int) = [](int) {}) const {
        const std::string command = "cd '" + folder.string() + "' && exec '" + places::program + "' " + arguments;
        const pid_t child = fork();
        if (child) return child;
        setsid();
        for (const int standard : {0, 1, 2}) dup2(output, standard);
        prepare(output);
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    void expect_film() const { EXPECT_TRUE(std::filesystem::exists(folder / "film/000001.png")); }
    static int code_of(pid_t child) {
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
};

TEST_F(Interrupted, EverySignalLeavesAWholeRecording) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        std::filesystem::remove_all(folder / "r");
        const pid_t child = start(endless);
        wait_for_rows();
        kill(child, signal);
        const auto ended = wait_for(child);
        EXPECT_EQ(ended.code, 128 + signal);
        EXPECT_NE(ended.err.find("interrupted after step " + recorded().back()), std::string::npos) << ended.err;
        EXPECT_TRUE(json::accept(read("r/trace.json"))) << signal;
        expect_replay("the state is the one recorded, to the last bit");
    }
}

TEST_F(Interrupted, AKilledRunIsReplayedToItsLastRow) {
    const pid_t child = start(endless);
    wait_for_rows();
    kill(child, SIGKILL);
    EXPECT_EQ(wait_for(child).code, 128 + SIGKILL);
    expect_replay("was not closed; it is replayed to its last row, at step " + recorded().back());
}

constexpr const char* filmed = " --video film --fps 1 --pace 60 --size 32x32";

/// Writing to the lost terminal fails.
TEST_F(Interrupted, ALostTerminalEndsTheRunWell) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    grantpt(master);
    unlockpt(master);
    const int terminal = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    const pid_t child = start_on(terminal, std::string(endless) + filmed, [](int tty) { ioctl(tty, TIOCSCTTY, 0); });
    close(terminal);
    wait_for_rows();
    close(master);
    EXPECT_EQ(code_of(child), 128 + SIGHUP);
    EXPECT_TRUE(json::accept(read("r/trace.json")));
    expect_film();
    expect_replay("the state is the one recorded, to the last bit");
}

/// Writing to a pipe without a reader would kill the program.
TEST_F(Interrupted, AReaderThatIsGoneDoesNotPreventTheEnd) {
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = start_on(ends[1], std::string(endless) + filmed);
    close(ends[1]);
    close(ends[0]);
    wait_for_rows();
    kill(child, SIGTERM);
    EXPECT_EQ(code_of(child), 128 + SIGTERM);
    EXPECT_TRUE(json::accept(read("r/trace.json")));
    expect_film();
}

/// A shell and the system both send SIGHUP when a terminal is lost; timeout(1) sends its signal twice.
TEST_F(Interrupted, SignalsOfOneEventCountAsOneAndALaterOneEndsAtOnce) {
    const pid_t child = start(endless);
    wait_for_rows();
    for (const int signal : {SIGTERM, SIGTERM, SIGHUP}) kill(child, signal);
    EXPECT_EQ(wait_for(child).code, 128 + SIGTERM);
    EXPECT_TRUE(json::accept(read("r/trace.json")));
}

TEST_F(Interrupted, NohupIsHeeded) {
    const pid_t child = start(endless, "trap '' HUP;");
    wait_for_rows();
    kill(child, SIGHUP);
    const auto rows = recorded().size();
    for (int i = 0; i < 6000 && recorded().size() <= rows; ++i) usleep(10'000);
    EXPECT_GT(recorded().size(), rows) << "it runs on";
    kill(child, SIGTERM);
    EXPECT_EQ(wait_for(child).code, 128 + SIGTERM);
}

}  // namespace interrupt_test
}  // namespace nearfield
