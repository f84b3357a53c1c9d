#include "base/files_read.hpp"
#include "base/read_file.hpp"
#include "base/sha256.hpp"
#include "program.hpp"

namespace nearfield {
namespace files_read_test {

/// Examples of FIPS 180-4, and a length at which the padding needs a block of its own.
TEST(Sha256, IsThatOfTheStandard) {
    const auto sum = [](const std::string& text) {
        Sha256 hash;
        hash.add(text);
        return hash.finish();
    };
    EXPECT_EQ(sum(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sum("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sum(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

class ReadFiles : public ProgramTest {};

TEST_F(ReadFiles, AreNotedOnceEach) {
    write("a", "abc");
    write("b", "");
    const std::string a = (folder / "a").string(), b = (folder / "b").string();
    read_file(a, "a file");
    FilesRead read;
    read_file(a, "a file"), read_file(b, "a file"), read_file(a, "a file"), read_system_file("/proc/cpuinfo");
    const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                      empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    EXPECT_EQ(read.files(), (std::vector<FileRead>{{a, 3, abc}, {b, 0, empty}}));
}

}  // namespace files_read_test
}  // namespace nearfield
