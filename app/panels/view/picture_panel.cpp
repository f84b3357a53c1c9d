#include "app/panels/compare/split_panel.hpp"
#include "app/panels/explain/stage_strip.hpp"
#include "app/panels/view/class_legend.hpp"
#include "app/panels/view/colour_filter.hpp"
#include "app/panels/view/drawing.hpp"
#include "app/panels/view/view_menu.hpp"
#include "app/ui/format.hpp"
#include "app/ui/steer.hpp"
#include "app/ui/widgets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::ui {
namespace {

constexpr float pick_pixels = 5;

/// Returns pixels per window unit.
float density() { return ImGui::GetIO().DisplayFramebufferScale.x; }

void chip(ImDrawList& out, ImVec2 centre, ImU32 tint, const std::string& words) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const ImVec2 lo{std::round(centre.x - size.x / 2 - em * 0.7f), centre.y},
        hi{std::round(centre.x + size.x / 2 + em * 0.7f), centre.y + em * 1.6f};
    out.AddRectFilled(lo, hi, see_through(colour::panel, 0.86f), em * 0.8f);
    out.AddRect(lo, hi, colour::line, em * 0.8f);
    out.AddText({lo.x + em * 0.7f, std::round(centre.y + em * 0.3f)}, tint, words.c_str());
}

/// The picture and its mouse interaction.
class PicturePanel : public Panel {
  public:
    PicturePanel() : Panel("picture", Place::picture) {}
    void draw(Session& s, const Rect& place) override;
    std::vector<Action> actions() override;

  private:
    void pick(Session& s, glm::vec2 pixel, bool centre);
    void use_held(Session& s, glm::vec2 pixel);
    void mouse(Session& s, const Rect& place);
    void frame_selection(Session& s);
    void centre_when_known(Session& s);
    void hints(Session& s, const Rect& place) const;
    void take_up(Session& s, const Tool& tool) const;
    void add_tools(std::vector<Action>& all) const;

    bool centre_on_selection_ = false;
    const Tool* acting_ = nullptr;          ///< tool that acted in the last frame
    std::optional<glm::vec3> under_mouse_;  ///< world point under the mouse
    std::optional<glm::vec3> acted_from_;   ///< starting point of a tool that moves across the view
};

void PicturePanel::pick(Session& s, glm::vec2 pixel, bool centre) {
    const auto ray = s.view.camera.ray(pixel);
    s.simulation.send(
        command::Pick{ray.origin, ray.direction, pick_pixels * density() / std::max(s.view.camera.scale(), 1e-12f)});
    centre_on_selection_ = centre;
}

/// Applies the held tool at the mouse position.
void PicturePanel::use_held(Session& s, glm::vec2 pixel) {
    s.view.style.pointer.reset(), under_mouse_.reset();
    if (ImGui::IsItemHovered())
        under_mouse_ = acted_from_ ? s.view.camera.on_plane_through(*acted_from_, pixel) : place_at(s, pixel);
    if (s.keyboard.held) s.view.style.pointer = under_mouse_;
    const Tool* now = s.view.style.pointer ? s.keyboard.held : nullptr;
    const Tool* before = std::exchange(acting_, now);
    if (before && before != now && s.status->scene->tool(before->key)) s.simulation.send(command::Use{before->key, {}});
    if (now) s.simulation.send(command::Use{now->key, {on_map(s, *s.view.style.pointer)}});
    if (!now || !now->across) acted_from_.reset();
    else if (!acted_from_) acted_from_ = s.view.style.pointer;
}

void PicturePanel::mouse(Session& s, const Rect& place) {
    const auto& io = ImGui::GetIO();
    const glm::vec2 pixel{(io.MousePos.x - place.lo.x) * density(), (io.MousePos.y - place.lo.y) * density()};
    use_held(s, pixel);
    const bool drawing = draw_with_mouse(s, pixel);
    if (!drawing) s.view.move(pixel);
    else if (ImGui::IsItemHovered()) s.view.zoom(pixel);
    if (!ImGui::IsItemHovered() || drawing) return;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return pick(s, pixel, true);
    const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 3);
    if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && dragged.x == 0 &&
        dragged.y == 0 && !centre_on_selection_)
        pick(s, pixel, false);
}

/// Frames the double-clicked element in a scene with known extents.
void PicturePanel::frame_selection(Session& s) {
    centre_on_selection_ = false;
    const auto& pairs = s.status->pairs;
    if (!pairs || !s.status->selected || *s.status->selected >= pairs->extents.size()) return;
    s.view.show(pairs->extents[*s.status->selected].lo, pairs->extents[*s.status->selected].hi);
}

