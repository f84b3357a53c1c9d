#pragma once
// A user's tools in a scene, declared by the scene like its parameters. Keys, menus, help and flags come from the
// declaration.
#include "sim/command_reach.hpp"

#include <glm/glm.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nearfield {

/// Use of a tool with the mouse. hold: it acts at the mouse while its key is held. click: it acts at the mouse once per
/// press of its key. line, rectangle: two points, dragged with the left button.
enum class Gesture { hold, click, line, rectangle };

/// A tool. A scene with tools declares
///   static constexpr auto tools() { return std::array{Tool{.key = "drop", ...}, ...}; }
/// and its Model executes the strokes of every tool that edits no list:
///   void use(const Stroke& stroke)
/// use() is called between steps and throws UsageError if the tool cannot act. It stores data for later steps in
/// Model::held(), so that a frozen state restores them. A Model without a space also has
///   Saved save(Exec&)                       a copy of all its memory that steps and strokes change
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
    bool across = false;        ///< held: in 3D it moves parallel to the view plane, at its initial depth
    bool at_once = false;       ///< held: acts while the simulation is paused, too; if false, only with the next step

    constexpr bool edits_list() const { return *list != 0; }
};

/// One use of a tool, with places in world units. hold: one, none on release. click: one. line, rectangle: two.
struct Stroke {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"tool"};
    static constexpr bool acts_on_state = true;
    std::string tool;
    std::vector<glm::vec3> at;
    bool operator==(const Stroke&) const = default;

    static constexpr std::tuple fields{field(&Stroke::tool, "NAME", Written::as_word),
                                       field(&Stroke::at, "[X Y Z ...]")};
};

/// The place where a held tool acts. None after its release.
inline std::optional<glm::vec3> only_place(const Stroke& stroke) {
    return stroke.at.empty() ? std::nullopt : std::optional(stroke.at.back());
}

/// True if a stroke starts a new undo step: of a held tool, only the first stroke of an uninterrupted use. `held_at`:
/// places where the tool is held already.
inline bool begins(const Tool& tool, const Stroke& stroke, const std::vector<glm::vec3>& held_at) {
    if (tool.edits_list()) return false;
    return tool.gesture != Gesture::hold || (held_at.empty() && !stroke.at.empty());
}

/// The facet of a world that executes strokes of tools.
class Tools {
  public:
    virtual ~Tools() = default;
    /// Acts on the following steps. Throws UsageError if that is not possible.
    virtual void use(const Stroke& stroke) = 0;
};

template <class Scene>
concept DeclaresTools = requires {
    Scene::tools();
};

/// True if the scene has a tool whose strokes its Model must execute.
template <class Scene> constexpr bool has_strokes() {
    if constexpr (DeclaresTools<Scene>) {
        for (const Tool& tool : Scene::tools())
            if (!tool.edits_list()) return true;
    }
    return false;
}

}  // namespace nearfield
