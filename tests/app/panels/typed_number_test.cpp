// Numbers as people type or paste them into the window.
#include "app/ui/typed_number.hpp"
#include "base/error.hpp"

#include <gtest/gtest.h>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::ui {
namespace typed_number_test {

std::string refusal(const std::string& typed, bool integer = false) {
    try {
        const auto plain = plain_number(typed, integer);
        return plain ? "accepted as " + *plain : "no number";
    } catch (const UsageError& problem) { return problem.what(); }
}

TEST(TypedNumber, ADecimalCommaIsReadWhereItCanBeNothingElse) {
    const std::pair<const char*, double> cases[] = {
        {"0.7", 0.7},        {"0,7", 0.7},     {"1,25", 1.25},           {",5", 0.5},        {"-0,5", -0.5},
        {"+3,5", 3.5},       {"0,125", 0.125}, {"1234,567", 1234.567},   {"1,2345", 1.2345}, {"1,5e-3", 1.5e-3},
        {"\u22122,5", -2.5}, {" 7 ", 7},       {"\u00A07,5\u00A0", 7.5}, {"1.234", 1.234},   {"1e3", 1000}};
    for (const auto& [typed, value] : cases) EXPECT_EQ(typed_number(typed), value) << typed;
}

TEST(TypedNumber, WhatCouldBeAnotherNumberIsRefusedWithTheWayOut) {
    const std::pair<const char*, const char*> cases[] = {
        {"1.234,5", "1.234,5: write 1234.5"},
        {"1,234.5", "1,234.5: write 1234.5"},
        {"-1.234,5", "-1.234,5: write -1234.5"},
        {"1,234,567", "1,234,567: write 1234567"},
        {"1.234.567", "1.234.567: write 1234567"},
        {"1 234,5", "1 234,5: write 1234.5"},
        {"1\u202F234,5", "1 234,5: write 1234.5"},
        {"1'234.5", "1'234.5: write 1234.5"},
        {"30 000", "30 000: write 30000"},
        {"1,234", "1,234 has two readings: write 1.234 or 1234"},
        {"-12,345e2", "-12,345e2 has two readings: write -12.345e2 or -12345e2"}};
    for (const auto& [typed, words] : cases) EXPECT_EQ(refusal(typed), words);
    EXPECT_EQ(refusal("30,000", true), "30,000: write 30000");
    for (const char* typed : {"", "abc", "1,", "1,2,3", "12,34.5", "0,7 m", "1e", "nan", "inf", "1,5e", "--1", "1e999"})
        EXPECT_EQ(refusal(typed), "no number") << typed;
}

TEST(TypedNumber, RefusalsNameTextAndRange) {
    const auto refused = [](const TypedRange& range, const char* typed) {
        try {
            return std::to_string(number_in(range, typed));
        } catch (const UsageError& problem) { return std::string(problem.what()); }
    };
    EXPECT_EQ(number_in({0, 1}, "0,7"), 0.7);
    EXPECT_EQ(number_in({0, 1000, true}, "12"), 12);
    EXPECT_EQ(refused({0, 1}, "1,25"), "1,25 is out of range; type a number from 0 to 1");
    EXPECT_EQ(refused({0, 1000, true}, "2,5"), "2,5 is not a whole number; type one");
    EXPECT_EQ(refused({0, 1000, true}, "many"), "'many' is not a number; type one such as 7");
}

}  // namespace typed_number_test
}  // namespace nearfield::ui
