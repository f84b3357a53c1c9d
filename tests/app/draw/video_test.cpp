// Videos: the states that they show, with ffmpeg, without it, and when it fails.
#include "program.hpp"

#include "app/draw/video.hpp"

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace video_test {

TEST(FrameClock, CountsFramesByTheClock) {
    FrameClock clock(10, 2, 5);  // a frame per 0.2 s
    EXPECT_EQ(clock.take(5), 1) << "the start";
    EXPECT_EQ(clock.take(5.1), 0);
    EXPECT_NEAR(clock.next(), 5.2, 1e-3);
    EXPECT_LT(clock.next(), 5.2) << "a clock that is a sum of rounded steps";
    EXPECT_EQ(clock.take(5.2), 1);
    EXPECT_EQ(clock.take(5.9), 3) << "a step longer than a frame is shown for several";
    EXPECT_EQ(clock.take(5.9), 0);
    EXPECT_EQ(clock.take(0.5), 0) << "the clock went back";
    EXPECT_EQ(clock.take(0.55), 0) << "0.15 s are to come";
    EXPECT_EQ(clock.take(0.6), 1) << "and came";
}

class Video : public ProgramTest {
  protected:
    std::size_t frames(const std::string& of) const {
        std::size_t n = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder / of))
            n += entry.path().extension() == ".png";
        return n;
    }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) all.insert(entry.path().filename());
        return all;
    }
    /// Puts a program of that name first in the PATH of the next run.
    std::string with_ffmpeg(const std::string& script) {
        write("home/bin/ffmpeg", "#!/bin/sh\n[ \"$1\" = -version ] && exit 0\n" + script);
        std::filesystem::permissions(folder / "home/bin/ffmpeg", std::filesystem::perms::owner_all);
        return "PATH='" + (folder / "home/bin").string() + "':$PATH && export PATH && ";
    }
    static constexpr const char* circles = "run --headless --backend cpu --actors 50 --size 64x48 ";
    static constexpr const char* no_ffmpeg = "PATH=/nonexistent && export PATH && ";
};

TEST_F(Video, ShowsEveryStateThatIsDue) {
    const auto steps = run(std::string(circles) + "--steps 20 --video film --fps 20 --pace 40");
    EXPECT_EQ(steps.code, 0) << steps.err;
    EXPECT_EQ(frames("film"), 11u) << "steps 0, 2 ... 20";
    EXPECT_NE(steps.out.find("video: film (11 frames, 0.55 s)"), std::string::npos) << steps.out;
    EXPECT_NE(read("film/000001.png"), read("film/000011.png"));

    const auto clock = run("run --headless --backend cpu --scene pedestrians --set plan=room --set time_step=0.01 "
                           "--actors 20 --size 64x48 --video people --fps 10 --seconds 0.5");
    EXPECT_EQ(clock.code, 0) << clock.err;
    EXPECT_EQ(frames("people"), 5u);
    EXPECT_NE(clock.out.find("\n40 of 40 steps"), std::string::npos) << "0.4 s of the clock: " << clock.out;
}

TEST_F(Video, GoesThroughFfmpeg) {
    const auto tap = with_ffmpeg("echo \"$@\" >words; for to; do :; done; cat >\"$to\"");
    const auto made = run(std::string(circles) + "--steps 4 --video out.mp4 --fps 12.5 --pace 12.5", tap);
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(read("out.mp4").size(), 5u * 64 * 48 * 3);
    const std::string words = read("words");
    EXPECT_NE(words.find("-s 64x48 -r 12.5 "), std::string::npos) << words;
    EXPECT_NE(words.find("scale=out_color_matrix=bt709:out_range=tv"), std::string::npos) << words;
    for (const char* tag : {"-colorspace bt709", "-color_primaries bt709", "-color_trc bt709", "-color_range tv"})
        EXPECT_NE(words.find(tag), std::string::npos) << words;
    EXPECT_EQ(made.err.find("even sides"), std::string::npos) << made.err;
    EXPECT_EQ(names(), (std::set<std::string>{"home", "out.mp4", "words"}));
    EXPECT_EQ(run(std::string(circles) + "--steps 1 --video out.mp4", tap).code, 1) << "it exists";
    EXPECT_EQ(run(std::string(circles) + "--steps 1 --video out.mp4 --force", tap).code, 0);
}

