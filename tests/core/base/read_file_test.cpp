// The one way to read a file: regular files, no blocking, nothing outside of a document's folder.
#include "base/read_file.hpp"

#include "base/error.hpp"
#include "base/stoppable.hpp"
#include "refusal.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <thread>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace read_file_test {

namespace fs = std::filesystem;

std::string why_not(const fs::path& path) {
    return refusal<UsageError>([&] { read_file(path, "a model"); });
}

TEST(ReadFile, ReadsWholeRegularFiles) {
    const TemporaryFolder folder;
    for (const std::size_t size : {0, 1, 65535, 65536, 1 << 20, (1 << 20) + 1, 3'000'000}) {
        std::string text(size, 'x');
        for (std::size_t i = 0; i < size; ++i) text[i] = char(i * 2654435761u >> 24);
        EXPECT_EQ(read_file(folder.write("file", text), "a model"), text) << size;
        EXPECT_EQ(read_named(folder / "file", "a model"), text) << size;
    }
    EXPECT_NE(read_file("/proc/self/status", "a model").find("Pid:"), std::string::npos) << "its size is 0";
}

TEST(ReadFile, RefusesWhatIsNoRegularFile) {
    const TemporaryFolder folder;
    mkfifo((folder / "pipe").c_str(), 0600);
    fs::create_symlink("pipe", folder / "link");
    fs::create_symlink("nothing", folder / "dangling");
    fs::create_symlink("round", folder / "round");
    fs::create_symlink("/dev/zero", folder / "zero");
    EXPECT_EQ(why_not(folder / "pipe"), (folder / "pipe").string() + ": is a pipe; give a model");
    EXPECT_EQ(why_not(folder / "link"), (folder / "link").string() + ": is a pipe; give a model");
    EXPECT_EQ(why_not(folder / "dangling"), (folder / "dangling").string() + ": there is no such file; give a model");
    EXPECT_EQ(why_not(folder.path()), folder.path().string() + ": is a folder; give a model");
    EXPECT_EQ(why_not("/dev/null"), "/dev/null: is a device; give a model");
    EXPECT_NE(why_not(folder / "zero").find("is a device"), std::string::npos);
    EXPECT_NE(why_not(folder / "round").find("cannot be read (Too many levels"), std::string::npos);
    EXPECT_NE(why_not(folder / std::string("a\0b", 3)).find("a\\0b: no name has a NUL"), std::string::npos);

    const int file = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un name{.sun_family = AF_UNIX};
    std::strncpy(name.sun_path, (folder / "socket").c_str(), sizeof name.sun_path - 1);
    ASSERT_EQ(bind(file, reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
    EXPECT_NE(why_not(folder / "socket").find("is a socket"), std::string::npos);
    close(file);
}

TEST(ReadFile, RefusesMoreThanAKindOfFileHolds) {
    const TemporaryFolder folder;
    const auto big = folder.write("big", "");
    fs::resize_file(big, 64'000'001);
    EXPECT_EQ(why_not(big), big.string() + ": has more than 64 MB; give a model");
    fs::resize_file(big, 2'000'000'001);
    EXPECT_EQ(refusal([&] { read_file(big, "a model", Most::data); }),
              big.string() + ": has more than 2 GB; give a model");
}

TEST(ReadFile, PipesOfTheUserAreRead) {
    const TemporaryFolder folder;
    const auto pipe = folder / "pipe";
    mkfifo(pipe.c_str(), 0600);
    const std::string text(200'000, 'p');
    std::thread writer([&] { std::ofstream(pipe) << text; });
    EXPECT_EQ(read_named(pipe, "a model"), text);
    writer.join();
    writer = std::thread([&] { std::ofstream(pipe) << "a\nb\n"; });
    InputStream in(pipe, "a model");
    std::string line, all;
    while (std::getline(in, line)) all += line + ";";
    writer.join();
    EXPECT_EQ(all, "a;b;");
}

TEST(ReadFile, WaitingForAPipeEndsWithTheWork) {
    const TemporaryFolder folder;
    mkfifo((folder / "pipe").c_str(), 0600);
    int asked = 0;
    const Stoppable work([&] { return ++asked > 2; });
    EXPECT_THROW(read_named(folder / "pipe", "a model"), WorkStopped);
    InputStream in(folder / "pipe", "a model");
    std::string line;
    EXPECT_THROW(std::getline(in, line), WorkStopped);
}

/// A document in its own folder, among files that it must not read.
class Beside : public testing::Test {
  protected:
    std::string refused(const std::string& reference) const {
        return refusal<UsageError>([&] { read_beside(document, reference, "a buffer"); });
    }
    const TemporaryFolder folder;
    const fs::path document = folder.write("own/model.json", "{}");
    const fs::path secret = folder.write("secret.bin", "secret");
};

TEST_F(Beside, ReadsWhatLiesInTheFolderOrBelow) {
    folder.write("own/a.bin", "a");
    folder.write("own/below/b.bin", "b");
    fs::create_symlink("below/b.bin", folder / "own/link.bin");
    fs::create_symlink(folder / "own/below", folder / "own/linked");
    fs::create_symlink(folder / "own", folder / "elsewhere");
    for (const auto& [reference, text] : std::map<std::string, std::string>{{"a.bin", "a"},
                                                                            {"./a.bin", "a"},
                                                                            {"below/../a.bin", "a"},
                                                                            {"below/b.bin", "b"},
                                                                            {"link.bin", "b"},
                                                                            {"linked/b.bin", "b"},
                                                                            {"../own/a.bin", "a"},
                                                                            {(folder / "own/a.bin").string(), "a"}})
        EXPECT_EQ(read_beside(document, reference, "a buffer"), text) << reference;
    EXPECT_EQ(read_beside(folder / "elsewhere/model.json", "a.bin", "a buffer"), "a") << "a link to the folder itself";
}

TEST_F(Beside, RefusesWhatLiesOutside) {
    fs::create_symlink("../secret.bin", folder / "own/link.bin");
    fs::create_symlink(secret, folder / "own/absolute.bin");
    fs::create_symlink("..", folder / "own/up");
    folder.write("own.bin/x", "a folder whose name begins alike");
    for (const std::string reference :
         {"../secret.bin", "below/../../secret.bin", "link.bin", "absolute.bin", "up/secret.bin", "/etc/passwd",
          "/proc/self/environ", "/dev/stdin", "../own.bin/x", "..", "up"})
        EXPECT_EQ(refused(reference),
                  document.string() + ": names the file '" + reference +
                      "', which is outside of its folder; put it there, or add --allow-outside to read it");
    EXPECT_NE(refused(secret.string()).find("outside of its folder"), std::string::npos);
}

TEST_F(Beside, RefusesWhatIsNoFile) {
    mkfifo((folder / "own/pipe").c_str(), 0600);
    fs::create_symlink("pipe", folder / "own/link");
    fs::create_symlink("nothing", folder / "own/dangling");
    fs::create_directory(folder / "own/sub");
    EXPECT_NE(refused("pipe").find("is a pipe"), std::string::npos);
    EXPECT_NE(refused("link").find("is a pipe"), std::string::npos);
    EXPECT_NE(refused("sub").find("is a folder"), std::string::npos);
    EXPECT_NE(refused("none.bin").find("there is no such file"), std::string::npos);
    EXPECT_NE(refused("dangling").find("there is no such file"), std::string::npos);
    EXPECT_NE(refused(std::string("a.bin\0/../../secret.bin", 22)).find("no name has a NUL"), std::string::npos);
}

TEST_F(Beside, NamesInDocumentsAreHeldToTheSameRule) {
    EXPECT_NO_THROW(require_beside(document, folder / "own/not yet"));
    EXPECT_NO_THROW(require_beside(document, document));
    mkfifo((folder / "own/pipe").c_str(), 0600);
    EXPECT_NE(refusal([&] { require_beside(document, folder / "own/pipe"); }).find("is a pipe"), std::string::npos);
    EXPECT_NE(refusal([&] { require_beside(document, secret); }).find("outside of its folder"), std::string::npos);
}

}  // namespace read_file_test
}  // namespace nearfield
