// Decisions of the window that need no display: keyboard layouts, scale and size.
#include "app/shell/display_scale.hpp"
#include "app/ui/chord.hpp"

#include <gtest/gtest.h>

#include <cmath>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace window_parts_test {

using namespace ui;

/// A key press as the window reports it.
KeyPress typed(unsigned character, char by_place, int mods = 0) {
    return {.mods = mods, .character = character, .letter = by_place};
}

TEST(Chords, GoByPlaceWhereTheLayoutHasNoLatinLetters) {
    EXPECT_EQ(chord_letter("a", GLFW_KEY_Q, true), 'a') << "French";
    EXPECT_EQ(chord_letter("'", GLFW_KEY_Q, true), '\'') << "Dvorak";
    EXPECT_EQ(chord_letter("ö", GLFW_KEY_SEMICOLON, true), 0) << "German";
    EXPECT_EQ(chord_letter("й", GLFW_KEY_Q, false), 'q') << "Russian";
    EXPECT_EQ(chord_letter("х", GLFW_KEY_LEFT_BRACKET, false), '[') << "Russian";
    EXPECT_EQ(chord_letter("/", GLFW_KEY_Q, false), 'q') << "Hebrew";
    EXPECT_EQ(chord_letter(";", GLFW_KEY_Q, false), 'q') << "Greek";
    EXPECT_EQ(chord_letter("-", GLFW_KEY_MINUS, false), '-');
    EXPECT_EQ(chord_letter(nullptr, GLFW_KEY_Q, false), 'q');
    EXPECT_EQ(chord_letter(nullptr, GLFW_KEY_ENTER, false), 0);
    EXPECT_EQ(shifted('.'), '>');
    EXPECT_EQ(shifted('a'), 'a');

    EXPECT_TRUE(letter('r').matches(typed(0x43A, 'r'))) << "Russian к";
    EXPECT_FALSE(letter('r').matches(typed(0x43A, 0))) << "not by a key: from an input method";
    EXPECT_FALSE(letter('r').matches(typed(0x41A, 'r', GLFW_MOD_SHIFT)));
    EXPECT_TRUE(shift('r').matches(typed(0x41A, 'r', GLFW_MOD_SHIFT)));
    EXPECT_TRUE(letter('w').matches(typed('\'', 'w'))) << "Hebrew";
    EXPECT_TRUE(letter('[').matches(typed(0x445, '['))) << "Russian х";
    EXPECT_TRUE(letter('>').matches(typed(0x42E, '>', GLFW_MOD_SHIFT))) << "Russian Ю";
    EXPECT_FALSE(letter('e').matches(typed(0xE9, 0))) << "French é is a Latin letter of its own";
    EXPECT_TRUE(ctrl('q').matches({.key = GLFW_KEY_Q, .mods = GLFW_MOD_CONTROL, .letter = 'q'}));
}

TEST(DisplayScale, FitsTheScreenAndIgnoresNonsense) {
    const float most = most_scale({1280, 800});
    EXPECT_FLOAT_EQ(most, 1.25);
    EXPECT_EQ(most_scale({800, 600}), 1) << "letters stay legible";
    EXPECT_EQ(sound_scale(4, most), most) << "384 dpi";
    EXPECT_EQ(sound_scale(4, most_scale({5120, 3200})), 4);
    EXPECT_EQ(sound_scale(0.75f, most), 0.75f);
    for (const float nonsense : {0.f, -1.f, 1e7f, NAN, INFINITY}) EXPECT_EQ(sound_scale(nonsense, most), 1);

    const glm::ivec2 usual(1440, 900), room(1280, 800);
    EXPECT_EQ(window_size({0, 0}, usual, room, 1), room);
    EXPECT_EQ(window_size({0, 0}, usual, {3840, 2160}, 2), glm::ivec2(2880, 1800));
    EXPECT_EQ(window_size({900, 600}, usual, room, 1), glm::ivec2(900, 600));
    EXPECT_EQ(window_size({5000, 600}, usual, room, 1), glm::ivec2(1280, 600));
}

}  // namespace window_parts_test
}  // namespace nearfield
