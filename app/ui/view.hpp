#pragma once
#include "app/draw/renderer.hpp"
#include "app/preset.hpp"

#include <optional>

namespace nearfield::ui {

/// A tool with which the left mouse button draws into the picture.
struct Pencil {
    const Tool* tool;
    std::optional<glm::vec2> from;  ///< start of the stroke, once the button is down
    glm::vec2 to{0};
};

/// Camera and style of the picture.
struct View {
    Camera camera;
    ViewStyle style;
    bool auto_range = true;
    bool all_in_view = false;               ///< True if all is framed and the camera not moved: resizing reframes
    bool complete = false;                  ///< True if the picture is drawn completely
    std::optional<WindowLook> look_wanted;  ///< look of a preset, applied once the preset is loaded
    std::optional<Pencil> pencil;

    /// Handles wheel and drag over the item drawn last. `pixel`: mouse position from the picture's corner.
    void move(glm::vec2 pixel);
    void zoom(glm::vec2 pixel);
    /// Brings a box into view.
    void show(glm::vec3 lo, glm::vec3 hi) { all_in_view = false, camera.show(lo, hi); }
};

}  // namespace nearfield::ui
