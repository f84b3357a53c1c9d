#pragma once
// What the user can do in a scene, declared by the scene like its parameters. Keys, menus, help and flags are made from
// the declaration.
#include "sim/command_reach.hpp"

#include <glm/glm.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// How the mouse uses a tool. hold: it acts at the mouse while its key is held. click: it acts at the mouse once per
/// press of its key. line, rectangle: two points, dragged with the left button.
enum class Gesture { hold, click, line, rectangle };

/// A tool. A scene with tools declares
///   static constexpr auto tools() { return std::array{Tool{.key = "drop", ...}, ...}; }
/// and its Model carries out the strokes of every tool that edits no list:
///   void use(const Stroke& stroke)
/// This is called between steps and throws UsageError if the tool cannot act. What it keeps for later steps belongs to
/// Model::held(), so that a frozen state restores it. A Model without a space also has
///   Saved save(Exec&)                       a copy of all that steps and strokes change in its memory
///   void restore(Exec&, const Saved&)
struct Tool {
    const char* key = "";    ///< the flag --key, the command `tool key ...`
    const char* label = "";  ///< as in a menu: "Drop fluid at the mouse"
    const char* help = "";
    Gesture gesture = Gesture::click;
    char letter = 0;        ///< preferred key, in lower case; 0: none
    const char* list = "";  ///< key of the text parameter that lists its strokes (params/spans.hpp), instead of use()
    const char* while_on = "";  ///< text in the picture while the tool is in use
    const char* paused = "";    ///< text after a stroke while the simulation is paused
    bool across = false;        ///< held: in 3D it moves in the plane that faces the eye, at the depth where it began
    bool at_once = false;       ///< held: it acts while the simulation is paused too, and else with the next step

    constexpr bool edits_list() const { return *list != 0; }
};

/// One use of a tool, with places in world units. hold: one, none on release; click: one; line, rectangle: two.
struct Stroke {
    static constexpr CommandReach reach = CommandReach::run;
    std::string tool;
    std::vector<glm::vec3> at;
    bool operator==(const Stroke&) const = default;
};

/// Where a held tool acts; none once it is released.
inline std::optional<glm::vec3> only_place(const Stroke& stroke) {
    return stroke.at.empty() ? std::nullopt : std::optional(stroke.at.back());
}

/// Whether a stroke begins one that can be undone: of a tool that is held, the first one of those that follow each
/// other. `held_at`: where the tool is held already.
inline bool begins(const Tool& tool, const Stroke& stroke, const std::vector<glm::vec3>& held_at) {
    if (tool.edits_list()) return false;
    return tool.gesture != Gesture::hold || (held_at.empty() && !stroke.at.empty());
}

/// The facet of a world on which tools act.
class Tools {
  public:
    virtual ~Tools() = default;
    /// Acts on the steps from now on. Throws UsageError if that is not possible.
    virtual void use(const Stroke& stroke) = 0;
};

template <class Scene>
concept DeclaresTools = requires {
    Scene::tools();
};

/// Whether the scene has a tool whose strokes its Model must carry out.
template <class Scene> constexpr bool has_strokes() {
    if constexpr (DeclaresTools<Scene>) {
        for (const Tool& tool : Scene::tools())
            if (!tool.edits_list()) return true;
    }
    return false;
}

}  // namespace nearfield
