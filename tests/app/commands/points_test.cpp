// Points from tables, XYZ and PLY files as other programs write them.
#include "points/points.hpp"

#include "base/error.hpp"
#include "refusal.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace points_test {

using Places = std::vector<glm::dvec3>;

class Points : public testing::Test {
  protected:
    PointTable read(const std::string& text, const PointChoice& choice = {}, const std::string& name = "p.csv") {
        folder.write(name, text);
        return read_points(folder / name, choice);
    }
    Places places(const std::string& text, const PointChoice& choice = {}, const std::string& name = "p.csv") {
        return read(text, choice, name).points;
    }
    /// The message without the folder's name.
    std::string refusal_of(const std::string& text, const PointChoice& choice = {}, const std::string& name = "p.csv") {
        const auto message = refusal<UsageError>([&] { read(text, choice, name); });
        const auto at = message.find(name);
        return at == std::string::npos ? message : message.substr(at);
    }
    void expect_refusal(const std::string& text, const std::vector<std::string>& parts, const PointChoice& choice = {},
                        const std::string& name = "p.csv") {
        const auto message = refusal_of(text, choice, name);
        for (const auto& part : parts) EXPECT_NE(message.find(part), std::string::npos) << text << "\n" << message;
    }

    TemporaryFolder folder;
    const Places two{{1, 2, 0}, {3, 4, 0}}, space{{1, 2, 3}, {4, 5, 6}};
};

TEST_F(Points, HeadersOfOtherPrograms) {
    for (const char* text : {
             ",x,y\n0,1,2\n1,3,4\n",                      // pandas
             "\"\",\"x\",\"y\"\n\"1\",1,2\n\"2\",3,4\n",  // R, write.csv
             "\"x\" \"y\"\n\"1\" 1 2\n\"2\" 3 4\n",       // R, write.table
             ",0,1\n0,1,2\n1,3,4\n",                      // pandas without names
             "id,x,y\n7,1,2\n8,3,4\n",
             "name,Y,X\na,2,1\nb,4,3\n",
             "ID,a,b\n7,1,2\n8,3,4\n",
             "index,X (m),Y (m)\n7,1,2\n8,3,4\n",
             "Easting,Northing,height\n1,2,9\n3,4,9\n",
             "# x y\n1 2\n3 4\n",  // numpy
             "# made by hand\n# id x y\n7 1 2\n8 3 4\n",
             "//X Y\n1 2\n3 4\n",
             "\xef\xbb\xbfx,y\r\n1,2\r\n3,4\r\n",
             "x,y\r1,2\r3,4\r",
             "sep=;\nx;y\n1;2\n3;4\n",
             "x,y,note\n1,2,\"a, \"\"b\"\"\nand more\"\n3,4,\n",
             "1,2\n3,4",
         })
        EXPECT_EQ(places(text), two) << text;
}

TEST_F(Points, DegreesAreSaid) {
    const auto table = read("id,lon,lat\n1,5,50\n2,5.5,50\n");
    EXPECT_EQ(table.points, (Places{{5, 50, 0}, {5.5, 50, 0}}));
    EXPECT_TRUE(table.degrees);
    EXPECT_EQ(read("Latitude;Longitude\n50;5\n").points, (Places{{5, 50, 0}}));
    EXPECT_FALSE(read("lon,lat,x,y\n5,50,1,2\n").degrees);
    EXPECT_FALSE(read("1,2\n").degrees);
}

TEST_F(Points, ColumnsAreChosen) {
    const std::string text = "id,x,y,z,X2,y2\n7,1,2,3,10,20\n8,4,5,6,40,50\n";
    EXPECT_EQ(places(text), space);
    EXPECT_EQ(places(text, {.columns = {"x2", "y2"}}), (Places{{10, 20, 0}, {40, 50, 0}}));
    EXPECT_EQ(places(text, {.columns = {"2", "3", "4"}}), space);
    EXPECT_EQ(places(text, {.dimensions = 2}), (Places{{1, 2, 0}, {4, 5, 0}}));
    EXPECT_EQ(places("9 1 2\n9 3 4\n", {.columns = {"2", "3"}}), two);
    EXPECT_EQ(read(text, {.columns = {"x2", "y2"}}).columns, (std::vector<std::string>{"X2", "y2"}));
    expect_refusal(text, {"p.csv:1:", "no column 'w'", "X2"}, {.columns = {"x", "w"}});
    expect_refusal(text, {"no column '7'"}, {.columns = {"x", "7"}});
    expect_refusal(text, {"twice"}, {.columns = {"x", "2"}});
    expect_refusal("x,y,x\n1,2,3\n", {"p.csv:1:", "columns 1 and 3", "--columns"});
    expect_refusal("x,y\n1,2\n", {"p.csv:1:", "no z", "--dims 2"}, {.dimensions = 3});
}