/// Centres the view on the double-clicked actor and its neighbourhood once the simulation reports them.
void PicturePanel::centre_when_known(Session& s) {
    if (centre_on_selection_ && (!s.status->scene->searches() || s.status->scene->boxed())) return frame_selection(s);
    if (!centre_on_selection_ || !s.status->inspection || !s.picture) return;
    centre_on_selection_ = false;
    s.view.all_in_view = false;
    s.view.camera.look_at(s.status->inspection->position);
    const auto size = s.view.camera.viewport();
    const float across = s.radius() > 0 ? 8 * float(s.radius()) : glm::distance(s.picture->lo, s.picture->hi) / 6;
    const float wanted = float(std::min(size.x, size.y)) / across;
    if (s.view.camera.scale() < wanted) s.view.camera.zoom(wanted / s.view.camera.scale(), glm::vec2(size) / 2.0f);
}

void PicturePanel::hints(Session& s, const Rect& place) const {
    auto& out = *ImGui::GetWindowDrawList();
    const float em = ImGui::GetFontSize(), middle = (place.lo.x + place.hi.x) / 2;
    float y = place.lo.y + em * (s.status->twin ? 4.2f : 0.8f);  // below the titles of both runs
    if (!s.picture)
        return chip(out, {middle, (place.lo.y + place.hi.y) / 2}, colour::dim, "preparing the first picture …");
    if (!s.running()) chip(out, {middle, y}, colour::warm, "paused – Space runs"), y += em * 2;
    y = stage_strip(s, place, y);
    if (s.status->replaying)
        chip(out, {middle, y}, colour::warm, "replaying – any change ends the replay"), y += em * 2;
    if (s.view.pencil)
        chip(out, {middle, y}, colour::warm,
             s.view.pencil->tool->gesture == Gesture::line ? "drag from end to end of a line – Esc ends"
                                                           : "drag from corner to corner of an area – Esc ends"),
            y += em * 2;
    if (acting_) chip(out, {middle, y}, colour::warm, acting_->while_on), y += em * 2;
    else if (s.keyboard.held) chip(out, {middle, y}, colour::dim, "move the mouse over the picture"), y += em * 2;
    if (s.status->present == 0) chip(out, {middle, y}, colour::dim, "no " + s.status->scene->elements), y += em * 2;
    const PointLayer* points = s.picture->main_points();
    if (points && s.renderer.drawn() < points->count)
        chip(out, {middle, y}, colour::dim,
             fmt::format("showing {} of {} {} while drawing", grouped(s.renderer.drawn()), grouped(points->count),
                         points->name));
}

/// Performs the action of a tool's key or menu entry.
void PicturePanel::take_up(Session& s, const Tool& tool) const {
    switch (tool.gesture) {
    case Gesture::hold: break;  // handled by MainLoop::note_held while the key is down
    case Gesture::click: {
        const auto middle = glm::vec2(s.view.camera.viewport()) / 2.f;
        const auto at = under_mouse_.value_or(s.view.camera.on_pivot_plane(middle));
        s.simulation.send(command::Use{tool.key, {on_map(s, at)}});
        if (!s.running() && *tool.paused) tell(s, tool.paused);
        break;
    }
    case Gesture::line:
    case Gesture::rectangle: toggle_pencil(s, tool); break;
    }
}

