#pragma once
#include "app/draw/renderer.hpp"
#include "app/preset.hpp"

#include <optional>

namespace nearfield::ui {

/// A tool with which the left button draws into the picture.
struct Pencil {
    const Tool* tool;
    std::optional<glm::vec2> from;  ///< once the button is down
    glm::vec2 to{0};
};

/// How the picture is seen.
struct View {
    Camera camera;
    ViewStyle style;
    bool auto_range = true;
    bool all_in_view = false;               ///< framed, and not moved by hand since: stays framed when the size changes
    bool complete = false;                  ///< all of the picture is drawn
    std::optional<WindowLook> look_wanted;  ///< once the preset that holds it is loaded
    std::optional<Pencil> pencil;

    /// Wheel and drag over the item drawn last; `pixel`: of the mouse, from the picture's corner.
    void move(glm::vec2 pixel);
    void zoom(glm::vec2 pixel);
    /// Brings a box into view.
    void show(glm::vec3 lo, glm::vec3 hi) { all_in_view = false, camera.show(lo, hi); }
};

}  // namespace nearfield::ui
