#include "app/draw/headless.hpp"

#include "app/draw/gl.hpp"
#include "app/draw/renderer.hpp"
#include "app/draw/room_for_gl.hpp"
#include "base/error.hpp"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace nearfield {

namespace {

bool lists(const char* extensions, const char* wanted) { return extensions && std::strstr(extensions, wanted); }

template <class Function> Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// GPUs before software renderers, unless Mesa's environment variable requests software.
std::vector<EGLDeviceEXT> devices() {
    const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto describe = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    EGLint count = 0;
    if (!query || !describe || !query(0, nullptr, &count) || count <= 0) return {};
    std::vector<EGLDeviceEXT> found(static_cast<std::size_t>(count));
    if (!query(count, found.data(), &count)) return {};
    found.resize(std::size_t(count));
    const char* asked = std::getenv("LIBGL_ALWAYS_SOFTWARE");
    const bool software_first = asked && *asked && std::strcmp(asked, "0") != 0;
    std::stable_partition(found.begin(), found.end(), [&](EGLDeviceEXT d) {
        return lists(describe(d, EGL_EXTENSIONS), "EGL_MESA_device_software") == software_first;
    });
    return found;
}

/// Candidate displays in order of preference.
std::vector<EGLDisplay> displays() {
    std::vector<EGLDisplay> found;
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (get && lists(extensions, "EGL_EXT_platform_device"))
        for (EGLDeviceEXT device : devices()) found.push_back(get(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    if (get && lists(extensions, "EGL_MESA_platform_surfaceless"))
        found.push_back(get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
    return found;
}

/// A current OpenGL 3.3 core context without a surface, or EGL_NO_CONTEXT.
EGLContext start_context(EGLDisplay display) {
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return EGL_NO_CONTEXT;
    const EGLint config_wish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    const EGLint context_wish[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, config_wish, &config, 1, &configs))
        return EGL_NO_CONTEXT;
    if (configs == 0 && !lists(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_no_config_context"))
        return EGL_NO_CONTEXT;
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wish);
    if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
    const EGLint tiny[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    const EGLSurface surface = configs ? eglCreatePbufferSurface(display, config, tiny) : EGL_NO_SURFACE;
    if (surface != EGL_NO_SURFACE && eglMakeCurrent(display, surface, surface, context)) return context;
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
}

}  // namespace

HeadlessGl::HeadlessGl() {
    require_room_for_gl();
    for (EGLDisplay display : displays()) {
        context_ = start_context(display);
        if (context_ == EGL_NO_CONTEXT) continue;
        display_ = display;
        load_gl(egl_function<void*>);
        return;
    }
    throw Error(
        "No OpenGL 3.3 without a display (EGL found no device that offers it); install libegl1 and libgl1-mesa-dri.");
}

HeadlessGl::~HeadlessGl() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
}

std::string HeadlessGl::renderer() const { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

}  // namespace nearfield