TEST_F(Points, SeparatorsAndDecimalCommas) {
    const Places halves{{1.5, 2.25, 0}, {-3.5, 4, 0}};
    for (const char* text : {"1,5;2,25\n-3,5;4\n", "x;y\n1,5;2,25\n-3,5;4\n", "1,5\t2,25\n-3,5\t4\n",
                             "1.5\t2.25\n-3.5\t4\n", "1.5;2.25\n-3.5;4\n", " 1.5   2.25\n-3.5\t4  \n",
                             "1.5, 2.25\n-3.5, +4\n", "\"1,5\";\"2,25\"\n\"-3,5\";\"4\"\n"})
        EXPECT_EQ(places(text), halves) << text;
    expect_refusal("1,5;2,5\n1.5;2,5\n", {"p.csv:2:", "column 1 is '1.5'", "decimal comma in line 1"});
    expect_refusal("1.5;2.5\n1;2,5\n", {"p.csv:2:", "column 2 is '2,5'", "decimal point in line 1"});
    expect_refusal("1.234,5;2\n", {"p.csv:1:", "thousands"});
    expect_refusal("1,234,567;2\n", {"p.csv:1:", "not a number"});
    expect_refusal("1,5 2,5\n1,5 2,5\n", {"p.csv:1:", "'5 2'"});
    expect_refusal("\"1,5\",\"2,5\"\n", {"p.csv:1:", "'1,5'", "not a number"});
}

TEST_F(Points, RowsThatAreNotSound) {
    expect_refusal("1,2\n3,4,5\n", {"p.csv:2: the row has 3 columns, the first one 2"});
    expect_refusal("x,y\n1,2\n\n3,4,\n", {"p.csv:4: the row has 3 columns"});
    expect_refusal("\"x\",\"y\"\n1,2,3\n", {"p.csv:2: the row has 3 columns"});
    expect_refusal("\"x\" \"y\"\n\"1\" 1 2\n3 4 5 6\n", {"p.csv:3: the row has 4 columns, the first one 3"});
    expect_refusal("x,y\n1,2\n3\n", {"p.csv:3: y is missing"});
    expect_refusal("x,y\n1,\n", {"p.csv:2: y is empty"});
    expect_refusal(",2\n3,4\n", {"p.csv:1: column 1 is empty"});
    expect_refusal("x,y\n1,nan\n", {"p.csv:2: y is nan", "finite"});
    expect_refusal("x,y\n-inf,1\n", {"p.csv:2: x is -inf"});
    expect_refusal("x,y\nNA,1\n", {"p.csv:2: x is 'NA'"});
    expect_refusal("x,y\n1e400,1\n", {"p.csv:2: x is 1e400", "double precision"});
    expect_refusal("x,y\n1,\"2\n", {"p.csv:2:", "quote is not closed"});
    expect_refusal("x,y\n1,\"2\"3\n", {"p.csv:2:", "after a quote"});
    expect_refusal("1\n2\n", {"p.csv:1: 1 column", "commas"});
    expect_refusal("1,2,3,4\n", {"p.csv:1: 4 columns", "--columns"});
    expect_refusal(std::string(1'200'000, '1') + ",2\n", {"p.csv:1: a row of more than"});
    expect_refusal(std::string("1,2\n\0,3\n", 8), {"p.csv:2:", "zero byte"});
}