TEST_F(Video, OfOddSizeSaysItsSize) {
    const auto tap = with_ffmpeg("for to; do :; done; cat >\"$to\"");
    const auto made = run("run --headless --scene circles --actors 20 --steps 1 --size 65x49 --video out.mp4", tap);
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_NE(made.err.find("the video is 64 x 48 pixels instead of 65 x 49"), std::string::npos) << made.err;
}

TEST_F(Video, OfAFailingFfmpegIsNotLeftBehind) {
    for (const char* script : {"echo \"Unknown encoder 'libx264'\" >&2; exit 1",
                               "head -c 5000 >/dev/null; echo \"Unknown encoder 'libx264'\" >&2; exit 1",
                               "cat >/dev/null; echo \"Unknown encoder 'libx264'\" >&2; exit 1"}) {
        const auto begun = with_ffmpeg("for to; do :; done; echo part >\"$to\"; " + std::string(script));
        const auto failed = run(std::string(circles) + "--steps 30 --video out.mp4 --pace 30", begun);
        EXPECT_EQ(failed.code, 1) << script;
        EXPECT_NE(failed.err.find("before the video was complete: Unknown encoder 'libx264'; out.mp4 was not written"),
                  std::string::npos)
            << failed.err;
        EXPECT_EQ(names(), std::set<std::string>{"home"});
    }
}

TEST_F(Video, WithoutFfmpegIsNumberedPictures) {
    const auto made = run(std::string(circles) + "--steps 2 --video out.webm --fps 60", no_ffmpeg);
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_NE(made.err.find("ffmpeg is not installed: the frames go to out/"), std::string::npos) << made.err;
    EXPECT_EQ(frames("out"), 3u);
    EXPECT_EQ(run(std::string(circles) + "--steps 2 --video out", no_ffmpeg).code, 1) << "it exists";
    write("out/notes.txt", "mine");
    EXPECT_EQ(run(std::string(circles) + "--steps 0 --video out --force", no_ffmpeg).code, 0);
    EXPECT_EQ(frames("out"), 1u) << "longer videos leave no frames behind";
    EXPECT_EQ(read("out/notes.txt"), "mine");
}

TEST_F(Video, IsCompleteUpToCtrlC) {
    const pid_t child = start(std::string(circles) + "--video film --seconds 100000 --pace 1 --fps 1");
    const auto names_third = [](const std::string& name) { return name.ends_with("/000003.png"); };
    for (auto all = listing(); std::none_of(all.begin(), all.end(), names_third); all = listing()) usleep(10'000);
    kill(child, SIGINT);
    const auto ended = wait_for(child);
    EXPECT_EQ(ended.code, 130);
    EXPECT_NE(ended.out.find("video: film (" + std::to_string(frames("film")) + " frames"), std::string::npos)
        << ended.out;
}

TEST_F(Video, RefusesWhatMakesNoSense) {
    const std::pair<const char*, const char*> cases[] = {
        {"run --headless --video a.avi", "a video cannot end in '.avi'; write .mp4, .webm"},
        {"run --headless --video a --fps 0", "--fps 0: give a number above 0, at most 1000"},
        {"run --headless --video a --pace fast", "--pace fast: give a number above 0"},
        {"run --headless --seconds 3", "give --video FILE with them"},
        {"run --video a", "--video is for --headless; in the window Ctrl+F12 starts and ends a video"},
        {"run --headless --video a --screenshot a", "--video and --screenshot are both a"},
        {"run --headless --video no/such/a.mp4", "no/such"},
        {"run --headless --video no/such/a", "cannot make the folder no/such/a"}};
    for (const auto& [arguments, words] : cases) {
        const auto refused = run(arguments);
        EXPECT_NE(refused.code, 0) << arguments;
        EXPECT_NE(refused.err.find(words), std::string::npos) << arguments << ": " << refused.err;
    }
    EXPECT_TRUE(names().empty()) << *names().begin();
}

}  // namespace video_test
}  // namespace nearfield
