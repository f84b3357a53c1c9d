// Formulas over named numbers: values, and the position of errors.
#include "base/one_line.hpp"
#include "params/expression.hpp"
#include "refusal.hpp"

#include <gtest/gtest.h>

#include <cmath>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace expression_test {

const std::vector<std::string> names{"present", "time", "search.bin_ratio", "v0"};
const std::vector<double> values{3, 12.5, 0.5, NAN};

double number(const std::string& text) { return Expression::number(text, names).value(values); }
bool holds(const std::string& text) { return Expression::condition(text, names).holds(values); }

std::string complaint(const std::string& text, bool condition = true) {
    return refusal<UsageError>(
        [&] { condition ? Expression::condition(text, names) : Expression::number(text, names); });
}

TEST(Expression, Calculates) {
    EXPECT_EQ(number("1 + 2 * 3 - 4 / 8"), 6.5);
    EXPECT_EQ(number("(1 + 2) * 3"), 9);
    EXPECT_EQ(number("10 - 3 - 2"), 5) << "from the left";
    EXPECT_EQ(number("8 / 4 / 2"), 1);
    EXPECT_EQ(number("-2 * --3 + +1"), -5);
    EXPECT_EQ(number("1e-3*1000+.5"), 1.5);
    EXPECT_EQ(number("time / present"), 12.5 / 3);
    EXPECT_EQ(number("search.bin_ratio * 2"), 1);
    EXPECT_EQ(number("min(time, 4, present) + max(1, 2) + abs(-present)"), 8);
    EXPECT_EQ(number("2*-3"), -6);
    EXPECT_EQ(number("1/0"), INFINITY);
}

TEST(Expression, Decides) {
    for (const char* text :
         {"present == 3", "present = 3", "present != 4", "time > 12", "time >= 12.5", "time<=12.5", "present < 4",
          "present + 1 == 4 and time > 1", "present == 0 or time > 1", "not present == 0", "not not time > 1",
          "present == 3 or present == 3 and present == 0", "(present == 0 or time > 1) and not (time < 1)"}) {
        EXPECT_TRUE(holds(text)) << text;
        EXPECT_FALSE(holds("not (" + std::string(text) + ")")) << text;
    }
    EXPECT_FALSE(holds("(present == 3 or present == 3) and present == 0")) << "and binds closer than or";
    EXPECT_TRUE(holds("not present == 0 and time > 1")) << "not binds closer than and";
}

TEST(Expression, WhatIsUnknownHoldsNowhere) {
    for (const char* text :
         {"v0 < 1", "v0 >= 1", "v0 == v0", "v0 != v0", "v0 != 1", "min(v0, 1) < 2", "max(1, v0) > 0"})
        EXPECT_FALSE(holds(text)) << text;
    EXPECT_TRUE(holds("not v0 < 1"));
    for (const char* text : {"v0 + 1", "min(1, v0)", "min(v0, 1)", "max(1, v0)", "max(v0, 1)", "abs(v0)"})
        EXPECT_TRUE(std::isnan(number(text))) << text;
}

TEST(Expression, KnowsItsNames) {
    EXPECT_EQ(Expression::condition("time > 1 and present < time", names).uses(), (std::vector<std::size_t>{0, 1}));
    EXPECT_TRUE(Expression::number("1 + 2", names).uses().empty());
    EXPECT_THROW(Expression::number("v0", names).value({1, 2}), std::logic_error);
}

TEST(Expression, ABadOneIsRefusedWithItsPlace) {
    const std::pair<const char*, const char*> bad[] = {
        {"", "column 1: expected a condition"},
        {"   ", "column 1: expected a condition"},
        {"present", "column 1: expected a condition, but this is a number; compare it"},
        {"presnt == 0", "column 1: no name 'presnt'. Did you mean 'present'?"},
        {"present == 0 adn time > 3", "column 14: expected an operator or the end, not 'adn'"},
        {"present == ", "column 12: expected a number, a name or a bracket here, where it ends"},
        {"(present == 0", "column 14: expected ')' for the bracket of column 1 here, where it ends"},
        {"present == 0)", "column 13: expected an operator or the end, not ')'"},
        {"1 < present < 3", "column 13: only two numbers are compared at once"},
        {"present and time > 1", "column 1: expected a condition, but this is a number; 'and' stands"},
        {"time > 1 or present", "column 13: expected a condition"},
        {"not present", "column 5: expected a condition"},
        {"(time > 1) + 1 == 2", "column 1: expected a number, but this is a condition; '+' stands"},
        {"-(time > 1) == 2", "column 2: expected a number"},
        {"(time > 1) == (time > 2)", "column 1: expected a number"},
        {"sqrt(time) > 1", "column 1: no function 'sqrt'; there are abs, min and max"},
        {"abs(time, 1) > 1", "column 9: abs takes one number"},
        {"min(time) > 1", "column 1: min takes two numbers or more"},
        {"min(time > 1, 2) > 1", "column 5: expected a number"},
        {"time > 1e999", "column 8: expected a number that can be stored"},
        {"time > . ", "column 8: expected a number that can be stored"},
        {"time > 3 § 1", "column 10: expected an operator or the end, not '§'"},
        {"§ > 3", "column 1: expected a number, a name or a bracket, not '§'"},
        {"time ! 3", "column 6: expected an operator or the end, not '!'"},
        {"time > 1 1", "column 10: expected an operator or the end, not '1'"},
        {"time > and", "column 8: expected a number, a name or a bracket, not 'and'"},
    };
    for (const auto& [text, part] : bad) {
        EXPECT_NE(complaint(text).find(part), std::string::npos) << text << ": " << complaint(text);
        EXPECT_LE(complaint(text).size(), longest_line);
    }
    EXPECT_NE(complaint("time > 1", false).find("expected a number, but this is a condition"), std::string::npos);
}

TEST(Expression, OnesWithoutEndAreRefused) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "1" + std::string(depth, ')'); };
    EXPECT_EQ(number(nested(64)), 1);
    EXPECT_NE(complaint(nested(65), false).find("column 66: more than 64 brackets"), std::string::npos);
    std::string sum = "1";
    for (int i = 1; i < 5000; ++i) sum += "+1";
    EXPECT_EQ(number(sum), 5000);
    EXPECT_NE(complaint(sum + "+1", false).find("10001 characters are too many"), std::string::npos);
    EXPECT_EQ(number(std::string(9999, '-') + "1"), -1);
}

}  // namespace expression_test
}  // namespace nearfield