TEST_F(Points, OtherEncodingsAreNamed) {
    const auto wide = [](const std::string& text, bool big, bool mark) {
        std::string bytes = !mark ? "" : big ? "\xfe\xff" : "\xff\xfe";
        for (const char c : text) {
            (big ? bytes += '\0' : bytes += c);
            (big ? bytes += c : bytes += '\0');
        }
        return bytes;
    };
    for (const bool big : {false, true})
        for (const bool mark : {false, true})
            EXPECT_EQ(refusal_of(wide("x,y\n1,2\n", big, mark)),
                      "p.csv: is UTF-16 text; save it as UTF-8, or convert it with "
                      "iconv -f UTF-16 -t UTF-8 FILE > NEW.csv");
    expect_refusal("\x1f\x8b\x08", {"compressed", "gunzip"});
    expect_refusal("PK\x03\x04 and more", {"spreadsheet", "CSV"});
}

TEST_F(Points, AtomsAndCloudsInXyz) {
    const auto xyz = [&](const std::string& text, const PointChoice& choice = {}) {
        return places(text, choice, "p.xyz");
    };
    EXPECT_EQ(xyz("2\nwater\nO 1 2 3\nH 4 5 6\n"), space);
    EXPECT_EQ(xyz(" 2 \r\n\r\nO  1 2 3\r\nH\t4 5 6\r\n\r\n"), space);
    EXPECT_EQ(xyz("2\nx, y; \"\n8 1 2 3\n1 4 5 6\n"), space) << "atomic numbers";
    EXPECT_EQ(xyz("2\n\n1 2 3\n4 5 6\n"), space);
    EXPECT_EQ(xyz("2\nvelocities too\nO 1 2 3 9 9 9\nH 4 5 6 9 9 9\n"), space);
    EXPECT_EQ(xyz("2\nLattice=\"9 0 0\" Properties=id:I:1:species:S:1:pos:R:3 t=1\n1 O 1 2 3\n2 H 4 5 6\n"), space);
    EXPECT_EQ(xyz("2\n\nO 1 2 3\nH 4 5 6\n", {.dimensions = 2}), (Places{{1, 2, 0}, {4, 5, 0}}));
    EXPECT_EQ(xyz("1 2 3\n4 5 6\n"), space);
    EXPECT_EQ(xyz("1 2 3 255 0 0\n4 5 6 0 0 0\n"), space) << "with colours";
    EXPECT_EQ(places("2\nwater\nO 1 2 3\nH 4 5 6\n"), space) << "whatever the name";
    expect_refusal("3\n\nO 1 2 3\nH 4 5 6\n", {"p.xyz:", "announces 3 atoms", "2"}, {}, "p.xyz");
    expect_refusal("1\n\nO 1 2 3\n1\n\nO 1 2 3\n", {"p.xyz:4:", "1 atom", "one frame"}, {}, "p.xyz");
    expect_refusal("1\n\nO 1 x 3\n", {"p.xyz:3: y is 'x'"}, {}, "p.xyz");
    expect_refusal("1\n\nO 1 2 inf\n", {"p.xyz:3: z is inf"}, {}, "p.xyz");
    expect_refusal("99999999999999999999\n\nO 1 2 3\n", {"p.xyz:1:"}, {}, "p.xyz");
}

/// A value's bytes in either byte order.
template <class T> std::string bytes_of(T value, bool big) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (big) std::reverse(bytes, bytes + sizeof(T));
    return {bytes, sizeof(T)};
}

