// Foreign text on the terminal, in tables, in SVG and BCF, and in JSON.
#include "app/chart.hpp"
#include "base/foreign_text.hpp"
#include "base/one_line.hpp"
#include "document/json.hpp"
#include "params/json_text.hpp"
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <random>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace foreign_text_test {

/// Texts that are harmful in some output.
const std::vector<std::string>& hostile() {
    static const std::vector<std::string> texts{"\x1b[2J\x1b]0;owned\x07",
                                                "a\rb\nc",
                                                "a\tb",
                                                "\x7f",
                                                "\xc2\x9b"
                                                "31m",
                                                std::string("a\0b", 3),
                                                "\xe2\x80\xae"
                                                "cod.exe",
                                                "\xe2\x81\xa6x\xe2\x81\xa9",
                                                "\xe2\x80\xa8x",
                                                "\xff\xfe",
                                                "\xed\xa0\x80",
                                                "\xef\xbf\xbf",
                                                "\xc0\xaf",
                                                "</title><script>alert(1)</script>&\"'",
                                                "=cmd|' /C calc'!A0",
                                                "+1+1",
                                                "-2-3",
                                                "@SUM(A1)",
                                                "\t=1",
                                                "\r=1",
                                                "'=1",
                                                "''@x",
                                                "'plain",
                                                " =1 ",
                                                "  two blanks  ",
                                                " ",
                                                "\\x41 \\x",
                                                "\\\x1b",
                                                "C:\\xtra",
                                                "a,\"b\"",
                                                "\"\"\"",
                                                "# no remark"};
    return texts;
}

/// True for content that no output may have: control characters, bidirectional marks, invalid UTF-8.
bool is_harmful(const std::string& text) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
    for (const char* const part :
         {"\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9", "\xe2\x80\xa8", "\xef\xbf\xbf"})
        if (text.find(part) != std::string::npos) return true;
    return !is_utf8(text);
}

TEST(ForeignText, OnATerminalControlsAreSeenAndNotObeyed) {
    EXPECT_EQ(terminal_text("\x1b[31mred"), "\\x1b[31mred");
    EXPECT_EQ(terminal_text("a\nb\rc"), "a b c");
    EXPECT_EQ(terminal_text("\xe2\x80\xae"
                            "exe"),
              "\\xe2\\x80\\xae"
              "exe");
    EXPECT_EQ(terminal_text("x\xff"), "x\\xff");
    EXPECT_EQ(terminal_text("Füße → 3 m² 🏠 שלום"), "Füße → 3 m² 🏠 שלום") << "letters of any script stay";
    for (const auto& text : hostile()) EXPECT_FALSE(is_harmful(terminal_text(text))) << terminal_text(text);
    for (const auto& text : hostile()) EXPECT_FALSE(is_harmful(one_line(text))) << one_line(text);
}

void expect_read_back(const std::string& text) {
    const std::string cell = csv_cell(text);
    EXPECT_FALSE(is_harmful(cell)) << cell;
    EXPECT_EQ(cell.find_first_of("=+@\t\r"), cell.find_first_of("=+@\t\r", cell.empty() ? 0 : 1)) << cell;
    EXPECT_EQ(csv_cells("1," + cell + ",2"), (std::vector<std::string>{"1", text, "2"})) << cell;
}

TEST(ForeignText, ACellReadsBackAsTheText) {
    for (const auto& text : hostile()) expect_read_back(text);
    std::mt19937 random(7);
    const std::vector<std::string> parts{"=", "-", "'",  "\"",   ",", "\\",   "x", "4",
                                         "1", " ", "\n", "\x1b", "ü", "\xff", "@"};
    for (int n = 0; n < 3000; ++n) {
        std::string text;
        for (auto length = random() % 7; length > 0; --length) text += parts[random() % parts.size()];
        const std::string cell = csv_cell(text);
        ASSERT_EQ(csv_cells(cell + ",2"), (std::vector<std::string>{text, "2"})) << cell;
    }
}

