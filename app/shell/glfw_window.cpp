#include "app/shell/glfw_window.hpp"

#include "app/draw/renderer.hpp"
#include "app/draw/room_for_gl.hpp"
#include "app/shell/display_scale.hpp"
#include "app/shell/wayland_seat.hpp"
#include "app/ui/chord.hpp"
#include "base/error.hpp"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

namespace nearfield {
namespace {

constexpr int least_width = 800, least_height = 500;
constexpr glm::ivec2 usual_size{1440, 900};

std::string glfw_problem() {
    const char* words = nullptr;
    glfwGetError(&words);
    return words ? words : "no reason given";
}

void* gl_address(const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }

GlfwWindow& self(GLFWwindow* w) { return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w)); }

bool is_wayland() {
#if GLFW_VERSION_MAJOR == 3 && GLFW_VERSION_MINOR >= 4
    return glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
#else
    return false;
#endif
}

/// Usable size of the first monitor, in its units, and its requested scale.
struct Screen {
    glm::ivec2 room = usual_size;
    float scale = 1;
};

Screen first_screen() {
    Screen screen;
    int x = 0, y = 0;
    float ignored = 1;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        glfwGetMonitorWorkarea(monitor, &x, &y, &screen.room.x, &screen.room.y);
        glfwGetMonitorContentScale(monitor, &screen.scale, &ignored);
    }
    if (screen.room.x <= 0 || screen.room.y <= 0) screen.room = usual_size;
    if (is_wayland()) screen.scale = 1;  // Wayland sizes are already scaled
    return screen;
}

/// Selects the platform. GLFW 3.4 crashes in a Wayland session without a seat.
void choose_platform() {
#if GLFW_VERSION_MAJOR == 3 && GLFW_VERSION_MINOR >= 4
    if (!lacks_wayland_seat()) return;
    if (const char* display = std::getenv("DISPLAY"); !display || !*display)
        throw Error("the Wayland compositor has no seat, that is neither mouse nor keyboard, and there is no X server "
                    "(DISPLAY is not set); a window cannot be opened. Without one, use: nearfield run --headless");
    glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
}

/// True if the current keyboard layout has Latin letters.
bool has_latin_layout() {
    int latin = 0;
    for (int key = GLFW_KEY_A; key <= GLFW_KEY_Z; ++key) {
        const char* name = glfwGetKeyName(key, 0);
        latin += name && !name[1] && std::isalpha(static_cast<unsigned char>(name[0]));
    }
    return latin > 'Z' - 'A' + 1 - latin;
}

}  // namespace

GlfwWindow::GlfwWindow(int width, int height) {
    require_room_for_gl();
    choose_platform();
    if (!glfwInit())
        throw Error("no display: a window cannot be opened (" + glfw_problem() +
                    "); without one, use: nearfield run --headless");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3), glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0), glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "nearfield"), glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "nearfield");
#ifdef GLFW_WAYLAND_APP_ID
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "nearfield");
#endif
    const auto screen = first_screen();
    most_scale_ = most_scale(screen.room);
    const auto size = window_size({width, height}, usual_size, screen.room, sound_scale(screen.scale, most_scale_));
    window_ = glfwCreateWindow(size.x, size.y, "Nearfield", nullptr, nullptr);
    if (!window_) {
        const std::string why = glfw_problem();
        glfwTerminate();
        throw Error("no window with OpenGL 3.3 (" + why +
                    "); nearfield doctor says more, nearfield run --headless needs none");
    }
    glfwSetWindowSizeLimits(window_, least_width, least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(window_);
    try {
        load_gl(gl_address);
    } catch (...) {
        glfwDestroyWindow(window_), glfwTerminate();
        throw;
    }
    const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    for (const char* word : {"llvmpipe", "softpipe", "swrast", "SWR"}) software_ |= text && std::strstr(text, word);
    glfwSwapInterval(1);
    install_callbacks();
}

GlfwWindow::~GlfwWindow() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

