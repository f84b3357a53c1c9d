#pragma once
#include "app/draw/film.hpp"
#include "app/shell/glfw_window.hpp"
#include "app/shell/imgui_layer.hpp"
#include "app/shell/layout.hpp"
#include "app/shell/window.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace nearfield {

/// The window's main loop: draws what the simulation publishes, and never waits for the simulation.
class MainLoop {
  public:
    MainLoop(const WindowOptions& options, GlfwWindow& window, ImGuiLayer& layer, Renderer& renderer,
             Simulation& simulation, const ui::Preferences& preferences);
    /// Stores an error from before the window existed, to show it in the window.
    void complain(const std::string& problem) { pending_complaint_ = problem; }
    /// Returns the exit code.
    int run();

  private:
    using Clock = std::chrono::steady_clock;

    void start();
    void wait_and_draw();
    void finish();
    std::string ended_by(const char* what) const;
    void frame();
    void take_news();
    void take_status();
    void take_picture();
    void follow_range(bool fresh);
    void handle_keys();
    void note_held();
    void handle_requests();
    void draw_picture(const ui::Layout& layout);
    bool draw_window(const ui::Layout& layout);
    bool wants_pixels() const;
    bool times_search() const;
    bool any_panel(bool (ui::Panel::*is)() const) const;
    void take_twin_picture();
    void draw_twin();
    void save_window(const std::filesystem::path& path, bool force);
    std::vector<unsigned char> window_pixels() const;
    void save_cut(const ui::Cut& cut);
    std::vector<unsigned char> printed_picture();
    void save_picture();
    void begin_film();
    void end_film();
    void film();
    void take_screenshots();
    bool check_end();
    void measure_frames();
    void pace();
    void note_size();
    void keep_preferences();
    nlohmann::json describe() const;

    const WindowOptions& options_;
    GlfwWindow& window_;
    ImGuiLayer& layer_;
    Renderer& renderer_;
    Simulation& simulation_;
    ui::Session session_;

    std::shared_ptr<const Status> drawn_status_;  ///< keeps data alive that pictures refer to
    u64 picture_serial_ = 0, last_step_ = 0, message_serial_ = 0, edits_marked_ = 0, world_ = 0;
    std::optional<u64> looked_at_;  ///< world number of the current picture
    const SceneInfo* framed_scene_ = nullptr;
    glm::vec3 framed_lo_{0}, framed_hi_{0};
    int framed_dimensions_ = 0, coloured_by_ = -1;
    double wait_ = 0;  ///< seconds without input until the next frame
    unsigned long pictures_drawn_ = 0, frames_drawn_ = 0;
    bool new_picture_ = false;     ///< True if the picture is new in this frame
    bool looks_different_ = true;  ///< True if this frame changed the window
    bool option_screenshot_done_ = false;
    bool done_ = false;
    int exit_code_ = 0;

    Clock::time_point last_frame_ = Clock::now(), fps_since_ = Clock::now(), preferences_due_{};
    int fps_frames_ = 0;
    ui::Preferences saved_;
    std::string pending_complaint_;
    std::optional<Film> film_;
    std::unique_ptr<Renderer> twin_renderer_;  ///< renderer of the second of two runs; null for a single run
    u64 twin_serial_ = 0;
};

}  // namespace nearfield