TEST(ForeignText, NumbersInCellsStayAsTheyAre) {
    for (const char* number : {"-0.5", "1e-3", "-1e-3", "+5", "-7", "0", "-inf"}) EXPECT_EQ(csv_cell(number), number);
    EXPECT_EQ(csv_cell("-0.5 m"), "'-0.5 m") << "a text that only begins as a number";
    EXPECT_EQ(csv_cell("=1"), "'=1");
    EXPECT_EQ(csv_cell("plain text"), "plain text");
    EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
}

TEST(ForeignText, SvgIsWellFormed) {
    for (const auto& text : hostile()) {
        Figure figure{.title = text, .subtitle = text};
        Chart chart{.title = text, .x_label = text, .y_label = text, .x = {"1", text}};
        chart.series.push_back({.name = text, .points = {{1, 1, 1}, {2, 2, 2}}});
        figure.charts.push_back(chart);
        std::ostringstream out;
        write_svg(out, figure);
        std::string svg = out.str();
        EXPECT_EQ(svg.find("<script"), std::string::npos);
        std::erase(svg, '\n');
        EXPECT_FALSE(is_harmful(svg)) << terminal_text(text);
        EXPECT_EQ(count(svg, "<"), count(svg, ">")) << terminal_text(text);
    }
    EXPECT_EQ(xml_text("<a b='\"'>&\x1b"), "&lt;a b=&#39;&quot;&#39;&gt;&amp;\\x1b");
}

TEST(ForeignText, JsonIsValidAndHoldsNoControls) {
    for (const auto& text : hostile()) {
        const std::string written = json_text(nlohmann::json(text));
        EXPECT_FALSE(is_harmful(written)) << written;
        if (is_utf8(text) && text.find('\0') == std::string::npos)
            EXPECT_EQ(read_json(written, "t").get<std::string>(), text) << "the same text";
    }
    EXPECT_EQ(json_text(nlohmann::json("\xc2\x9b ü \x7f")), "\"\\u009b ü \\u007f\"");
    EXPECT_EQ(json_text(nlohmann::json{{"a", "ü"}}, 1), "{\n \"a\": \"ü\"\n}");
}

class ForeignTextOutputs : public ProgramTest {};

TEST_F(ForeignTextOutputs, NamesFromFilesReachNoTerminal) {
    write("a.json", R"({"nearfield": 1, "title": "</title>&\u001b[31mX", "scene": "circles", "vary": ["actors=50,60"],
        "seeds": "1:2", "settings": {"radius": 1}, "measure": ["xx [s</text>\u001b[31m\u202e] = final step"],
        "steps": 2})");
    const auto done = run("experiment a.json --out a.csv --chart a.svg --jobs 1");
    ASSERT_EQ(done.code, 0) << done.err;
    for (std::string text : {done.out, read("a.csv"), read("a.svg")}) {
        std::erase(text, '\n');
        EXPECT_FALSE(is_harmful(text)) << text;
    }
    EXPECT_EQ(run("experiment a.json --out a.csv --jobs 1 --resume").code, 0) << "its own table is read back";
    write("l.json", R"({"nearfield": 1, "title": "\u001b]0;owned\u0007", "aim": "A\u009b", "minutes": 1, "steps":
        [{"title": "S", "text": "X", "commands": ["load circles cpu {\"actors\": 50}"]}]})");
    const auto lesson = run("lessons l.json");
    EXPECT_EQ(lesson.out.find('\x1b'), std::string::npos) << lesson.out;
    EXPECT_NE(lesson.out.find("\\x1b]0;owned\\x07"), std::string::npos) << lesson.out;
    const auto unknown = run("lessons 'no\x1b[31m\xc2\x9b"
                             "2J.json'");
    EXPECT_EQ(unknown.err.find('\x1b'), std::string::npos) << unknown.err;
}

}  // namespace foreign_text_test
}  // namespace nearfield