void GlfwWindow::install_callbacks() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { self(w).damaged_ = true; });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned c) { self(w).on_character(c); });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { self(w).last_input_ = glfwGetTime(); });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int, int, int) { self(w).last_input_ = glfwGetTime(); });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        self(w).dropped_.assign(paths, paths + count), self(w).last_input_ = glfwGetTime();
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) { self(w).last_input_ = glfwGetTime(); });
}

void GlfwWindow::listen_to_keys() {
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        self(w).on_key(key, scancode, action, mods);
    });
}

void GlfwWindow::forward_keys() {
    std::vector<KeyEvent> later;
    std::vector<int> pressed;
    for (const auto& event : std::exchange(to_forward_, {})) {
        const bool wait =
            event.action == GLFW_RELEASE && std::find(pressed.begin(), pressed.end(), event.key) != pressed.end();
        if (event.action == GLFW_PRESS) pressed.push_back(event.key);
        if (wait) later.push_back(event);
        else ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, event.action, event.mods);
    }
    to_forward_.insert(to_forward_.begin(), later.begin(), later.end());
}

void GlfwWindow::on_key(int key, int scancode, int action, int mods) {
    last_input_ = glfwGetTime();
    to_forward_.push_back({key, scancode, action, mods});
    mods_ = mods;
    if (action == GLFW_RELEASE) return void(held_.erase(key));
    const bool latin = has_latin_layout();
    const char letter = ui::chord_letter(glfwGetKeyName(key, scancode), key, latin);
    held_[key] = letter;
    repeating_ = action == GLFW_REPEAT;
    typed_by_place_ = latin ? '\0' : mods & GLFW_MOD_SHIFT ? ui::shifted(letter) : letter;
    keys_.push_back({.key = key, .mods = mods, .repeat = repeating_, .letter = letter});
}

bool GlfwWindow::holds_enter() const { return held_.contains(GLFW_KEY_ENTER) || held_.contains(GLFW_KEY_KP_ENTER); }

bool GlfwWindow::holds(char letter) const {
    if (mods_ & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) return false;
    return std::any_of(held_.begin(), held_.end(), [&](const auto& key) { return key.second == letter; });
}

void GlfwWindow::on_character(unsigned character) {
    keys_.push_back({.mods = mods_ & ~(GLFW_MOD_CAPS_LOCK | GLFW_MOD_NUM_LOCK),
                     .character = character,
                     .repeat = repeating_,
                     .letter = std::exchange(typed_by_place_, '\0')});
}

bool GlfwWindow::should_close() const { return glfwWindowShouldClose(window_); }

bool GlfwWindow::hidden() const {
    const auto pixels = framebuffer();
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) || pixels.x <= 0 || pixels.y <= 0;
}

glm::ivec2 GlfwWindow::size() const {
    glm::ivec2 size;
    glfwGetWindowSize(window_, &size.x, &size.y);
    return size;
}

glm::ivec2 GlfwWindow::framebuffer() const {
    glm::ivec2 size;
    glfwGetFramebufferSize(window_, &size.x, &size.y);
    return size;
}

float GlfwWindow::density() const {
    const auto units = size(), pixels = framebuffer();
    return units.x > 0 && pixels.x > 0 ? float(pixels.x) / float(units.x) : 1;
}

float GlfwWindow::text_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return sound_scale(x / density(), most_scale_);
}

glm::ivec2 GlfwWindow::restored_size() const { return glfwGetWindowMonitor(window_) ? windowed_size_ : size(); }

void GlfwWindow::toggle_fullscreen() {
    if (glfwGetWindowMonitor(window_)) {
        glfwSetWindowMonitor(window_, nullptr, windowed_at_.x, windowed_at_.y, windowed_size_.x, windowed_size_.y,
                             GLFW_DONT_CARE);
    } else if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitor);
        glfwGetWindowPos(window_, &windowed_at_.x, &windowed_at_.y);
        windowed_size_ = size();
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    glfwSwapInterval(1);
}

void GlfwWindow::poll(double seconds) { seconds > 0 ? glfwWaitEventsTimeout(seconds) : glfwPollEvents(); }
void GlfwWindow::swap() { glfwSwapBuffers(window_); }
double GlfwWindow::idle_seconds() const { return glfwGetTime() - last_input_; }

}  // namespace nearfield