TEST_F(Points, VerticesOfPly) {
    const std::string elements = "comment made by hand\nelement camera 1\nproperty list uchar short views\n"
                                 "element vertex 2\nproperty uchar red\nproperty float x\nproperty double y\n"
                                 "property list uint int faces\nproperty short z\nelement face 1\n"
                                 "property list uchar int vertex_indices\nend_header\n";
    const std::string text = "ply\nformat ascii 1.0\n" + elements + "2 7 8\n255 1 2 0 3\n0 4 5 2 8 9 6\n3 0 1 0\n";
    EXPECT_EQ(places(text), space);
    EXPECT_EQ(read(text).dimensions, 3);
    EXPECT_EQ(places(text, {.dimensions = 2}), (Places{{1, 2, 0}, {4, 5, 0}}));
    EXPECT_EQ(places(text, {.columns = {"z", "red"}}), (Places{{3, 255, 0}, {6, 0, 0}}));
    std::string windows = text;
    for (auto at = windows.find('\n'); at != std::string::npos; at = windows.find('\n', at + 2))
        windows.insert(at, "\r");
    EXPECT_EQ(places(windows), space);
    for (const bool big : {false, true}) {
        const auto u8 = [&](int v) { return bytes_of(std::uint8_t(v), big); };
        const auto i16 = [&](int v) { return bytes_of(std::int16_t(v), big); };
        const auto i32 = [&](int v) { return bytes_of(std::int32_t(v), big); };
        const auto f32 = [&](float v) { return bytes_of(v, big); };
        const auto f64 = [&](double v) { return bytes_of(v, big); };
        const std::string head =
            std::string("ply\nformat ") + (big ? "binary_big_endian" : "binary_little_endian") + " 1.0\n" + elements;
        const std::string body = u8(2) + i16(7) + i16(8) + u8(255) + f32(1) + f64(2) + i32(0) + i16(3) + u8(0) +
                                 f32(4) + f64(5) + i32(2) + i32(8) + i32(9) + i16(6);
        EXPECT_EQ(places(head + body + u8(3) + i32(0) + i32(1) + i32(0)), space) << big;
        expect_refusal(head + body.substr(0, body.size() - 1), {"announces 2", "vertex", "after 1"});
        expect_refusal(head + u8(2), {"announces 1", "camera", "after 0"});
        expect_refusal("ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                       "end_header\n" +
                           bytes_of(1.f, false) + bytes_of(NAN, false),
                       {"vertex 0: y is nan"});
    }
}

TEST_F(Points, PlyThatIsNotSound) {
    const auto head = [](const std::string& lines) { return "ply\nformat ascii 1.0\n" + lines + "end_header\n"; };
    const std::string xy = "property float x\nproperty float y\n";
    expect_refusal("ply\nformat ascii 1.0\nelement vertex 1\n", {"no line 'end_header'"});
    expect_refusal("ply\nelement vertex 1\n" + xy + "end_header\n1 2\n", {"no line 'format'"});
    expect_refusal("ply\nformat binary_middle_endian 1.0\nend_header\n", {"p.csv:2:", "binary_middle_endian"});
    expect_refusal(head("element face 0\n"), {"no element called vertex"});
    expect_refusal(head("element vertex 1\nproperty float a\n") + "1\n", {"no properties x and y"});
    expect_refusal(head("element vertex x\n" + xy), {"p.csv:3:", "'x'"});
    expect_refusal(head("element vertex 1\nproperty real x\n"), {"p.csv:4:", "'real'"});
    expect_refusal(head("property float x\n"), {"p.csv:3:", "before the first element"});
    expect_refusal(head("element vertex 1\nproperty list uchar int x\nproperty float y\n") + "1 2 3\n",
                   {"x is a list"});
    expect_refusal(head("element vertex 2\n" + xy) + "1 2\n", {"announces 2", "after 1"});
    expect_refusal(head("element vertex 2\n" + xy) + "1 2\n3\n", {"p.csv:8: y is missing"});
    expect_refusal(head("element vertex 1\n" + xy) + "1 2 3\n", {"p.csv:7:", "more values"});
    expect_refusal(head("element vertex 1\n" + xy) + "1 b\n", {"p.csv:7: y is 'b'"});
    expect_refusal(head("element vertex 1\n" + xy) + "1 inf\n", {"p.csv:7: y is inf"});
    expect_refusal(head("element vertex 1\n" + xy), {"no z"}, {.dimensions = 3});
    const std::string many = "element vertex 18446744073709551615\n" + xy;
    expect_refusal(head(many) + "1 2\n", {"announces 18446744073709551615", "after 1"});
    expect_refusal("ply\nformat binary_little_endian 1.0\nelement none 18446744073709551615\n" + many +
                       "end_header\n12345678",
                   {"announces 18446744073709551615", "after 1"});
    expect_refusal(
        "ply\nformat binary_little_endian 1.0\nelement a 18446744073709551615\nproperty list int double b\n" + many +
            "end_header\n1234",
        {"element a", "after 0"});
}

}  // namespace points_test
}  // namespace nearfield