/// Draws everything except the picture, which ImGuiLayer::end copies underneath.
void PicturePanel::draw(Session& s, const Rect& place) {
    if (place.empty()) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_panel("##viewport", place.lo, place.size(),
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                    ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("view", place.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    mouse(s, place);
    centre_when_known(s);
    gauge_overlay(s, place);
    hints(s, place);
    first_view_title(s, place);
    class_legend(s, place);
    ImGui::End();
    view_menu(s, place);
    shown_note(s, place);
}

bool has_trails(const Session& s) { return s.status->settings->has("trails"); }

void toggle_trails(Session& s) {
    constexpr long long usual_length = 24, none = 0;
    s.edits.change(*s.status, "trails", s.edits.shown(*s.status, "trails") == Value(none) ? usual_length : none);
}

/// Returns an action that shows all of a 3D scene from one side. `yaw`, `pitch`: radians.
Action look_action(const char* name, const char* help, float yaw, float pitch) {
    return {.name = name,
            .help = help,
            .act =
                [yaw, pitch](Session& s) {
                    auto pose = s.view.camera.pose();
                    pose[4] = yaw, pose[5] = pitch;
                    s.view.camera.take_pose(pose);
                    frame_all(s);
                },
            .enabled = [](const Session& s) { return s.view.camera.dimensions() == 3; }};
}

/// Returns the actions for viewing a 3D scene from its sides.
std::vector<Action> look_actions() {
    constexpr float quarter = 1.5707963f;
    return {look_action("Look from above", "In 3D, the whole environment from above.", 0, quarter),
            look_action("Look from the front", "In 3D, the whole environment from the front.", 0, 0),
            look_action("Look from the side", "In 3D, the whole environment from the right side.", quarter, 0)};
}

std::vector<Action> view_actions() {
    return {
        {.name = "Frame everything",
         .chords = {letter('f'), key(GLFW_KEY_HOME)},
         .help = "Brings the whole environment into view.",
         .act = frame_all},
        {.name = "Bin grid",
         .chords = {letter('g')},
         .help = "Draws the borders of the bins.",
         .act = [](Session& s) { s.view.style.grid = !s.view.style.grid; },
         .checked = [](const Session& s) { return s.view.style.grid; },
         .enabled = [](const Session& s) { return s.status->scene->meeting == Meeting::by_distance; }},
        {.name = "Environment outline",
         .help = "Draws the borders of the environment.",
         .act = [](Session& s) { s.view.style.bounds = !s.view.style.bounds; },
         .checked = [](const Session& s) { return s.view.style.bounds; }},
        {.name = "Glow",
         .help = "In 2D, overlapping discs add up their light.",
         .act = [](Session& s) { s.view.style.glow = !s.view.style.glow; },
         .checked = [](const Session& s) { return s.view.style.glow; }},
        {.name = "Next colour attribute",
         .chords = {letter('c')},
         .help = "Colours by another attribute.",
         .act = [](Session& s) { cycle(s, "colour"); }},
        {.name = "Show all", .help = "Shows again what the legend hides.", .act = show_all, .enabled = hides_something},
        {.name = "Next drawing of a fluid",
         .chords = {letter('d')},
         .help = "Particles, the surface in the colours of an attribute, or water.",
         .act = [](Session& s) { cycle(s, "draw"); },
         .enabled = [](const Session& s) { return s.status->settings->has("draw"); }},
        {.name = "Trails",
         .chords = {letter('t')},
         .help = "Draws where the actors were in the last steps, as fading lines.",
         .act = [](Session& s) { toggle_trails(s); },
         .checked = [](const Session& s) { return has_trails(s) && s.status->settings->integer("trails") != 0; },
         .enabled = has_trails},
    };
}

std::vector<Action> file_actions() {
    return {
        {.name = "Screenshot",
         .chords = {key(GLFW_KEY_F12)},
         .help = "Saves the whole window as a PNG in your output folder.",
         .act = [](Session& s) { s.window.screenshot = true; },
         .while_typing = WhileTyping::acts},
        {.name = "Save the picture",
         .chords = {key(GLFW_KEY_F12, GLFW_MOD_SHIFT)},
         .help = "Saves the picture without panels, with a legend, as a PNG in your output folder.",
         .act = [](Session& s) { s.window.picture = true; },
         .while_typing = WhileTyping::acts},
        {.name = "Video",
         .chords = {key(GLFW_KEY_F12, GLFW_MOD_CONTROL)},
         .help = "Starts or ends a video of the picture without panels, in the scene's time, in your output folder.",
         .act = [](Session& s) { s.window.film = true; },
         .checked = [](const Session& s) { return s.window.filmed.has_value(); },
         .while_typing = WhileTyping::acts},
    };
}

/// Adds the tools of all scenes; each is offered only in its own scene.
void PicturePanel::add_tools(std::vector<Action>& all) const {
    for (const SceneInfo& scene : scenes())
        for (const Tool& tool : scene.tools) {
            Action action{.menu = "Simulation", .name = tool.label, .help = tool.help, .act = {}, .rank = 2};
            if (tool.letter) action.chords = {letter(tool.letter)};
            action.act = [this, &tool](Session& s) { take_up(s, tool); };
            action.checked = [&tool](const Session& s) { return s.view.pencil && s.view.pencil->tool == &tool; };
            if (tool.gesture >= Gesture::line) action.enabled = [&tool](const Session& s) { return can_draw(s, tool); };
            action.repeats = tool.gesture == Gesture::click;
            action.held = tool.gesture == Gesture::hold;
            action.meant_for = [&scene](const SceneInfo& present) { return &present == &scene; };
            all.push_back(std::move(action));
        }
}

void append(std::vector<Action>& all, std::vector<Action> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

std::vector<Action> PicturePanel::actions() {
    auto all = in_menu("File", file_actions());
    append(all, in_menu("View", view_actions()));
    append(all, in_menu("View", look_actions()));
    add_tools(all);
    return all;
}

}  // namespace

Panels picture_panels() { return panels_of<PicturePanel>(); }

}  // namespace nearfield::ui
