#include "app/commands/report.hpp"

#include "app/draw/headless.hpp"
#include "app/draw/renderer.hpp"
#include "base/error.hpp"
#include "exec/backend.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace nearfield {
namespace {

constexpr unsigned gl_renderer = 0x1F01, gl_version = 0x1F02;

/// A hidden window, open while OpenGL is queried.
class HiddenWindow {
  public:
    HiddenWindow() {
        if (!glfwInit()) throw Error("the display cannot be reached: " + last_error());
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        window_ = glfwCreateWindow(320, 200, "nearfield doctor", nullptr, nullptr);
        if (!window_) {
            const std::string why = last_error();
            glfwTerminate();
            throw Error("no OpenGL 3.3 in a window: " + why);
        }
        glfwMakeContextCurrent(window_);
    }
    ~HiddenWindow() {
        glfwDestroyWindow(window_);
        glfwTerminate();
    }
    HiddenWindow(const HiddenWindow&) = delete;

    std::string text(unsigned name) const {
        const auto get = reinterpret_cast<const unsigned char* (*)(unsigned)>(glfwGetProcAddress("glGetString"));
        const unsigned char* found = get ? get(name) : nullptr;
        return found ? reinterpret_cast<const char*>(found) : "?";
    }

  private:
    static std::string last_error() {
        const char* text = nullptr;
        glfwGetError(&text);
        return text ? text : "no reason given";
    }
    GLFWwindow* window_ = nullptr;
};

std::string value_of(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value ? fmt::format("{}={}", variable, value) : "";
}

void report_interop(Report& report) {
    if (cuda_status().devices.empty())
        return report.note("interop", "off: there is no usable CUDA device; pictures come from main memory anyway");
    load_gl([](const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); });
    const Renderer renderer(true);
    if (renderer.transfer() == Transfer::interop) report.ok("interop", "CUDA fills OpenGL's buffers on the device");
    else report.note("interop", "off, pictures go through main memory: " + renderer.why_host_copy());
}

bool report_window(Report& report) {
    const std::string x = value_of("DISPLAY"), wayland = value_of("WAYLAND_DISPLAY");
    if (x.empty() && wayland.empty()) {
        report.note("display",
                    "none (neither DISPLAY nor WAYLAND_DISPLAY is set); run --headless works, the window does not");
        return false;
    }
    try {
        const HiddenWindow window;
        report.ok("display", wayland.empty() ? x : wayland);
        report.ok("OpenGL, window", fmt::format("{}, {}", window.text(gl_renderer), window.text(gl_version)));
        report_interop(report);
        return true;
    } catch (const Error& why) {
        report.problem("display", fmt::format("{}{}{}: {}; check the graphics driver, or use run --headless", x,
                                              x.empty() || wayland.empty() ? "" : " ", wayland, why.what()));
        return false;
    }
}

}  // namespace

bool report_graphics(Report& report) {
    const bool window = report_window(report);
    try {
        const HeadlessGl gl;
        report.ok("OpenGL, headless", gl.renderer());
        return true;
    } catch (const Error& why) {
        if (window)
            report.note("OpenGL, headless",
                        fmt::format("none, so run --headless takes no screenshots: {}", why.what()));
        else report.problem("OpenGL, headless", why.what());
        return window;
    }
}

}  // namespace nearfield
